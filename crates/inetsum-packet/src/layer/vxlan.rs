//! VXLAN (RFC 7348): an Ethernet frame behind eight bytes.

use crate::walk::{Next, Span, Walk};
use crate::{ChecksumField, Layer};

const HEADER_LEN: usize = 8;
/// The flag that is set in every VXLAN packet.
const NETWORK_IDENTIFIER_VALID: u8 = 0x08;

pub(crate) fn read(walk: &mut Walk<'_>, span: Span) -> Option<ChecksumField> {
    let [flags, _, _, _, network @ .., _] = walk.array::<HEADER_LEN>(span, span.at)?;
    if flags & NETWORK_IDENTIFIER_VALID != 0 {
        walk.enter(Layer::Vxlan);
        walk.enter_virtual_network(*network);
        walk.push_inner(Next::Ethernet, span.skip(HEADER_LEN));
    }
    None
}

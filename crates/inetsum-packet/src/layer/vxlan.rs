//! VXLAN (RFC 7348): an Ethernet frame behind eight bytes. The group policy extension
//! (draft-smith-vxlan-group-policy) uses some of the reserved ones.

use crate::claim::Claim;
use crate::span::Span;
use crate::udp_port::UdpPayload;
use crate::walk::{Next, Walk};
use crate::{Layer, Reason};

pub(crate) const PORT: u16 = 4789;
/// As Linux did it before the port was assigned.
pub(crate) const PORT_OF_LINUX: u16 = 8472;

const HEADER_LEN: usize = 8;
/// The flag that is set in every VXLAN packet.
const NETWORK_IDENTIFIER_VALID: u8 = 0x08;

pub(crate) fn read(walk: &mut Walk<'_>, payload: &UdpPayload, span: Span) -> Option<Claim> {
    walk.enter(Layer::Vxlan);
    let Some([flags, _, _, _, network @ .., _]) = walk.array::<HEADER_LEN>(span, span.at) else {
        return payload.unverifiable(span, Reason::Truncated);
    };
    if flags & NETWORK_IDENTIFIER_VALID == 0 {
        return payload.unverifiable(span, Reason::Unsupported);
    }
    walk.enter_virtual_network(*network);
    walk.push_inner(Next::Ethernet, span.skip(HEADER_LEN));
    None
}

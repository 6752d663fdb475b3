//! IEEE 802.2 LLC: with SNAP, with IP itself, or with a network layer protocol identifier.

use crate::Layer;
use crate::claim::Claim;
use crate::layer::{nlpid, snap};
use crate::span::Span;
use crate::walk::{Next, Walk};

const HEADER_LEN: usize = 3;
/// Before frames bridged over ATM (RFC 2684 § 5.2); nothing else bridges over LLC.
const BRIDGE_PADDING: usize = 2;

/// Reads the LLC header. What other service access points carry has no Internet checksum.
pub(crate) fn read(walk: &mut Walk<'_>, span: Span) -> Option<Claim> {
    walk.enter(Layer::Llc);
    let behind = span.skip(HEADER_LEN);
    match *walk.array::<HEADER_LEN>(span, span.at)? {
        [0x06, 0x06, 0x03] => walk.push(Next::Ip, behind),
        [0xaa, 0xaa, 0x03] => snap::read(walk, behind, BRIDGE_PADDING),
        [0xfe, 0xfe, 0x03] => return nlpid::read(walk, behind),
        _ => {}
    }
    None
}

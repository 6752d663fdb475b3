//! Packets over ATM (RFC 2684, once RFC 1483): with LLC, or one protocol alone on the circuit.

use crate::claim::Claim;
use crate::layer::{ethernet, ip, llc};
use crate::span::Span;
use crate::walk::{Next, Walk};
use crate::{Layer, LinkType, Protocol, Reason};

/// Service access points: of SNAP, of ISO's protocols, of spanning trees.
const LLC: [[u8; 3]; 3] = [[0xaa, 0xaa, 0x03], [0xfe, 0xfe, 0x03], [0x42, 0x42, 0x03]];
/// Before a frame that is bridged without LLC (RFC 2684 § 6.2).
const BRIDGE_PADDING: usize = 2;

/// Reads LLC, and without it, where nothing names the protocol, what fills the packet as IP or looks
/// like a bridged frame.
pub(crate) fn read(walk: &mut Walk<'_>, span: Span) -> Option<Claim> {
    walk.enter(Layer::Atm);
    let Some(start) = walk.array::<3>(span, span.at) else {
        return Claim::cut_link(LinkType::ATM_RFC1483, span);
    };
    let bridged = span.skip(BRIDGE_PADDING);
    if LLC.contains(start) {
        return llc::read(walk, span);
    } else if ip::stated_len(walk, span) == Some(span.len()) {
        walk.push(Next::Ip, span);
    } else if start.starts_with(&[0, 0]) && ethernet::likely_payload(walk, bridged).is_some() {
        walk.push(Next::Ethernet, bridged);
    } else {
        let protocol = Protocol::Link(LinkType::ATM_RFC1483.0);
        return Claim::unverifiable(protocol, span.at, Reason::Unsupported);
    }
    None
}

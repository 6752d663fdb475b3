//! The network service header (RFC 8300), and the numbers by which it, VXLAN-GPE and LISP-GPE
//! (RFC 9305) say what follows.

use crate::claim::Claim;
use crate::span::Span;
use crate::walk::{Next, Walk};
use crate::{Layer, Protocol, Reason};

pub(crate) const ETHERTYPE: u16 = 0x894f;

const BASE_LEN: usize = 4;
/// The base and the service path.
const MIN_HEADER_LEN: usize = 8;

pub(crate) fn read(walk: &mut Walk<'_>, span: Span) -> Option<Claim> {
    walk.enter(Layer::Nsh);
    let unverifiable =
        |reason| Claim::unverifiable(Protocol::EtherType(ETHERTYPE), span.at, reason);
    let Some(&[version, len, _, protocol]) = walk.array::<BASE_LEN>(span, span.at) else {
        return unverifiable(Reason::Truncated);
    };
    let Some(next) = next(protocol).filter(|_| version >> 6 == 0) else {
        return unverifiable(Reason::Unsupported);
    };
    // In units of 4 bytes.
    let len = usize::from(len & 0x3f).saturating_mul(4);
    if len < MIN_HEADER_LEN || len > span.len() {
        return unverifiable(Reason::BadLength);
    }
    walk.push(next, span.skip(len));
    None
}

/// What the number announces, if that is known.
pub(crate) fn next(protocol: u8) -> Option<Next> {
    match protocol {
        1 | 2 => Some(Next::Ip),
        3 => Some(Next::Ethernet),
        4 => Some(Next::Nsh),
        5 => Some(Next::Mpls),
        _ => None,
    }
}

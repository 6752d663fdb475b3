//! The loopback headers of BSD systems: an address family in four bytes (LINKTYPE_NULL and
//! LINKTYPE_LOOP).

use crate::walk::{Next, Span, Walk};
use crate::{ChecksumField, Layer, LinkType};

const HEADER_LEN: usize = 4;
const AF_INET: u32 = 2;
/// AF_INET6 of NetBSD and OpenBSD, of FreeBSD, and of Darwin.
const AF_INET6: [u32; 3] = [24, 28, 30];

/// Reads a family in the byte order of the host that captured; the values are small, so that the
/// order shows.
pub(crate) fn read_null(walk: &mut Walk<'_>, span: Span) -> Option<ChecksumField> {
    walk.enter(Layer::Null);
    let Some(family) = walk.array::<HEADER_LEN>(span, span.at) else {
        return walk.cut_link(LinkType::NULL, span);
    };
    let family = u32::from_be_bytes(*family);
    follow(walk, family.min(family.swap_bytes()), span)
}

/// Reads a family in network byte order.
pub(crate) fn read_loop(walk: &mut Walk<'_>, span: Span) -> Option<ChecksumField> {
    walk.enter(Layer::Loop);
    let Some(family) = walk.array::<HEADER_LEN>(span, span.at) else {
        return walk.cut_link(LinkType::LOOP, span);
    };
    let family = u32::from_be_bytes(*family);
    follow(walk, family, span)
}

fn follow(walk: &mut Walk<'_>, family: u32, span: Span) -> Option<ChecksumField> {
    if family == AF_INET || AF_INET6.contains(&family) {
        walk.push(Next::Ip, span.skip(HEADER_LEN));
    }
    None
}

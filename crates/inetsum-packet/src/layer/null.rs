//! The loopback headers of BSD systems: an address family in four bytes (LINKTYPE_NULL and
//! LINKTYPE_LOOP).

use crate::claim::Claim;
use crate::layer::address_family;
use crate::span::Span;
use crate::walk::Walk;
use crate::{Layer, LinkType};

const HEADER_LEN: usize = 4;

/// Reads a family in the byte order of the host that captured.
pub(crate) fn read_null(walk: &mut Walk<'_>, span: Span) -> Option<Claim> {
    walk.enter(Layer::Null);
    let Some(family) = walk.array::<HEADER_LEN>(span, span.at) else {
        return Claim::cut_link(LinkType::NULL, span);
    };
    let family = address_family::in_host_order(*family);
    address_family::follow(walk, LinkType::NULL, family, span.skip(HEADER_LEN))
}

/// Reads a family in network byte order.
pub(crate) fn read_loop(walk: &mut Walk<'_>, span: Span) -> Option<Claim> {
    walk.enter(Layer::Loop);
    let Some(family) = walk.array::<HEADER_LEN>(span, span.at) else {
        return Claim::cut_link(LinkType::LOOP, span);
    };
    let family = u32::from_be_bytes(*family);
    address_family::follow(walk, LinkType::LOOP, family, span.skip(HEADER_LEN))
}

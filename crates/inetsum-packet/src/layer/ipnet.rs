//! IP inside a Solaris host (LINKTYPE_IPNET): version and address family, then the packet's
//! direction, length, interfaces and zones.

use crate::claim::Claim;
use crate::layer::address_family;
use crate::span::Span;
use crate::walk::Walk;
use crate::{Layer, LinkType};

const HEADER_LEN: usize = 24;

pub(crate) fn read(walk: &mut Walk<'_>, span: Span) -> Option<Claim> {
    walk.enter(Layer::Ipnet);
    let Some([_version, family, ..]) = walk.array::<HEADER_LEN>(span, span.at) else {
        return Claim::cut_link(LinkType::IPNET, span);
    };
    address_family::follow(walk, LinkType::IPNET, (*family).into(), span.skip(HEADER_LEN))
}

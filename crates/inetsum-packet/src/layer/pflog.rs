//! The log of the OpenBSD packet filter (LINKTYPE_PFLOG): a header that states its length and the
//! address family.

use crate::claim::Claim;
use crate::layer::address_family;
use crate::span::Span;
use crate::walk::Walk;
use crate::{Layer, LinkType};

pub(crate) fn read(walk: &mut Walk<'_>, span: Span) -> Option<Claim> {
    walk.enter(Layer::Pflog);
    let Some([length, family]) = walk.array(span, span.at) else {
        return Claim::cut_link(LinkType::PFLOG, span);
    };
    // The length leaves out the padding to a multiple of 4 bytes.
    let packet = span.skip(usize::from(*length).next_multiple_of(4));
    address_family::follow(walk, LinkType::PFLOG, (*family).into(), packet)
}

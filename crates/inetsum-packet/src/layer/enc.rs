//! The decrypted side of IPsec on BSD systems (LINKTYPE_ENC): address family, security parameter
//! index and flags.

use crate::claim::Claim;
use crate::layer::address_family;
use crate::span::Span;
use crate::walk::Walk;
use crate::{Layer, LinkType};

const HEADER_LEN: usize = 12;

pub(crate) fn read(walk: &mut Walk<'_>, span: Span) -> Option<Claim> {
    walk.enter(Layer::Enc);
    let header = walk.array::<HEADER_LEN>(span, span.at);
    let Some(family) = header.and_then(|header| header.first_chunk()) else {
        return Claim::cut_link(LinkType::ENC, span);
    };
    let family = address_family::in_host_order(*family);
    address_family::follow(walk, LinkType::ENC, family, span.skip(HEADER_LEN))
}

//! IP over InfiniBand (RFC 4391 § 6) behind a global routing header (LINKTYPE_IPOIB).

use crate::claim::Claim;
use crate::span::Span;
use crate::walk::{Next, Walk};
use crate::{Layer, LinkType};

const ROUTING_LEN: usize = 40;
const HEADER_LEN: usize = 4;

pub(crate) fn read(walk: &mut Walk<'_>, span: Span) -> Option<Claim> {
    walk.enter(Layer::Ipoib);
    let encapsulated = span.skip(ROUTING_LEN);
    let Some([high, low, ..]) = walk.array::<HEADER_LEN>(encapsulated, encapsulated.at) else {
        return Claim::cut_link(LinkType::IPOIB, span);
    };
    let ethertype = u16::from_be_bytes([*high, *low]);
    walk.push(Next::EtherType(ethertype), encapsulated.skip(HEADER_LEN));
    None
}

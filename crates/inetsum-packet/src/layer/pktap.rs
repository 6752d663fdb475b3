//! Another link type behind a header about the packet, of Darwin (LINKTYPE_PKTAP), in little-endian
//! order.

use crate::claim::Claim;
use crate::span::Span;
use crate::walk::{Next, Walk};
use crate::{Layer, LinkType};

/// The header's length, the type of what follows, its link type.
const START_LEN: usize = 12;
/// The type of a packet.
const PACKET: [u8; 4] = [1, 0, 0, 0];

pub(crate) fn read(walk: &mut Walk<'_>, span: Span) -> Option<Claim> {
    walk.enter(Layer::Pktap);
    let start = walk.array::<START_LEN>(span, span.at).map(|start| start.as_chunks::<4>().0);
    let Some(&[length, kind, link]) = start else {
        return Claim::cut_link(LinkType::PKTAP, span);
    };
    if kind == PACKET {
        let length = usize::try_from(u32::from_le_bytes(length)).unwrap_or(usize::MAX);
        let link = LinkType(u32::from_le_bytes(link));
        walk.push(Next::Link(link), span.skip(length.max(START_LEN)));
    }
    None
}

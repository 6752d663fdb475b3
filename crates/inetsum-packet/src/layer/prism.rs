//! 802.11 behind a Prism header (LINKTYPE_IEEE802_11_PRISM), in the byte order of the host that
//! captured, or behind an AVS header, which captures give the same number.

use crate::claim::Claim;
use crate::layer::{avs, ieee80211};
use crate::span::Span;
use crate::walk::Walk;
use crate::{Layer, LinkType};

/// The code of the message and its length.
const START_LEN: usize = 8;

pub(crate) fn read(walk: &mut Walk<'_>, span: Span) -> Option<Claim> {
    let start = walk.array::<START_LEN>(span, span.at).map(|start| start.as_chunks::<4>().0);
    let Some(&[code, length]) = start else {
        walk.enter(Layer::Prism);
        return Claim::cut_link(LinkType::IEEE802_11_PRISM, span);
    };
    if avs::is_version(code) {
        return avs::read(walk, span);
    }
    walk.enter(Layer::Prism);
    // Codes are below 256, so that the order shows.
    let is_big_endian = matches!(code, [0, 0, 0, _]);
    let length =
        if is_big_endian { u32::from_be_bytes(length) } else { u32::from_le_bytes(length) };
    let length = usize::try_from(length).unwrap_or(usize::MAX).max(START_LEN);
    ieee80211::read(walk, span.skip(length))
}

//! 802.11 behind an AVS header (LINKTYPE_IEEE802_11_AVS): a version, the header's length, and more
//! about the packet.

use crate::claim::Claim;
use crate::layer::ieee80211;
use crate::span::Span;
use crate::walk::Walk;
use crate::{Layer, LinkType, Protocol, Reason};

/// The version and the header's length.
const START_LEN: usize = 8;

pub(crate) fn read(walk: &mut Walk<'_>, span: Span) -> Option<Claim> {
    walk.enter(Layer::Avs);
    let start = walk.array::<START_LEN>(span, span.at).map(|start| start.as_chunks::<4>().0);
    let Some(&[version, length]) = start else {
        return Claim::cut_link(LinkType::IEEE802_11_AVS, span);
    };
    if !is_version(version) {
        let protocol = Protocol::Link(LinkType::IEEE802_11_AVS.0);
        return Claim::unverifiable(protocol, span.at, Reason::Unsupported);
    }
    let length = usize::try_from(u32::from_be_bytes(length)).unwrap_or(usize::MAX);
    ieee80211::read(walk, span.skip(length.max(START_LEN)))
}

/// Whether these bytes start an AVS header: a fixed number and a version.
pub(crate) fn is_version([a, b, c, _]: [u8; 4]) -> bool {
    [a, b, c & 0xf0] == [0x80, 0x21, 0x10]
}

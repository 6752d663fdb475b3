//! The aggregate of frames in one of 802.11 (A-MSDU, IEEE 802.11-2020 § 9.3.2.2).

use crate::claim::Claim;
use crate::span::Span;
use crate::walk::{Next, Walk};
use crate::{Layer, LinkType};

/// Two addresses and the length of what follows.
const HEADER_LEN: usize = 14;
/// All frames but the last are padded to a multiple of this.
const ALIGNMENT: usize = 4;

/// Reads the first frame, and leaves the others for later.
pub(crate) fn read(walk: &mut Walk<'_>, span: Span) -> Option<Claim> {
    if span.len() < HEADER_LEN {
        // The end, or a frame check sequence that nothing speaks of.
        return None;
    }
    let Some([.., high, low]) = walk.array::<HEADER_LEN>(span, span.at) else {
        walk.enter(Layer::AMsdu);
        return Claim::cut_link(LinkType::IEEE802_11, span);
    };
    let length = usize::from(u16::from_be_bytes([*high, *low]));
    walk.push(
        Next::AMsdu,
        span.skip(HEADER_LEN.saturating_add(length).next_multiple_of(ALIGNMENT)),
    );
    walk.enter(Layer::AMsdu);
    walk.enter_subframe();
    walk.push(Next::Llc, span.skip(HEADER_LEN).resize(length));
    None
}

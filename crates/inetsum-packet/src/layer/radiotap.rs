//! 802.11 behind a radiotap header, in little-endian order (LINKTYPE_IEEE802_11_RADIOTAP).

use crate::claim::Claim;
use crate::layer::ieee80211;
use crate::span::Span;
use crate::walk::Walk;
use crate::{Layer, LinkType};

const HEADER_LEN: usize = 4;
/// Which fields are present, in words of which each announces the next one.
const PRESENT_LEN: usize = 4;
const TIMESTAMP_PRESENT: u32 = 1 << 0;
const FLAGS_PRESENT: u32 = 1 << 1;
const MORE_PRESENT: u32 = 1 << 31;
/// The timestamp stands before the flags, at a multiple of its length from the header's start.
const TIMESTAMP_LEN: usize = 8;

const HAS_CHECK_SEQUENCE: u8 = 0x10;
const IS_PADDED: u8 = 0x20;
const CHECK_SEQUENCE_LEN: usize = 4;

pub(crate) fn read(walk: &mut Walk<'_>, span: Span) -> Option<Claim> {
    walk.enter(Layer::Radiotap);
    let Some(&[_, _, low, high]) = walk.array::<HEADER_LEN>(span, span.at) else {
        return Claim::cut_link(LinkType::IEEE802_11_RADIOTAP, span);
    };
    let header_len = usize::from(u16::from_le_bytes([low, high])).max(HEADER_LEN);
    let flags = flags(walk, span.resize(header_len)).unwrap_or(0);
    let mut frame = span.skip(header_len);
    if flags & HAS_CHECK_SEQUENCE != 0 {
        walk.note_check_sequence();
        frame = frame.without_last(CHECK_SEQUENCE_LEN);
    }
    if flags & IS_PADDED != 0 {
        ieee80211::read_padded(walk, frame)
    } else {
        ieee80211::read(walk, frame)
    }
}

/// The flags of the frame, if the header has them.
fn flags(walk: &Walk<'_>, header: Span) -> Option<u8> {
    let present_at =
        |at| walk.array(header, header.offset(at)).map(|word| u32::from_le_bytes(*word));
    let present = present_at(HEADER_LEN)?;
    let mut at = HEADER_LEN.saturating_add(PRESENT_LEN);
    let mut last = present;
    while last & MORE_PRESENT != 0 {
        last = present_at(at)?;
        at = at.saturating_add(PRESENT_LEN);
    }
    if present & TIMESTAMP_PRESENT != 0 {
        at = at.next_multiple_of(TIMESTAMP_LEN).saturating_add(TIMESTAMP_LEN);
    }
    let [flags] = walk.array(header, header.offset(at))?;
    (present & FLAGS_PRESENT != 0).then_some(*flags)
}

//! Another link type behind a header with fields about the packet (LINKTYPE_PPI), in little-endian
//! order.

use crate::claim::Claim;
use crate::span::Span;
use crate::walk::{Next, Walk};
use crate::{Layer, LinkType};

const HEADER_LEN: usize = 8;
const FIELD_HEADER_LEN: usize = 4;
/// The field common to all 802.11 frames, and where its flags are.
const IEEE80211_COMMON: u16 = 2;
const IEEE80211_FLAGS: usize = 8;
const HAS_CHECK_SEQUENCE: u8 = 0x01;
const CHECK_SEQUENCE_LEN: usize = 4;

pub(crate) fn read(walk: &mut Walk<'_>, span: Span) -> Option<Claim> {
    walk.enter(Layer::Ppi);
    let Some(&[_, _, low, high, link @ ..]) = walk.array::<HEADER_LEN>(span, span.at) else {
        return Claim::cut_link(LinkType::PPI, span);
    };
    let header_len = usize::from(u16::from_le_bytes([low, high])).max(HEADER_LEN);
    let mut packet = span.skip(header_len);
    if has_check_sequence(walk, span.resize(header_len).skip(HEADER_LEN)) {
        walk.note_check_sequence();
        packet = packet.without_last(CHECK_SEQUENCE_LEN);
    }
    walk.push(Next::Link(LinkType(u32::from_le_bytes(link))), packet);
    None
}

/// Looks through the fields: type, length of the data, data.
fn has_check_sequence(walk: &Walk<'_>, mut fields: Span) -> bool {
    while let Some(&[a, b, c, d]) = walk.array::<FIELD_HEADER_LEN>(fields, fields.at) {
        let data = fields.skip(FIELD_HEADER_LEN);
        if u16::from_le_bytes([a, b]) == IEEE80211_COMMON {
            let flags = walk.array(data, data.offset(IEEE80211_FLAGS));
            return flags.is_some_and(|[flags]| flags & HAS_CHECK_SEQUENCE != 0);
        }
        fields = data.skip(u16::from_le_bytes([c, d]).into());
    }
    false
}

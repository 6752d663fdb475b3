//! 802.11 (IEEE 802.11-2020 § 9.2): data frames, and in them LLC or an aggregate of frames.

use crate::claim::Claim;
use crate::span::Span;
use crate::walk::{Next, Walk};
use crate::{Layer, LinkType, Protocol, Reason};

/// Up to the sequence control, which starts with the number of the fragment.
const MIN_HEADER_LEN: usize = 24;
const SEQUENCE_CONTROL: usize = 22;
const FRAGMENT_NUMBER: u8 = 0x0f;
const FOURTH_ADDRESS_LEN: usize = 6;
const QOS_CONTROL_LEN: usize = 2;
const HT_CONTROL_LEN: usize = 4;

/// The bits of the first byte.
const VERSION: u8 = 0x03;
const TYPE: u8 = 0x0c;
const DATA: u8 = 0x08;
const WITHOUT_DATA: u8 = 0x40;
const WITH_QOS: u8 = 0x80;
/// The bits of the second byte.
const TO_AND_FROM_DISTRIBUTION: u8 = 0x03;
const MORE_FRAGMENTS: u8 = 0x04;
const PROTECTED: u8 = 0x40;
const HAS_HT_CONTROL: u8 = 0x80;
/// The bit of the first byte of the QoS control.
const IS_AGGREGATE: u8 = 0x80;

pub(crate) fn read(walk: &mut Walk<'_>, span: Span) -> Option<Claim> {
    read_aligned(walk, span, 1)
}

/// Reads a frame whose header is padded to a multiple of four bytes.
pub(crate) fn read_padded(walk: &mut Walk<'_>, span: Span) -> Option<Claim> {
    read_aligned(walk, span, 4)
}

fn read_aligned(walk: &mut Walk<'_>, span: Span, alignment: usize) -> Option<Claim> {
    walk.enter(Layer::Ieee80211);
    let Some(&[kind, flags]) = walk.array(span, span.at) else {
        return Claim::cut_link(LinkType::IEEE802_11, span);
    };
    if kind & VERSION != 0 {
        return unverifiable(span, Reason::Unsupported);
    }
    // Frames of management and control carry no data.
    if kind & TYPE != DATA || kind & WITHOUT_DATA != 0 {
        return None;
    }
    let Some(Header { len, fragment, is_aggregate }) = Header::of(walk, span, kind, flags) else {
        return Claim::cut_link(LinkType::IEEE802_11, span);
    };
    let body = span.skip(len.next_multiple_of(alignment));
    if flags & PROTECTED != 0 {
        return unverifiable(body, Reason::Encrypted);
    }
    if fragment != 0 {
        return unverifiable(body, Reason::Fragment);
    }
    let next = if is_aggregate { Next::AMsdu } else { Next::Llc };
    walk.push(next, body.loose_if(flags & MORE_FRAGMENTS != 0));
    None
}

fn unverifiable(span: Span, reason: Reason) -> Option<Claim> {
    Claim::unverifiable(Protocol::Link(LinkType::IEEE802_11.0), span.at, reason)
}

/// The header of a data frame.
struct Header {
    len: usize,
    /// The number of the fragment.
    fragment: u8,
    is_aggregate: bool,
}

impl Header {
    fn of(walk: &Walk<'_>, span: Span, kind: u8, flags: u8) -> Option<Header> {
        let [sequence_control, _] = walk.array(span, span.offset(SEQUENCE_CONTROL))?;
        let mut header = Header {
            len: MIN_HEADER_LEN,
            fragment: sequence_control & FRAGMENT_NUMBER,
            is_aggregate: false,
        };
        if flags & TO_AND_FROM_DISTRIBUTION == TO_AND_FROM_DISTRIBUTION {
            header.len = header.len.saturating_add(FOURTH_ADDRESS_LEN);
        }
        if kind & WITH_QOS != 0 {
            let [qos_control, _] = walk.array(span, span.offset(header.len))?;
            header.is_aggregate = qos_control & IS_AGGREGATE != 0;
            header.len = header.len.saturating_add(QOS_CONTROL_LEN);
            if flags & HAS_HT_CONTROL != 0 {
                header.len = header.len.saturating_add(HT_CONTROL_LEN);
            }
        }
        Some(header)
    }
}

//! The version of GRE that PPTP uses for PPP (RFC 2637 § 4.1). It has no checksum.

use crate::claim::Claim;
use crate::ip_payload::IpPayload;
use crate::span::Span;
use crate::walk::{Next, Walk};
use crate::{Protocol, Reason};

const MIN_HEADER_LEN: usize = 8;
const PPP: u16 = 0x880b;

/// A key, and version 1.
const ALWAYS: u16 = 0x2001;
const SEQUENCE_PRESENT: u16 = 0x1000;
const ACKNOWLEDGMENT_PRESENT: u16 = 0x0080;

pub(crate) fn read(walk: &mut Walk<'_>, payload: &IpPayload, span: Span) -> Option<Claim> {
    let Some(&[a, b, c, d, len_high, len_low, ..]) = walk.array::<MIN_HEADER_LEN>(span, span.at)
    else {
        return Claim::unverifiable(Protocol::Gre, span.at, Reason::Truncated);
    };
    let flags = u16::from_be_bytes([a, b]);
    let optional = SEQUENCE_PRESENT | ACKNOWLEDGMENT_PRESENT;
    if flags & !optional != ALWAYS || u16::from_be_bytes([c, d]) != PPP {
        return Claim::unverifiable(Protocol::Gre, span.at, Reason::Unsupported);
    }
    let words = usize::try_from((flags & optional).count_ones()).unwrap_or(0);
    let behind = span.skip(MIN_HEADER_LEN.saturating_add(words.saturating_mul(4)));
    let frame = behind.resize(u16::from_be_bytes([len_high, len_low]).into());
    // A first fragment holds only the start of it.
    if frame.end > span.end && payload.obstacle().is_none() {
        return Claim::unverifiable(Protocol::Gre, span.at, Reason::BadLength);
    }
    if frame.len() > 0 {
        walk.push_inner(Next::Ppp, frame);
    }
    Claim::absent(Protocol::Gre, span.at)
}

//! The verdict on a checksum: the one place that compares sums.

use core::ops::Range;

use inetsum::Sum;

use crate::walk::{Span, Walk};
use crate::{ChecksumField, Protocol, PseudoHeader, Reason, Verdict};

/// What a stored zero means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Zero {
    /// A value like any other.
    Value,
    /// A value like any other; where it is wrong, the network card was to fill it in.
    Unfinished,
    /// The sender sent no checksum.
    Absent,
    /// The sender must not do so.
    Forbidden,
}

/// A checksum that a header claims to have.
#[derive(Debug, Clone)]
pub(crate) struct Claim {
    pub(crate) protocol: Protocol,
    /// Where the field starts in the frame.
    pub(crate) at: usize,
    /// What it covers; the field lies within, at an even distance from the start.
    pub(crate) covers: Range<usize>,
    pub(crate) pseudo_header: Option<PseudoHeader>,
    pub(crate) zero: Zero,
    /// A computed 0 is sent as 0xffff (RFC 768, RFC 3828).
    pub(crate) zero_is_sent_as_ffff: bool,
    /// Why it can't be verified, as far as the headers tell.
    pub(crate) obstacle: Option<Reason>,
}

impl Claim {
    /// A checksum over the whole of `span`, with the field `offset` bytes into it.
    pub(crate) fn over(protocol: Protocol, span: Span, offset: usize) -> Claim {
        Claim {
            protocol,
            at: span.offset(offset),
            covers: span.at..span.end,
            pseudo_header: None,
            zero: Zero::Value,
            zero_is_sent_as_ffff: false,
            obstacle: None,
        }
    }

    fn contains_its_field(&self) -> bool {
        self.covers.start <= self.at && self.at.saturating_add(2) <= self.covers.end
    }
}

/// Reads the field and judges it.
pub(crate) fn judge(walk: &Walk<'_>, span: Span, claim: Claim) -> Option<ChecksumField> {
    let mut field = walk.unverifiable(claim.protocol, claim.at, Reason::Truncated)?;
    let fits = claim.contains_its_field();
    let (zero, obstacle) = (claim.zero, claim.obstacle);
    field.covers = claim.covers;
    field.pseudo_header = claim.pseudo_header;
    field.zero_is_sent_as_ffff = claim.zero_is_sent_as_ffff;
    if let Some(stored) = walk.array(span, claim.at) {
        field.stored = u16::from_be_bytes(*stored);
        field.captured = true;
    }
    field.verdict = if field.captured && field.stored == 0 && zero == Zero::Absent {
        Verdict::Absent
    } else if let Some(reason) = obstacle {
        Verdict::Unverifiable(reason)
    } else if !fits {
        Verdict::Unverifiable(Reason::BadLength)
    } else {
        match walk.bytes(span, field.covers.start, field.covers.end) {
            Some(covered) => compare(&field, zero, covered, walk.frame()),
            None => Verdict::Unverifiable(Reason::Truncated),
        }
    };
    Some(field)
}

fn compare(field: &ChecksumField, zero: Zero, covered: &[u8], frame: &[u8]) -> Verdict {
    let pseudo_header = field.pseudo_header.as_ref().map_or(Sum::ZERO, PseudoHeader::sum);
    // Both have an even length, so the sum does not care about their order.
    let valid = pseudo_header.combine(inetsum::sum(covered)).is_valid();
    // Every other stored value has one representation only (RFC 1624 § 3).
    if valid && field.stored != 0 && field.stored != 0xffff {
        return Verdict::Correct;
    }
    let Some(expected) = field.compute(frame) else {
        return Verdict::Unverifiable(Reason::Truncated);
    };
    if field.stored == expected {
        Verdict::Correct
    } else if valid && field.stored == 0xffff {
        Verdict::Noncanonical
    } else if field.stored == 0 && zero == Zero::Forbidden {
        Verdict::ZeroForbidden { expected }
    } else if field.stored == 0 && zero == Zero::Unfinished || is_left_to_the_card(field) {
        Verdict::Offloaded { expected }
    } else {
        Verdict::Wrong { expected }
    }
}

/// Whether the field holds the folded pseudo-header, not complemented, with or without the length.
fn is_left_to_the_card(field: &ChecksumField) -> bool {
    field.pseudo_header.is_some_and(|pseudo_header| {
        [pseudo_header.sum(), pseudo_header.without_length().sum()]
            .iter()
            .any(|sum| sum.fold() == field.stored)
    })
}

//! The verdict on a checksum: the one place that compares sums.

use core::ops::Range;

use inetsum::Sum;

use crate::span::Span;
use crate::walk::Walk;
use crate::{ChecksumField, Note, Protocol, PseudoHeader, Reason, Verdict};

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
    /// What of that is not summed: behind the field, as even in place and length.
    pub(crate) omits: Range<usize>,
    pub(crate) pseudo_header: Option<PseudoHeader>,
    pub(crate) zero: Zero,
    /// A computed 0 is sent as 0xffff (RFC 768, RFC 3828), as 0 would say that there is none.
    pub(crate) zero_is_sent_as_ffff: bool,
    /// Why it can't be verified, as far as the headers tell.
    pub(crate) obstacle: Option<Reason>,
    pub(crate) note: Option<Note>,
}

impl Claim {
    /// A checksum over the whole of `span`, with the field `offset` bytes into it.
    pub(crate) fn over(protocol: Protocol, span: Span, offset: usize) -> Claim {
        // A jumbo payload option may state an end before the start.
        let end = span.end.max(span.at);
        Claim {
            protocol,
            at: span.offset(offset),
            covers: span.at..end,
            omits: end..end,
            pseudo_header: None,
            zero: Zero::Value,
            zero_is_sent_as_ffff: false,
            obstacle: None,
            note: None,
        }
    }

    fn contains_its_field(&self) -> bool {
        self.covers.start <= self.at && self.at.saturating_add(2) <= self.covers.end
    }
}

/// Reads the field and judges it.
pub(crate) fn judge(walk: &Walk<'_>, span: Span, claim: Claim) -> Option<ChecksumField> {
    if walk.is_scouting() {
        return None;
    }
    let mut field = walk.unverifiable(claim.protocol, claim.at, Reason::Truncated)?;
    let fits = claim.contains_its_field();
    let (zero, obstacle) = (claim.zero, claim.obstacle);
    field.covers = claim.covers;
    field.omits = claim.omits;
    field.pseudo_header = claim.pseudo_header;
    field.zero_is_sent_as_ffff = claim.zero_is_sent_as_ffff;
    read_stored(walk, span, &mut field);
    let covered = walk.bytes(span, field.covers.start, field.covers.end);
    field.computable = obstacle.is_none() && fits && covered.is_some();
    field.verdict = match covered {
        _ if field.captured && field.stored == 0 && zero == Zero::Absent => Verdict::Absent,
        _ if obstacle.is_some() || !fits => {
            Verdict::Unverifiable(obstacle.unwrap_or(Reason::BadLength))
        }
        None => Verdict::Unverifiable(Reason::Truncated),
        Some(covered) => compare(&field, zero, covered, walk.frame()),
    };
    let is_judged = !matches!(field.verdict, Verdict::Absent | Verdict::Unverifiable(_));
    let of_addresses = claim.pseudo_header.and_then(|pseudo_header| pseudo_header.note);
    field.note = claim.note.or(of_addresses).filter(|_| is_judged);
    Some(field)
}

/// Judges a checksum that senders compute in either of two forms: by `claim`, and where it is wrong
/// by that, by `other`. One that is wrong by both should have the form of the first.
pub(crate) fn judge_either(
    walk: &Walk<'_>,
    span: Span,
    claim: Claim,
    other: Claim,
) -> Option<ChecksumField> {
    let field = judge(walk, span, claim)?;
    if !field.verdict.is_bad() {
        return Some(field);
    }
    // One that can't be verified in the other form is not known to be wrong.
    judge(walk, span, other).filter(|other| !other.verdict.is_bad()).or(Some(field))
}

/// Reads a field whose sender computes no checksum, whatever stands in it.
pub(crate) fn not_computed(
    walk: &Walk<'_>,
    span: Span,
    protocol: Protocol,
    at: usize,
) -> Option<ChecksumField> {
    let mut field = walk.no_field(protocol, at, Verdict::Absent)?;
    read_stored(walk, span, &mut field);
    Some(field)
}

fn read_stored(walk: &Walk<'_>, span: Span, field: &mut ChecksumField) {
    if let Some(stored) = walk.array(span, field.at) {
        field.stored = u16::from_be_bytes(*stored);
        field.captured = true;
    }
}

fn compare(field: &ChecksumField, zero: Zero, covered: &[u8], frame: &[u8]) -> Verdict {
    let pseudo_header = field.pseudo_header.as_ref().map_or(Sum::ZERO, PseudoHeader::sum);
    // All have an even length but what is covered, so the sum does not care about their order.
    let valid = pseudo_header.combine(sum_covered(field, covered)).is_valid();
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

fn sum_covered(field: &ChecksumField, covered: &[u8]) -> Sum {
    if field.omits.is_empty() {
        return inetsum::sum(covered);
    }
    let before = field.omits.start.saturating_sub(field.covers.start);
    let (before, rest) = covered.split_at_checked(before).unwrap_or((covered, &[]));
    let behind = rest.get(field.omits.len()..).unwrap_or_default();
    *inetsum::sum(before).push(behind)
}

/// Whether the field holds the folded pseudo-header, not complemented, with or without the length.
fn is_left_to_the_card(field: &ChecksumField) -> bool {
    field.pseudo_header.is_some_and(|pseudo_header| {
        [pseudo_header.sum(), pseudo_header.without_length().sum()]
            .iter()
            .any(|sum| sum.fold() == field.stored)
    })
}

/// Brings what a wrong `field` is expected to hold to what it will be once the checksums inside it
/// are right; `inner` is about to yield them.
pub(crate) fn settle(field: &mut ChecksumField, mut inner: Walk<'_>) {
    let (Verdict::Wrong { expected }
    | Verdict::Offloaded { expected }
    | Verdict::ZeroForbidden { expected }) = &mut field.verdict
    else {
        return;
    };
    // What the last checksum looked at covers. Once that is right, its bytes sum to zero whatever
    // is written further inside, so nothing in there counts again.
    let mut settled = 0..0;
    while let Some(inside) = inner.next_as_is() {
        let counts = field.covers.contains(&inside.at) && !settled.contains(&inside.at);
        if !counts || inside.quoted || !inside.computable || inside.verdict == Verdict::Absent {
            continue;
        }
        if let Some(right) = inside.expected().filter(|_| inside.verdict.is_bad()) {
            let offset = inside.at.saturating_sub(field.covers.start);
            let sum = Sum::from_word(!*expected)
                .remove(Sum::from_word(inside.stored).at_offset(offset))
                .combine(Sum::from_word(right).at_offset(offset));
            *expected =
                if field.zero_is_sent_as_ffff { sum.udp_checksum() } else { sum.checksum() };
        }
        settled = inside.covers;
        if field.covers.end <= settled.end {
            break;
        }
    }
    // As where a sender sums the outside for the day when its network card has completed the
    // inside.
    if *expected == field.stored {
        field.verdict = Verdict::Correct;
    }
}

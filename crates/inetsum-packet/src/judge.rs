//! The verdict on a checksum: the one place that compares sums.

use inetsum::Sum;

use crate::claim::{Claim, Zero, complement};
use crate::span::Span;
use crate::walk::Walk;
use crate::{ChecksumField, PseudoHeader, Reason, Verdict};

/// Reads the field that the header read last claims to have, and judges it by the bytes as they
/// are.
#[inline]
pub(crate) fn judge(walk: &Walk<'_>, claim: &Claim) -> ChecksumField {
    let frame = walk.frame();
    let (stored, covered) = (claim.stored(frame), claim.covered(frame));
    walk.field(claim, stored, covered.is_some(), verdict(claim, stored, covered, frame))
}

/// Chooses between two forms in which senders compute a checksum: `claim`, and where it is wrong by
/// that, `other`. One that is wrong by both should have the form of the first.
pub(crate) fn judge_either(
    walk: &Walk<'_>,
    span: Span,
    claim: Claim,
    other: Claim,
) -> Option<Claim> {
    let frame = walk.frame();
    let is_bad =
        |claim: &Claim| verdict(claim, claim.stored(frame), claim.covered(frame), frame).is_bad();
    let (claim, other) = (claim.read_in(span)?, other.read_in(span)?);
    // One that can't be verified in the other form is not known to be wrong.
    Some(if is_bad(&claim) && !is_bad(&other) { other } else { claim })
}

fn verdict(claim: &Claim, stored: Option<u16>, covered: Option<&[u8]>, frame: &[u8]) -> Verdict {
    match (claim.known, stored, covered) {
        (Some(known), ..) => known,
        (None, Some(0), _) if claim.zero == Zero::Absent => Verdict::Absent,
        // What is covered holds the field.
        (None, Some(stored), Some(covered)) => compare(claim, stored, covered, frame),
        _ => Verdict::Unverifiable(claim.objection().unwrap_or(Reason::Truncated)),
    }
}

fn compare(claim: &Claim, stored: u16, covered: &[u8], frame: &[u8]) -> Verdict {
    let pseudo_header = claim.pseudo_header.as_ref().map_or(Sum::ZERO, PseudoHeader::sum);
    let valid = pseudo_header.combine(sum_covered(claim, covered)).is_valid();
    // Every other stored value has one representation only (RFC 1624 § 3).
    if valid && stored != 0 && stored != 0xffff {
        return Verdict::Correct;
    }
    let Some(expected) = claim.expected(frame) else {
        return Verdict::Unverifiable(Reason::Truncated);
    };
    if stored == expected {
        Verdict::Correct
    } else if valid && stored == 0xffff {
        Verdict::Noncanonical
    } else if stored == 0 && claim.zero == Zero::Forbidden {
        Verdict::ZeroForbidden { expected }
    } else if stored == 0 && claim.zero == Zero::Unfinished || is_left_to_the_card(claim, stored) {
        Verdict::Offloaded { expected }
    } else {
        Verdict::Wrong { expected }
    }
}

/// All parts have an even length but the last, so the sum does not care about their order.
fn sum_covered(claim: &Claim, covered: &[u8]) -> Sum {
    if claim.omits.is_empty() {
        return inetsum::sum(covered);
    }
    let before = claim.omits.start.saturating_sub(claim.covers.start);
    let (before, rest) = covered.split_at_checked(before).unwrap_or((covered, &[]));
    let behind = rest.get(claim.omits.len()..).unwrap_or_default();
    *inetsum::sum(before).push(behind)
}

/// Whether the field holds the folded pseudo-header, not complemented, with or without the length.
fn is_left_to_the_card(claim: &Claim, stored: u16) -> bool {
    claim.pseudo_header.is_some_and(|pseudo_header| {
        [pseudo_header.sum(), pseudo_header.without_length().sum()]
            .iter()
            .any(|sum| sum.fold() == stored)
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
            *expected = complement(sum, field.zero_is_sent_as_ffff);
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

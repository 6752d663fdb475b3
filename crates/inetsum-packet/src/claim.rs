//! What a header claims of its checksum.

use core::ops::Range;

use inetsum::Sum;

use crate::span::Span;
use crate::{LinkType, Note, Protocol, PseudoHeader, Reason, Verdict};

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

/// A checksum that a header claims to have, or what is to be said in its place.
#[derive(Debug, Clone)]
pub(crate) struct Claim {
    pub(crate) protocol: Protocol,
    /// Where the field starts in the frame; if there is none, where the protocol starts.
    pub(crate) at: usize,
    /// Whether there is a field, captured or not.
    pub(crate) has_field: bool,
    /// What it covers; the field lies within, at an even distance from the start.
    pub(crate) covers: Range<usize>,
    /// What of that is not summed: behind the field, as even in place and length.
    pub(crate) omits: Range<usize>,
    /// Where the bytes end that it may be read from.
    pub(crate) limit: usize,
    pub(crate) pseudo_header: Option<PseudoHeader>,
    pub(crate) zero: Zero,
    /// A computed 0 is sent as 0xffff (RFC 768, RFC 3828), as 0 would say that there is none.
    pub(crate) zero_is_sent_as_ffff: bool,
    /// Why it can't be verified, as far as the headers tell.
    pub(crate) obstacle: Option<Reason>,
    /// The verdict, where that does not depend on a sum.
    pub(crate) known: Option<Verdict>,
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
            has_field: true,
            covers: span.at..end,
            omits: end..end,
            limit: span.limit,
            pseudo_header: None,
            zero: Zero::Value,
            zero_is_sent_as_ffff: false,
            obstacle: None,
            known: None,
            note: None,
        }
    }

    /// No checksum of `protocol`, which starts at `at`.
    fn none(protocol: Protocol, at: usize, verdict: Verdict) -> Claim {
        Claim {
            protocol,
            at,
            has_field: false,
            covers: at..at,
            omits: at..at,
            limit: at,
            pseudo_header: None,
            zero: Zero::Value,
            zero_is_sent_as_ffff: false,
            obstacle: None,
            known: Some(verdict),
            note: None,
        }
    }

    /// A header of `protocol` at `at` that has no checksum, as it may.
    pub(crate) fn absent(protocol: Protocol, at: usize) -> Option<Claim> {
        Some(Claim::none(protocol, at, Verdict::Absent))
    }

    /// A checksum of `protocol` that can't be looked for at `at`.
    pub(crate) fn unverifiable(protocol: Protocol, at: usize, reason: Reason) -> Option<Claim> {
        Some(Claim::none(protocol, at, Verdict::Unverifiable(reason)))
    }

    /// The header of a link type at the start of `span`, cut, so that what follows it is not known.
    pub(crate) fn cut_link(link: LinkType, span: Span) -> Option<Claim> {
        Claim::unverifiable(Protocol::Link(link.0), span.at, Reason::Truncated)
    }

    /// A field at `at` whose sender computes no checksum, whatever stands in it.
    pub(crate) fn not_computed(protocol: Protocol, span: Span, at: usize) -> Option<Claim> {
        let none = Claim::none(protocol, at, Verdict::Absent);
        Some(Claim { has_field: true, limit: span.limit, ..none })
    }

    /// The claim, its bytes as far as they were captured in `span`.
    pub(crate) fn read_in(mut self, span: Span) -> Option<Claim> {
        self.limit = span.limit;
        Some(self)
    }

    /// What stands in the field, if it was captured.
    pub(crate) fn stored(&self, frame: &[u8]) -> Option<u16> {
        let bytes = frame.get(self.at..self.limit).filter(|_| self.has_field)?;
        bytes.first_chunk().map(|field| u16::from_be_bytes(*field))
    }

    /// The bytes covered, the field among them; `None` if they can't be summed.
    pub(crate) fn covered<'f>(&self, frame: &'f [u8]) -> Option<&'f [u8]> {
        let is_known = self.known.is_none() && self.objection().is_none();
        frame.get(self.covers.clone()).filter(|_| is_known && self.covers.end <= self.limit)
    }

    /// Why it can't be verified, however much was captured.
    pub(crate) fn objection(&self) -> Option<Reason> {
        let contains_its_field =
            self.covers.start <= self.at && self.at.saturating_add(2) <= self.covers.end;
        self.obstacle.or(if contains_its_field { None } else { Some(Reason::BadLength) })
    }

    /// What belongs into the field, by the bytes that `frame` holds.
    pub(crate) fn expected(&self, frame: &[u8]) -> Option<u16> {
        let rest = sum_without_field(
            frame,
            self.at,
            &self.covers,
            &self.omits,
            self.pseudo_header.as_ref(),
        )?;
        Some(complement(rest, self.zero_is_sent_as_ffff))
    }
}

/// Sums what a checksum at `at` covers, itself left out. `None` if `frame` does not hold all of it.
pub(crate) fn sum_without_field(
    frame: &[u8],
    at: usize,
    covers: &Range<usize>,
    omits: &Range<usize>,
    pseudo_header: Option<&PseudoHeader>,
) -> Option<Sum> {
    let field_end = at.checked_add(2)?;
    let mut total = pseudo_header.map_or(Sum::ZERO, PseudoHeader::sum);
    total.push(frame.get(covers.start..at)?);
    total.push_word(0);
    total.push(frame.get(field_end..omits.start)?);
    total.push(frame.get(omits.end..covers.end)?);
    Some(total)
}

/// The checksum that is sent for a sum.
pub(crate) fn complement(sum: Sum, zero_is_sent_as_ffff: bool) -> u16 {
    if zero_is_sent_as_ffff { sum.udp_checksum() } else { sum.checksum() }
}

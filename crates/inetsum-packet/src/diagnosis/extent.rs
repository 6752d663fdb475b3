//! Checksums of fewer or of more bytes than those covered.

use inetsum::Sum;

use super::hypotheses::{Case, SHORT_HEADERS};
use super::ip_header::IpHeader;
use crate::{ChecksumField, Diagnosis, PseudoHeader};

/// The sum of the bytes from the start of those covered to `end`, the field left out.
pub(super) fn sum_up_to(field: &ChecksumField, frame: &[u8], end: usize) -> Option<Sum> {
    let behind_field = field.at.checked_add(2)?;
    let mut total = inetsum::sum(frame.get(field.covers.start..field.at)?);
    total.push_word(0).push(frame.get(behind_field..end)?);
    Some(total)
}

impl Case<'_> {
    pub(super) fn other_extent(&self) -> Option<Diagnosis> {
        self.find(self.odd_bytes())
            .or_else(|| self.find(SHORT_HEADERS.map(|bytes| self.first_bytes(bytes))))
            .or_else(|| self.find(self.bytes_behind()))
    }

    /// The sum with the pseudo-header of what is covered.
    fn total_up_to(&self, end: usize) -> Option<Sum> {
        let pseudo_header = self.pseudo_header.map_or(Sum::ZERO, PseudoHeader::sum);
        sum_up_to(self.field, self.frame, end).map(|sum| pseudo_header.combine(sum))
    }

    /// The last byte, of an odd number, treated otherwise.
    fn odd_bytes(&self) -> [(Option<Sum>, Diagnosis); 2] {
        let covers = &self.field.covers;
        let last = covers.end.checked_sub(1).filter(|_| covers.len() % 2 == 1);
        let left_out = last.and_then(|last| self.total_up_to(last));
        let byte = last.and_then(|last| self.frame.get(last)).copied().map(u16::from);
        let misplaced = left_out.zip(byte).map(|(sum, byte)| sum.combine(Sum::from_word(byte)));
        [(left_out, Diagnosis::LastByteLeftOut), (misplaced, Diagnosis::LastByteMisplaced)]
    }

    fn first_bytes(&self, bytes: usize) -> (Option<Sum>, Diagnosis) {
        let covers = &self.field.covers;
        let total = (bytes < covers.len())
            .then(|| self.total_up_to(covers.start.saturating_add(bytes)))
            .flatten();
        (total, Diagnosis::FirstBytes { bytes })
    }

    /// One byte behind, the rest of the packet, the rest of the frame; each counted in the
    /// pseudo-header's length or not.
    fn bytes_behind(&self) -> impl Iterator<Item = (Option<Sum>, Diagnosis)> {
        let end = self.field.covers.end;
        let packet_end = self.ip.as_ref().and_then(IpHeader::packet_len).zip(self.field.ip_at);
        let ends = [
            end.checked_add(1),
            packet_end.and_then(|(len, at)| at.checked_add(len)),
            Some(self.frame.len()),
        ];
        ends.into_iter().flatten().filter_map(move |to| to.checked_sub(end)).flat_map(|bytes| {
            [false, true].map(|counted| {
                (self.with_bytes_behind(bytes, counted), Diagnosis::BytesBehind { bytes, counted })
            })
        })
    }

    fn with_bytes_behind(&self, bytes: usize, counted: bool) -> Option<Sum> {
        let total = self.total_up_to(self.field.covers.end.checked_add(bytes)?)?;
        if !counted {
            return Some(total);
        }
        self.pseudo_header?;
        Some(total.combine(Sum::from_word(u16::try_from(bytes).ok()?)))
    }
}

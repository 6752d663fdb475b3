//! FIX: writes the checksums of a frame, innermost first, and nothing else.

use crate::walk::Walk;
use crate::{ChecksumField, LinkType, Verdict};

/// Most checksums that a frame can hold: 16 IP packets in one another, each with one of its own,
/// one of its upper layer and one of an ICMP extension.
const MAX_FIELDS: usize = 48;

/// What [`fix`] did.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fixed {
    /// The number of checksums written.
    pub written: usize,
}

/// Writes every checksum of the frame that is wrong, offloaded or a forbidden zero.
///
/// What is not verifiable, absent, or part of a packet that another quotes (see
/// [`quoted`](ChecksumField::quoted)) stays as it is.
/// Sums that cover one that was written are made right again if they were right before. The
/// parameters are those of [`checksum_fields`](crate::checksum_fields).
///
/// # Examples
///
/// See the [crate's documentation](crate).
pub fn fix(frame: &mut [u8], link: LinkType, original_len: usize) -> Fixed {
    fix_where(frame, link, original_len, |field| !field.quoted && field.verdict.is_bad())
}

/// Writes those checksums of the frame that `wanted` picks.
///
/// Only a field that was captured and can be computed is written, and only if it differs. Sums that
/// cover one that was written are made right again if they were right before, wanted or not.
///
/// # Examples
///
/// ```
/// use inetsum_packet::{LinkType, Protocol, fix_where};
///
/// let mut frame = *b"\x45\0\0\x14\0\0\0\0\x40\xfd\0\0\xc0\0\x02\x01\xc6\x33\x64\x02";
/// let len = frame.len();
/// let only_tcp = fix_where(&mut frame, LinkType::RAW, len, |field| {
///     field.protocol == Protocol::Tcp && field.verdict.is_bad()
/// });
/// assert_eq!(only_tcp.written, 0);
/// ```
pub fn fix_where(
    frame: &mut [u8],
    link: LinkType,
    original_len: usize,
    mut wanted: impl FnMut(&ChecksumField) -> bool,
) -> Fixed {
    let mut fields = [const { None::<ChecksumField> }; MAX_FIELDS];
    for (slot, field) in fields.iter_mut().zip(Walk::new(frame, link, original_len)) {
        *slot = Some(field);
    }
    let mut written = Written { offsets: [0; MAX_FIELDS], count: 0 };
    for field in fields.iter().rev().flatten() {
        if field.captured && (wanted(field) || written.makes_stale(field)) {
            write(frame, field, &mut written);
        }
    }
    Fixed { written: written.count }
}

/// Where checksums were written so far.
struct Written {
    offsets: [usize; MAX_FIELDS],
    count: usize,
}

impl Written {
    /// Whether `field` was right and covers one that was written.
    fn makes_stale(&self, field: &ChecksumField) -> bool {
        matches!(field.verdict, Verdict::Correct | Verdict::Noncanonical)
            && self.offsets.iter().take(self.count).any(|at| field.covers.contains(at))
    }

    fn note(&mut self, at: usize) {
        if let Some(free) = self.offsets.get_mut(self.count) {
            *free = at;
            self.count = self.count.saturating_add(1);
        }
    }
}

fn write(frame: &mut [u8], field: &ChecksumField, written: &mut Written) {
    if let Some(checksum) = field.compute(frame)
        && let Some(place) = frame.get_mut(field.at..).and_then(|tail| tail.first_chunk_mut())
        && *place != checksum.to_be_bytes()
    {
        *place = checksum.to_be_bytes();
        written.note(field.at);
    }
}

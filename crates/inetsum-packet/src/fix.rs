//! FIX: writes the checksums of a frame, innermost first, and nothing else.

use core::ops::Range;

use crate::walk::Walk;
use crate::{ChecksumField, LinkType, Verdict};

/// Most checksums of a [`Group`]: 16 IP packets in one another, each with one of its own, one of its
/// upper layer and one of an ICMP extension or of GRE over UDP. Only an aggregate (802.11) holds packets beside each
/// other, and its frames are groups of their own, however many they are.
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
    wanted: impl FnMut(&ChecksumField) -> bool,
) -> Fixed {
    fix_walk(frame, |frame| Walk::new(frame, link, original_len), wanted)
}

/// [`fix_where`] for what the walk that `begin` begins goes through.
pub(crate) fn fix_walk(
    bytes: &mut [u8],
    begin: impl Fn(&[u8]) -> Walk<'_>,
    mut wanted: impl FnMut(&ChecksumField) -> bool,
) -> Fixed {
    let mut walk = begin(bytes);
    let mut group = Group::EMPTY;
    let mut written = 0usize;
    while let Some(field) = walk.next() {
        if field.subframe != group.subframe {
            let paused = walk.pause();
            written = written.saturating_add(group.write(bytes, &mut wanted));
            walk = paused.resume(bytes);
            group.subframe = field.subframe;
        }
        group.add(field);
    }
    written = written.saturating_add(group.write(bytes, &mut wanted));
    Fixed { written }
}

/// Writes bytes that were found elsewhere, such as a checksum over several frames.
///
/// Sums that cover them are made right again if they were right before. Nothing is written unless
/// all of `replacement` fits into the frame at `at`. [`Fixed::written`] counts the sums only.
///
/// # Examples
///
/// ```
/// use inetsum_packet::{LinkType, overwrite};
///
/// // GRE with a checksum, around a protocol that is not known.
/// let mut frame = *b"\x45\0\0\x20\0\0\0\0\x40\x2f\xa6\xcb\xc0\0\x02\x01\xc6\x33\x64\x02\
///     \x80\0\x12\x34\x6d\xcb\0\0\0\0\0\0";
/// let len = frame.len();
/// assert_eq!(overwrite(&mut frame, LinkType::RAW, len, 30, &[0x6d, 0xcb]).written, 1);
/// assert_eq!(frame[24..], [0, 0, 0, 0, 0, 0, 0x6d, 0xcb]);
/// ```
pub fn overwrite(
    frame: &mut [u8],
    link: LinkType,
    original_len: usize,
    at: usize,
    replacement: &[u8],
) -> Fixed {
    let end = at.saturating_add(replacement.len());
    let mut group = Group { replaced: at..end, ..Group::EMPTY };
    // The bytes lie in one frame of an aggregate at most.
    for field in Walk::new(frame, link, original_len)
        .filter(|field| field.covers.start < end && at < field.covers.end)
    {
        group.add(field);
    }
    let Some(place) = frame.get_mut(at..end) else { return Fixed::default() };
    place.copy_from_slice(replacement);
    Fixed { written: group.write(frame, &mut |_| false) }
}

/// The checksums of one frame of an aggregate, or of all that there is: no checksum covers two frames.
struct Group {
    subframe: u32,
    fields: [Option<ChecksumField>; MAX_FIELDS],
    count: usize,
    /// What was written before.
    replaced: Range<usize>,
}

impl Group {
    const EMPTY: Group =
        Group { subframe: 0, fields: [const { None }; MAX_FIELDS], count: 0, replaced: 0..0 };

    fn add(&mut self, field: ChecksumField) {
        if let Some(free) = self.fields.get_mut(self.count) {
            *free = Some(field);
            self.count = self.count.saturating_add(1);
        }
    }

    fn fields(&self) -> impl DoubleEndedIterator<Item = &ChecksumField> {
        self.fields.get(..self.count).unwrap_or_default().iter().flatten()
    }

    /// Writes the wanted ones and those that go stale by it, and empties the group.
    fn write(
        &mut self,
        frame: &mut [u8],
        wanted: &mut impl FnMut(&ChecksumField) -> bool,
    ) -> usize {
        let replaced = self.replaced.clone();
        let mut written = Written { offsets: [0; MAX_FIELDS], count: 0, replaced };
        for field in self.fields().rev() {
            if field.captured && (wanted(field) || written.makes_stale(field)) {
                write(frame, field, &mut written);
            }
        }
        self.count = 0;
        written.count
    }
}

/// Where checksums were written so far.
struct Written {
    offsets: [usize; MAX_FIELDS],
    count: usize,
    /// What was written before.
    replaced: Range<usize>,
}

impl Written {
    /// Whether `field` was right and covers one that was written.
    fn makes_stale(&self, field: &ChecksumField) -> bool {
        let covers = &field.covers;
        matches!(field.verdict, Verdict::Correct | Verdict::Noncanonical)
            && (self.offsets.iter().take(self.count).any(|at| covers.contains(at))
                || self.replaced.start < covers.end && covers.start < self.replaced.end)
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

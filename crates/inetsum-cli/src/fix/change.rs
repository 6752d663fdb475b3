//! A batch of blocks → the same, its checksums fixed, and what was changed.

use inetsum_capture::{Batch, Block};
use inetsum_packet::{ChecksumField, fix_where};

use super::{Done, Policy};
use crate::capture::Frame;
use crate::reassembly::Piece;
use crate::reassembly::fixing::{Rewritten, differences};
use crate::undo::Line;

/// What was written into a frame.
pub(super) struct Change {
    /// The number of the frame.
    pub(super) frame: u64,
    /// Where it starts in the file.
    pub(super) place: u64,
    /// In the order of writing.
    pub(super) written: Vec<Written>,
}

impl Change {
    /// What it takes to do the same in the file.
    pub(super) fn patches(&self) -> impl Iterator<Item = Line> {
        self.written.iter().map(|Written { field, checksum }| Line {
            offset: self.place + field.at as u64,
            before: field.stored.to_be_bytes().into(),
            after: checksum.to_be_bytes().into(),
        })
    }
}

impl Rewritten {
    /// What it takes to write the frame again.
    pub(super) fn patches(&self) -> impl Iterator<Item = Line> {
        let Rewritten { piece, bytes, .. } = self;
        differences(&piece.bytes, bytes).into_iter().map(|range| Line {
            offset: piece.place + range.start as u64,
            before: piece.bytes[range.clone()].to_vec(),
            after: bytes[range].to_vec(),
        })
    }
}

/// A checksum that was written.
pub(crate) struct Written {
    /// As it was before.
    pub(crate) field: ChecksumField,
    pub(crate) checksum: u16,
}

impl Written {
    /// If `bytes`, in which the field lies, hold another checksum now.
    pub(crate) fn into(bytes: &[u8], field: ChecksumField) -> Option<Written> {
        let checksum = u16::from_be_bytes(*bytes.get(field.at..)?.first_chunk()?);
        (field.is_captured() && checksum != field.stored).then_some(Written { field, checksum })
    }
}

/// What was done in a batch.
#[derive(Default)]
pub(super) struct Fixed {
    pub(super) done: Done,
    pub(super) changes: Vec<Change>,
}

impl Fixed {
    /// Fixes each frame by itself.
    pub(super) fn of_frames(batch: &mut Batch, policy: &Policy) -> Fixed {
        let mut fixed = Fixed::default();
        for mut block in batch.blocks() {
            let Some(frame) = Frame::of(&block) else { continue };
            let written = fix(frame, &mut block, |field| policy.wants(field));
            fixed.note(&block, written);
        }
        fixed
    }

    /// The same, but for what belongs to fragments, which are to be put together first.
    pub(super) fn of_all_but_fragments(batch: &mut Batch, policy: &Policy) -> (Fixed, Vec<Piece>) {
        let (mut fixed, mut fragments) = (Fixed::default(), Vec::new());
        for mut block in batch.blocks() {
            let Some(frame) = Frame::of(&block) else { continue };
            let piece = Piece::of(frame, &block);
            let is_left =
                |field: &ChecksumField| piece.as_ref().is_some_and(|piece| piece.contains(field));
            let written = fix(frame, &mut block, |field| policy.wants(field) && !is_left(field));
            fragments.extend(piece.map(|mut piece| {
                piece.bytes.copy_from_slice(frame.bytes(&block));
                piece.is_fixed = !written.is_empty();
                piece
            }));
            fixed.note(&block, written);
        }
        (fixed, fragments)
    }

    fn note(&mut self, block: &Block<'_>, written: Vec<Written>) {
        self.done.note(block, &written);
        if let Some(frame) = block.frame.as_ref().filter(|_| !written.is_empty()) {
            let place = block.offset.saturating_add(frame.data.start as u64);
            self.changes.push(Change { frame: frame.number, place, written });
        }
    }
}

/// Fixes those checksums of a frame that are wanted.
fn fix(
    frame: Frame,
    block: &mut Block<'_>,
    wanted: impl Fn(&ChecksumField) -> bool,
) -> Vec<Written> {
    // Most frames are right, and are walked through once only.
    if !frame.checksum_fields(block).any(|field| wanted(&field)) {
        return Vec::new();
    }
    let before: Vec<ChecksumField> = frame.checksum_fields(block).collect();
    fix_where(frame.bytes_mut(block), frame.link, frame.original_len, wanted);
    let bytes = frame.bytes(block);
    before.into_iter().filter_map(|field| Written::into(bytes, field)).collect()
}

//! A fragment, with the frame that holds it.

use std::ops::Range;
use std::time::Duration;

use inetsum_capture::Block;
use inetsum_packet::{ChecksumField, DatagramId, Fragment, checksum_fields, fragment_of};

use crate::capture::Frame;

/// A frame with a fragment in it.
#[derive(Debug)]
pub(crate) struct Piece {
    pub(crate) frame: Frame,
    /// Where the frame starts in the file.
    pub(crate) place: u64,
    /// What was captured of it.
    pub(crate) bytes: Vec<u8>,
    pub(crate) fragment: Fragment,
    /// When it was captured.
    pub(super) time: Option<Duration>,
    /// What the file says of it.
    pub(crate) in_file: inetsum_capture::Frame,
    /// Whether a checksum in it was written already.
    pub(crate) is_fixed: bool,
}

/// What tells datagrams apart. What one interface sees may be another network than the next one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Key {
    interface: u32,
    datagram: DatagramId,
}

impl Piece {
    /// The fragment in this frame, if there is one that can be put together with others.
    pub(crate) fn of(frame: Frame, block: &Block<'_>) -> Option<Piece> {
        let bytes = frame.bytes(block);
        let fragment = fragment_of(bytes, frame.link, frame.original_len)?;
        let in_file = block.frame.as_ref()?;
        Some(Piece {
            frame,
            place: block.frame_offset()?,
            bytes: bytes.to_vec(),
            fragment,
            time: in_file.timestamp.and_then(|timestamp| timestamp.since_epoch()),
            in_file: in_file.clone(),
            is_fixed: false,
        })
    }

    /// The checksums of the frame, outermost first.
    pub(crate) fn checksum_fields(&self) -> impl Iterator<Item = ChecksumField> {
        checksum_fields(&self.bytes, self.frame.link, self.frame.original_len)
    }

    /// Whether a checksum of the frame belongs to the datagram, not to the headers before it.
    pub(crate) fn contains(&self, field: &ChecksumField) -> bool {
        field.at >= self.fragment.payload.start && field.at <= self.fragment.payload.end
    }

    pub(super) fn key(&self) -> Key {
        Key { interface: self.in_file.interface, datagram: self.fragment.datagram }
    }

    /// Where it lies in the datagram.
    pub(crate) fn range(&self) -> Range<usize> {
        let start = self.fragment.offset;
        start..start + self.fragment.payload.len()
    }

    /// Where a byte of the datagram lies in the frame.
    pub(crate) fn in_frame(&self, at: usize) -> usize {
        self.fragment.payload.start + (at - self.fragment.offset)
    }

    pub(super) fn payload(&self) -> &[u8] {
        self.bytes.get(self.fragment.payload.clone()).unwrap_or_default()
    }

    /// The bytes it takes. Collections may keep as much room again.
    pub(super) fn cost(&self) -> usize {
        self.bytes.len() + 2 * size_of::<Piece>()
    }
}

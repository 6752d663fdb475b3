use std::fmt;
use std::ops::Range;

use crate::{Block, Frame};

/// Consecutive blocks of a capture file, with a buffer of their own: what one thread reads and
/// another works on.
///
/// A batch that was used is filled again without allocating.
///
/// # Examples
///
/// ```
/// # let mut capture = Vec::new();
/// # for field in [0xa1b2c3d4, 0x0002_0004, 0, 0, 65535, 1, 0, 0, 2, 2] {
/// #     capture.extend_from_slice(&u32::to_be_bytes(field));
/// # }
/// # capture.extend_from_slice(&[0x12, 0x34]);
/// use inetsum_capture::{Batch, Reader};
///
/// let mut reader = Reader::new(capture.as_slice())?;
/// let mut batch = Batch::default();
/// let mut copy = Vec::new();
/// while reader.next_batch(&mut batch)? {
///     for block in batch.blocks() {
///         if let Some(frame) = &block.frame {
///             println!("frame {}: {} bytes", frame.number, frame.data.len());
///         }
///     }
///     copy.extend_from_slice(batch.bytes());
/// }
/// assert_eq!(copy, capture);
/// # Ok::<(), inetsum_capture::Error>(())
/// ```
#[derive(Default)]
pub struct Batch {
    /// Offset in the file of the first block.
    offset: u64,
    pub(crate) buffer: Vec<u8>,
    /// Where in the buffer the blocks lie.
    range: Range<usize>,
    entries: Vec<Entry>,
}

struct Entry {
    len: usize,
    frame: Option<Frame>,
}

impl Batch {
    /// Offset in the file of the first of [`bytes`](Self::bytes).
    #[must_use]
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// Every byte of the blocks.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        self.buffer.get(self.range.clone()).unwrap_or_default()
    }

    /// The blocks, in the order of the file.
    pub fn blocks(&mut self) -> impl Iterator<Item = Block<'_>> {
        let mut offset = self.offset;
        let mut rest = self.buffer.get_mut(self.range.clone()).unwrap_or_default();
        self.entries.iter().map_while(move |Entry { len, frame }| {
            let (bytes, behind) = std::mem::take(&mut rest).split_at_mut_checked(*len)?;
            rest = behind;
            let block = Block { offset, bytes, frame: frame.clone() };
            offset = offset.saturating_add(*len as u64);
            Some(block)
        })
    }

    pub(crate) fn start(&mut self, offset: u64) {
        self.offset = offset;
        self.range = 0..0;
        self.entries.clear();
    }

    #[inline]
    pub(crate) fn push(&mut self, len: usize, frame: Option<Frame>) {
        self.entries.push(Entry { len, frame });
    }

    /// Where the blocks lie in the buffer.
    pub(crate) fn lie_in(&mut self, range: Range<usize>) {
        self.range = range;
    }
}

impl fmt::Debug for Batch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Batch")
            .field("offset", &self.offset)
            .field("bytes", &self.range.len())
            .field("blocks", &self.entries.len())
            .finish_non_exhaustive()
    }
}

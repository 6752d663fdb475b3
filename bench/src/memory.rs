//! MEMORY: what the work reads and writes, the same bytes for every subject.

use crate::random::Random;
use crate::work::Work;

const PAGE: usize = 4096;

/// A buffer that starts at a page boundary plus a given number of bytes.
#[derive(Debug)]
pub(crate) struct Buffer {
    bytes: Vec<u8>,
    start: usize,
}

impl Buffer {
    /// `len` random bytes, the first at a multiple of 4096 plus `after_page`.
    pub(crate) fn random(len: usize, after_page: usize, seed: u64) -> Buffer {
        let mut bytes = vec![0; len + 2 * PAGE];
        let start = bytes.as_ptr().align_offset(PAGE) + after_page;
        Random::new(seed).fill(&mut bytes[start..start + len]);
        Buffer { bytes, start }
    }

    /// The bytes from the chosen place on.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes[self.start..]
    }

    /// The bytes from the chosen place on, to write to.
    pub(crate) fn bytes_mut(&mut self) -> &mut [u8] {
        &mut self.bytes[self.start..]
    }
}

/// What the subjects read and write.
#[derive(Debug)]
pub(crate) struct Memory {
    /// What is summed.
    pub(crate) source: Buffer,
    /// Where copies go.
    pub(crate) destination: Buffer,
}

impl Memory {
    /// As much as the works need.
    pub(crate) fn new(works: &[Work]) -> Memory {
        let needed = works.iter().map(|work| work.inputs.end()).max().unwrap_or(0);
        Memory {
            source: Buffer::random(needed, 0, 1),
            // A quarter of a page away, so that the two do not meet in the same sets of the cache.
            destination: Buffer::random(needed, 1024, 2),
        }
    }
}

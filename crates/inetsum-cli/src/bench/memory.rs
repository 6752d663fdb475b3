//! What is summed, and where copies go: the same bytes for everyone.

const PAGE: usize = 4096;

/// Two pieces of memory, each at the start of a page.
pub(super) struct Memory {
    bytes: Vec<u8>,
    /// Where the source starts, and where the destination does.
    starts: [usize; 2],
}

impl Memory {
    /// Room for sources and destinations of up to `longest` bytes.
    pub(super) fn new(longest: usize) -> Memory {
        let room = longest.next_multiple_of(PAGE);
        let bytes = vec![0xa5; 2 * room + PAGE];
        let start = bytes.as_ptr().align_offset(PAGE);
        Memory { bytes, starts: [start, start + room] }
    }

    /// A source and a destination of `len` bytes.
    pub(super) fn of(&mut self, len: usize) -> (&[u8], &mut [u8]) {
        let [source, destination] = self.starts;
        let (before, after) = self.bytes.split_at_mut(destination);
        (&before[source..][..len], &mut after[..len])
    }
}

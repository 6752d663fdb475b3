use std::io::{self, Read};

use crate::Error;

/// Length in bytes of the longest block that is read: 256 MiB.
pub const MAX_BLOCK_LEN: usize = 256 << 20;

/// Large enough to make calls and moves rare, small enough to stay in a core's own cache.
const INITIAL_LEN: usize = 256 << 10;

/// The part of the input that has been read and not yet been handed out.
pub(crate) struct Window<R> {
    input: R,
    buffer: Vec<u8>,
    start: usize,
    end: usize,
    /// Offset in the file of `start`.
    offset: u64,
    /// Whether the window counts as all there is.
    is_stopped: bool,
}

impl<R: Read> Window<R> {
    pub(crate) fn new(input: R) -> Self {
        let buffer = vec![0; INITIAL_LEN];
        Self { input, buffer, start: 0, end: 0, offset: 0, is_stopped: false }
    }

    /// Offset in the file of the next byte.
    pub(crate) fn offset(&self) -> u64 {
        self.offset
    }

    /// All that is in the window: `wanted` bytes at least, unless the input ends before.
    #[inline]
    pub(crate) fn fill(&mut self, wanted: usize) -> Result<&[u8], Error> {
        while self.len() < wanted && self.read_more(wanted)? {}
        Ok(self.buffer.get(self.start..self.end).unwrap_or_default())
    }

    /// The next `len` bytes.
    #[inline]
    pub(crate) fn require(&mut self, len: usize) -> Result<&[u8], Error> {
        let offset = self.offset;
        if len > MAX_BLOCK_LEN {
            return Err(Error::TooLong { offset, length: len });
        }
        let bytes = self.fill(len)?;
        bytes.get(..len).ok_or(Error::Truncated { offset, needed: len, left: bytes.len() })
    }

    /// Hands out the next `len` bytes, which have been required before.
    #[inline]
    pub(crate) fn take(&mut self, len: usize) -> &mut [u8] {
        let from = self.start;
        self.start = from.saturating_add(len).min(self.end);
        self.offset = self.offset.saturating_add(len as u64);
        self.buffer.get_mut(from..self.start).unwrap_or_default()
    }

    /// Where in the buffer the next byte is.
    pub(crate) fn start(&self) -> usize {
        self.start
    }

    /// Makes do with what is in the window, until this is taken back.
    pub(crate) fn stop_reading(&mut self, is_stopped: bool) {
        self.is_stopped = is_stopped;
    }

    /// Hands out the buffer with all that was taken from it, and goes on with another.
    pub(crate) fn exchange_buffer(&mut self, other: &mut Vec<u8>) {
        let rest = self.buffer.get(self.start..self.end).unwrap_or_default();
        let len = rest.len().max(INITIAL_LEN);
        if other.len() != len {
            other.resize(len, 0);
            // One long block must not make all buffers that go round long for good.
            other.shrink_to(len);
        }
        if let Some(place) = other.get_mut(..rest.len()) {
            place.copy_from_slice(rest);
        }
        (self.start, self.end) = (0, rest.len());
        std::mem::swap(&mut self.buffer, other);
    }

    fn len(&self) -> usize {
        self.end.saturating_sub(self.start)
    }

    /// Reads once, so that a live input is never waited for without need. False at its end.
    #[cold]
    fn read_more(&mut self, wanted: usize) -> Result<bool, Error> {
        if self.is_stopped {
            return Ok(false);
        }
        if self.start != 0 {
            self.buffer.copy_within(self.start..self.end, 0);
            (self.start, self.end) = (0, self.len());
        }
        if self.end == self.buffer.len() {
            // Doubled, and only when full: the declared length alone allocates nothing.
            self.buffer.resize(wanted.min(self.end.saturating_mul(2)), 0);
        }
        let free = self.buffer.get_mut(self.end..).unwrap_or_default();
        loop {
            match self.input.read(free) {
                Ok(count) => {
                    self.end = self.end.saturating_add(count.min(free.len()));
                    return Ok(count != 0);
                }
                Err(source) if source.kind() == io::ErrorKind::Interrupted => {}
                Err(source) => {
                    let offset = self.offset.saturating_add(self.len() as u64);
                    return Err(Error::Io { offset, source });
                }
            }
        }
    }
}

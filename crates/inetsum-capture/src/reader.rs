use std::fmt;
use std::io::Read;

use crate::fields::Fields;
use crate::pcap::{self, FileHeader};
use crate::pcapng::{self, Section};
use crate::window::Window;
use crate::{Batch, Block, Error, Frame};

/// How many bytes are told of an input that is no capture.
const BEGINNING_LEN: usize = 12;

/// The format of a capture file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// The format of libpcap, in any of its variants.
    Pcap,
    /// Its successor of typed blocks in sections.
    Pcapng,
}

/// Reads a capture block by block.
///
/// It brings its own buffer, so the input needs none.
///
/// # Examples
///
/// Counting the frames of each link type:
///
/// ```
/// use std::collections::BTreeMap;
/// use inetsum_capture::Reader;
///
/// # let mut capture = Vec::new();
/// # for field in [0xa1b2c3d4, 0x0002_0004, 0, 0, 65535, 101, 0, 0, 0, 0, 0, 0, 0, 0] {
/// #     capture.extend_from_slice(&u32::to_be_bytes(field));
/// # }
/// let mut counts = BTreeMap::new();
/// let mut reader = Reader::new(capture.as_slice())?;
/// while let Some(block) = reader.next_block()? {
///     if let Some(frame) = block.frame {
///         *counts.entry(frame.link_type).or_insert(0) += 1;
///     }
/// }
/// assert_eq!(counts, BTreeMap::from([(101, 2)]));
/// # Ok::<(), inetsum_capture::Error>(())
/// ```
pub struct Reader<R> {
    window: Window<R>,
    layout: Layout,
    frames: u64,
    ended: bool,
    /// What stands behind a batch, to be reported next.
    fault: Option<Error>,
}

/// What has been learnt of the file that the next block depends on.
#[derive(Debug)]
enum Layout {
    Pcap(FileHeader),
    Pcapng(Section),
}

impl<R: Read> Reader<R> {
    /// Reads from the input what it takes to know the format: the file header of a pcap, the byte
    /// order of the first section of a pcapng.
    ///
    /// # Errors
    ///
    /// [`Error::NotACapture`] when the input is neither, and any other that a pcap file header can
    /// cause.
    pub fn new(input: R) -> Result<Self, Error> {
        let mut window = Window::new(input);
        let layout = Layout::detect(&mut window)?;
        Ok(Self { window, layout, frames: 0, ended: false, fault: None })
    }

    /// The format of the capture.
    pub fn format(&self) -> Format {
        match self.layout {
            Layout::Pcap(_) => Format::Pcap,
            Layout::Pcapng(_) => Format::Pcapng,
        }
    }

    /// The next piece of the file, or `None` at its end.
    ///
    /// The bytes of all blocks, joined, are exactly the file. No more input is waited for than it
    /// takes to complete the block.
    ///
    /// # Errors
    ///
    /// Any [`Error`]. All blocks before the fault have been returned by then, and the end is
    /// reached: later calls return `None`.
    pub fn next_block(&mut self) -> Result<Option<Block<'_>>, Error> {
        let offset = self.window.offset();
        let Some((len, frame)) = self.next_scanned()? else {
            return Ok(None);
        };
        Ok(Some(Block { offset, bytes: self.window.take(len), frame }))
    }

    /// The next pieces of the file: one at least, and all that came with it. False at the end, with
    /// a batch of none.
    ///
    /// No more input is waited for than it takes to complete the first block.
    ///
    /// # Errors
    ///
    /// As [`next_block`](Self::next_block).
    pub fn next_batch(&mut self, batch: &mut Batch) -> Result<bool, Error> {
        batch.start(self.window.offset());
        let Some((mut len, mut frame)) = self.next_scanned()? else {
            return Ok(false);
        };
        let start = self.window.start();
        self.window.stop_reading(true);
        loop {
            self.window.take(len);
            batch.push(len, frame);
            match self.scan() {
                Ok(Some(next)) => (len, frame) = self.count(next),
                // The rest of the block may come yet.
                Ok(None) | Err(Error::Truncated { .. }) => break,
                Err(fault) => {
                    self.fault = Some(fault);
                    break;
                }
            }
        }
        self.window.stop_reading(false);
        batch.lie_in(start..self.window.start());
        self.window.exchange_buffer(&mut batch.buffer);
        Ok(true)
    }

    /// Brings the next block into the window whole, unless the end was reached.
    fn next_scanned(&mut self) -> Result<Option<(usize, Option<Frame>)>, Error> {
        if self.ended {
            return Ok(None);
        }
        // Unless this call finds a whole block: an error is reported once.
        self.ended = true;
        let found = match self.fault.take() {
            Some(fault) => return Err(fault),
            None => self.scan()?,
        };
        self.ended = found.is_none();
        Ok(found.map(|found| self.count(found)))
    }

    #[inline]
    fn count(&mut self, (len, frame): (usize, Option<Frame>)) -> (usize, Option<Frame>) {
        self.frames = self.frames.saturating_add(frame.is_some().into());
        (len, frame)
    }

    /// Brings the next block into the window whole; its length, and its frame if it has one.
    fn scan(&mut self) -> Result<Option<(usize, Option<Frame>)>, Error> {
        let window = &mut self.window;
        if window.fill(1)?.is_empty() {
            return Ok(None);
        }
        let offset = window.offset();
        let number = self.frames.saturating_add(1);
        Ok(Some(match &mut self.layout {
            Layout::Pcap(_) if offset == 0 => (pcap::FILE_HEADER_LEN, None),
            Layout::Pcap(header) => {
                let bytes = window.require(header.record_header_len)?;
                let frame = header.frame(Fields { bytes, order: header.order, offset }, number)?;
                let len = window.require(frame.data.end)?.len();
                (len, Some(frame))
            }
            Layout::Pcapng(section) => {
                let len = section.block_len(window.require(pcapng::HEAD_LEN)?, offset)?;
                let bytes = window.require(len)?;
                let frame =
                    section.frame(Fields { bytes, order: section.order, offset }, number)?;
                (len, frame)
            }
        }))
    }
}

impl Layout {
    fn detect<R: Read>(window: &mut Window<R>) -> Result<Self, Error> {
        let start = window.fill(4)?;
        let magic = start.first_chunk().copied().unwrap_or_default();
        if magic == pcapng::SECTION_HEADER_MAGIC {
            let head = window.require(pcapng::HEAD_LEN)?;
            return match pcapng::byte_order(head) {
                Ok(order) => Ok(Self::Pcapng(Section::new(order))),
                Err(_) => Err(Error::NotACapture { start: head.to_vec() }),
            };
        }
        let Some(order) = pcap::byte_order(magic) else {
            // The same bytes are told in whatever pieces they arrive.
            let start = window.fill(BEGINNING_LEN)?;
            let start = start.get(..BEGINNING_LEN).unwrap_or(start).to_vec();
            return Err(Error::NotACapture { start });
        };
        let bytes = window.require(pcap::FILE_HEADER_LEN)?;
        FileHeader::parse(Fields { bytes, order, offset: 0 }).map(Self::Pcap)
    }
}

impl<R> fmt::Debug for Reader<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reader")
            .field("layout", &self.layout)
            .field("frames", &self.frames)
            .field("ended", &self.ended)
            .finish_non_exhaustive()
    }
}

//! INPUT: opens a capture and hands out its frames, with every error naming the file.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use anyhow::{Context, Result};
use inetsum_capture::{Block, Error, Reader};
use inetsum_packet::{ChecksumField, LinkType, checksum_fields};

/// A capture that is being read.
pub(crate) struct Capture<'p> {
    path: &'p Path,
    reader: Reader<Box<dyn Read>>,
}

impl<'p> Capture<'p> {
    /// Opens a file, or standard input for `-`. `before_read` is called before each read, which may
    /// wait for input.
    pub(crate) fn open(
        path: &'p Path,
        before_read: impl FnMut() -> io::Result<()> + 'static,
    ) -> Result<Capture<'p>> {
        let input = open(path)?;
        let input: Box<dyn Read> = Box::new(Announced { input, before_read });
        let reader = Reader::new(input).map_err(|error| naming(path, error))?;
        Ok(Capture { path, reader })
    }

    /// The next piece of the file.
    pub(crate) fn next_block(&mut self) -> Result<Option<Block<'_>>> {
        let path = self.path;
        self.reader.next_block().map_err(|error| naming(path, error))
    }
}

/// Opens a file, or standard input for `-`.
pub(crate) fn open(path: &Path) -> Result<Box<dyn Read>> {
    if is_standard(path) {
        return Ok(Box::new(io::stdin()));
    }
    let file = File::open(path).with_context(|| format!("{}: byte 0", path.display()))?;
    Ok(Box::new(file))
}

/// Whether the path is `-`, which stands for standard input or output.
pub(crate) fn is_standard(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// The input in words.
pub(crate) fn name(path: &Path) -> String {
    if is_standard(path) { "standard input".to_owned() } else { path.display().to_string() }
}

fn naming(path: &Path, error: Error) -> anyhow::Error {
    anyhow::Error::new(error).context(name(path))
}

/// Whether the error says that a file is something else than a capture.
pub(crate) fn is_of_no_capture(error: &anyhow::Error) -> bool {
    matches!(error.downcast_ref(), Some(Error::NotACapture { .. }))
}

/// A frame as the checksum walk takes it: without a frame check sequence.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Frame {
    pub(crate) number: u64,
    pub(crate) link: LinkType,
    /// The length on the wire.
    pub(crate) original_len: usize,
    /// Whether the file says that more was captured than there was; then what was captured counts.
    pub(crate) exceeds_original: bool,
}

impl Frame {
    /// The frame that a block carries, if it carries one.
    pub(crate) fn of(block: &Block<'_>) -> Option<Frame> {
        let frame = block.frame.as_ref()?;
        Some(Frame {
            number: frame.number,
            link: LinkType(frame.link_type),
            original_len: frame.packet_len(),
            exceeds_original: frame.data.len() > frame.original_len,
        })
    }

    /// What was captured of it, in the block it came from.
    pub(crate) fn bytes<'b>(&self, block: &'b Block<'_>) -> &'b [u8] {
        block.packet_bytes().unwrap_or_default()
    }

    /// The same, to be changed.
    pub(crate) fn bytes_mut<'b>(&self, block: &'b mut Block<'_>) -> &'b mut [u8] {
        block.packet_bytes_mut().unwrap_or_default()
    }

    /// Its checksums, outermost first.
    pub(crate) fn checksum_fields<'b>(
        &self,
        block: &'b Block<'_>,
    ) -> impl Iterator<Item = ChecksumField> + use<'b> {
        checksum_fields(self.bytes(block), self.link, self.original_len)
    }
}

/// A reader that tells before it reads, and so may wait.
struct Announced<R, F> {
    input: R,
    before_read: F,
}

impl<R: Read, F: FnMut() -> io::Result<()>> Read for Announced<R, F> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        (self.before_read)()?;
        self.input.read(buf)
    }
}

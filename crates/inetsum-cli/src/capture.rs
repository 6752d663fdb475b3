//! INPUT: opens a capture and hands out its frames, with every error naming the file.

use std::fs::{File, Metadata};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use inetsum_capture::{Batch, Block, Error, Reader};
use inetsum_packet::{ChecksumField, LinkType, checksum_fields};

/// A file of less than this many bytes is not worth a second thread.
const SHORT: u64 = 1 << 20;

/// A capture that is being read.
pub(crate) struct Capture {
    path: PathBuf,
    reader: Reader<Box<dyn Read + Send>>,
    /// If it is a file.
    file_len: Option<u64>,
}

impl Capture {
    /// Opens a file, or standard input for `-`.
    pub(crate) fn open(path: &Path) -> Result<Capture> {
        Capture::open_up_to(path, u64::MAX)
    }

    /// The same, as if nothing were behind the first `len` bytes.
    pub(crate) fn open_up_to(path: &Path, len: u64) -> Result<Capture> {
        let input: Box<dyn Read + Send> = Box::new(open(path)?.take(len));
        let reader = Reader::new(input).map_err(|error| naming(path, error))?;
        let about = if is_standard(path) { None } else { path.metadata().ok() };
        let file_len = about.filter(Metadata::is_file).map(|about| about.len());
        Ok(Capture { path: path.to_owned(), reader, file_len })
    }

    /// The length in bytes of the file, if it is one, when it was opened.
    pub(crate) fn file_len(&self) -> Option<u64> {
        self.file_len
    }

    /// Whether it is a file that is read in no time.
    pub(crate) fn is_short(&self) -> bool {
        self.file_len.is_some_and(|len| len < SHORT)
    }

    /// The next piece of the file.
    pub(crate) fn next_block(&mut self) -> Result<Option<Block<'_>>> {
        self.reader.next_block().map_err(|error| naming(&self.path, error))
    }

    /// The next pieces of the file; false at its end.
    pub(crate) fn next_batch(&mut self, batch: &mut Batch) -> Result<bool> {
        self.reader.next_batch(batch).map_err(|error| naming(&self.path, error))
    }
}

/// Opens a file, or standard input for `-`.
pub(crate) fn open(path: &Path) -> Result<Box<dyn Read + Send>> {
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

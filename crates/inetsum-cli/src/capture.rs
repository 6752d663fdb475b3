//! INPUT: opens a capture and hands out its frames, with every error naming the file.

use std::fs::File;
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
    /// If it is one.
    file: Option<File>,
}

impl Capture {
    /// Opens a file, or standard input for `-`.
    pub(crate) fn open(path: &Path) -> Result<Capture> {
        Capture::open_up_to(path, u64::MAX)
    }

    /// The same, as if nothing were behind the first `len` bytes.
    pub(crate) fn open_up_to(path: &Path, len: u64) -> Result<Capture> {
        let (input, file): (Box<dyn Read + Send>, _) = if is_standard(path) {
            (Box::new(io::stdin()), None)
        } else {
            let input = open_file(path)?;
            let file = input.try_clone().ok().filter(is_file);
            (Box::new(input.take(len)), file)
        };
        let reader = Reader::new(input).map_err(|error| naming(path, error))?;
        Ok(Capture { path: path.to_owned(), reader, file })
    }

    /// The file that it is, unless it is a pipe or a device. Not to be read from.
    pub(crate) fn file(&self) -> Option<&File> {
        self.file.as_ref()
    }

    /// Whether it is a file that is read in no time.
    pub(crate) fn is_short(&self) -> bool {
        let about = self.file.as_ref().and_then(|file| file.metadata().ok());
        about.is_some_and(|about| about.len() < SHORT)
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
    Ok(Box::new(open_file(path)?))
}

fn open_file(path: &Path) -> Result<File> {
    File::open(path).with_context(|| format!("{}: byte 0", path.display()))
}

fn is_file(file: &File) -> bool {
    file.metadata().is_ok_and(|about| about.is_file())
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

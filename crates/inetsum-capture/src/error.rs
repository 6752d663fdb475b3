use std::fmt;
use std::io;

use crate::MAX_BLOCK_LEN;

/// Why a capture could not be read on.
///
/// Its text is one line that begins with the byte offset and ends in the reason. It does not name
/// the file, which only the caller knows.
///
/// # Examples
///
/// ```
/// use inetsum_capture::{Error, Reader};
///
/// let error = Reader::new(&b"<html>"[..]).unwrap_err();
/// assert!(matches!(error, Error::NotACapture { .. }));
/// assert_eq!(
///     error.to_string(),
///     "byte 0: not a pcap or pcapng capture: it starts with 3c 68 74 6d 6c 3e",
/// );
/// ```
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The input itself failed.
    #[error("byte {offset}: reading failed: {source}")]
    Io {
        /// Offset in the file of the first byte that could not be had.
        offset: u64,
        /// What the input reported. As the text of this error ends with it, it is not repeated as
        /// its [`source`](std::error::Error::source).
        r#source: io::Error,
    },
    /// The input is neither pcap nor pcapng, or is empty.
    #[error("byte 0: not a pcap or pcapng capture: {}", Beginning(start))]
    NotACapture {
        /// The first bytes of the input, 12 at most.
        start: Vec<u8>,
    },
    /// The input ends in the middle of a block.
    #[error("byte {offset}: cut off: {left} of {needed} bytes are there")]
    Truncated {
        /// Offset in the file of the block that is cut off.
        offset: u64,
        /// Length in bytes of the block, or of its header where that is cut off already.
        needed: usize,
        /// How many bytes of it there are; fewer than `needed`.
        left: usize,
    },
    /// A block is longer than this crate reads.
    #[error("byte {offset}: a block of {length} bytes exceeds the limit of {MAX_BLOCK_LEN}")]
    TooLong {
        /// Offset in the file of the block.
        offset: u64,
        /// Length in bytes that the block declares; more than [`MAX_BLOCK_LEN`].
        length: usize,
    },
    /// The file, or a section of it, is in a version of the format that this crate does not read.
    #[error("byte {offset}: version {major}.{minor} of the format is not supported")]
    UnsupportedVersion {
        /// Offset in the file of the version number.
        offset: u64,
        /// Major version found; 2 is read in pcap, 1 in pcapng.
        major: u16,
        /// Minor version found; any is read in pcap, 0 and 2 in pcapng.
        minor: u16,
    },
    /// The file contradicts its format.
    #[error("byte {offset}: {reason}")]
    Damaged {
        /// Offset in the file of the field that cannot be right.
        offset: u64,
        /// What is wrong with it.
        reason: Damage,
    },
}

impl Error {
    /// Offset in the file of the byte that the error is about.
    #[must_use]
    pub fn offset(&self) -> u64 {
        match *self {
            Self::NotACapture { .. } => 0,
            Self::Io { offset, .. }
            | Self::Truncated { offset, .. }
            | Self::TooLong { offset, .. }
            | Self::UnsupportedVersion { offset, .. }
            | Self::Damaged { offset, .. } => offset,
        }
    }
}

/// What is wrong with a field of a capture file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Damage {
    /// Bits 16–25 of the link-type field of a pcap file header must be zero.
    #[error("reserved bits of the link type are not zero: {bits:#010x}")]
    ReservedLinkTypeBits {
        /// The reserved bits as they stand in the 32-bit field.
        bits: u32,
    },
    /// A pcapng section header does not tell its byte order.
    #[error("the section header has no byte-order magic, but {}", Hex(magic))]
    ByteOrderMagic {
        /// What stands in its place.
        magic: [u8; 4],
    },
    /// The length of a pcapng block does not cover the fixed fields of its type.
    #[error("the block length leaves no room for the fields of the block")]
    BlockTooShort,
    /// The length of a pcapng block is not a multiple of 4.
    #[error("the block length {length} is not a multiple of 4")]
    UnalignedBlockLength {
        /// The length in bytes that the block declares.
        length: u32,
    },
    /// The length at the end of a pcapng block is not the one at its beginning.
    #[error("the block length {trailing} after the block is not the {leading} before it")]
    BlockLengthsDiffer {
        /// The length in bytes before the block.
        leading: u32,
        /// The length in bytes after the block.
        trailing: u32,
    },
    /// A section describes more interfaces than this crate keeps.
    #[error("more than {limit} interfaces in a section")]
    TooManyInterfaces {
        /// How many may be described.
        limit: usize,
    },
    /// A packet names an interface that its section has not described before it.
    #[error("interface {interface} is not one of the {described} described so far")]
    UnknownInterface {
        /// The interface that the packet names, from 0.
        interface: u32,
        /// How many the section has described up to here.
        described: usize,
    },
    /// A frame is longer than the block that should hold it.
    #[error("a frame of {captured} bytes does not fit into the {room} that the block has for it")]
    FrameOverrun {
        /// The captured length in bytes that the block declares.
        captured: u32,
        /// How many bytes the block has for frame and options.
        room: usize,
    },
    /// An option is longer than what is left of its block.
    #[error("option {code} of {length} bytes does not fit into the {room} left in its block")]
    OptionOverrun {
        /// The option's code.
        code: u16,
        /// The length in bytes that the option declares, without padding.
        length: u16,
        /// How many bytes the block has after the option's header.
        room: usize,
    },
    /// An option of fixed length has another.
    #[error("option {code} of {length} bytes should have {expected}")]
    OptionLength {
        /// The option's code.
        code: u16,
        /// The length in bytes that the option declares.
        length: usize,
        /// The length in bytes that its format fixes.
        expected: usize,
    },
}

struct Beginning<'a>(&'a [u8]);

impl fmt::Display for Beginning<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            [] => f.write_str("it is empty"),
            bytes => write!(f, "it starts with {}", Hex(bytes)),
        }
    }
}

struct Hex<'a>(&'a [u8]);

impl fmt::Display for Hex<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, byte) in self.0.iter().enumerate() {
            let separator = if i == 0 { "" } else { " " };
            write!(f, "{separator}{byte:02x}")?;
        }
        Ok(())
    }
}

//! Reads packet captures, pcap and pcapng, without letting go of a byte.
//!
//! A [`Reader`] cuts its input into [`Block`]s: the pcap file header, each pcap record, each
//! pcapng block, known or not. Their bytes, joined, are the file. A block that carries a packet
//! says so with a [`Frame`]: where the packet lies, how long it was on the wire, and its link type.
//! A program that inspects looks at the frames; a program that edits changes them in place and
//! writes every block on.
//!
//! Reading is a single pass over any [`Read`](std::io::Read): a file, a pipe, a decompressor.
//! A block is handed out as soon as its last byte has arrived, so live captures flow through. Where
//! several threads are to work, a [`Batch`] of blocks goes from one to another with its buffer.
//! Nothing in a file makes the reader panic or outgrow the blocks that are really there, of which
//! none may exceed [`MAX_BLOCK_LEN`]; what it cannot make sense of is an [`Error`] that names the
//! byte.
//!
//! | format | what is read |
//! |---|---|
//! | pcap | both byte orders; microseconds, nanoseconds, and the "modified" format of 24-byte record headers; FCS length in the link-type field |
//! | pcapng | any number of sections, each in its byte order; Enhanced, Simple and obsolete Packet Blocks; `if_fcslen`, `if_tsresol`, `if_tsoffset`, `epb_flags`, `epb_hash`; all else passes through |
//!
//! # Examples
//!
//! A pcap of one frame, built in memory and read back:
//!
//! ```
//! use inetsum_capture::{Format, Reader};
//!
//! let mut capture = Vec::new();
//! for field in [0xa1b2c3d4, 0x0004_0002, 0, 0, 65535, 1] {
//!     capture.extend_from_slice(&u32::to_le_bytes(field)); // version 2.4, link type Ethernet
//! }
//! for field in [0, 0, 14, 60] {
//!     capture.extend_from_slice(&u32::to_le_bytes(field)); // time, 14 bytes captured of 60
//! }
//! capture.extend_from_slice(b"\xff\xff\xff\xff\xff\xff\x02\0\0\0\0\x01\x08\0");
//!
//! let mut reader = Reader::new(capture.as_slice())?;
//! assert_eq!(reader.format(), Format::Pcap);
//!
//! let mut copy = Vec::new();
//! while let Some(block) = reader.next_block()? {
//!     if let Some(frame) = &block.frame {
//!         assert_eq!((frame.number, frame.link_type, frame.original_len), (1, 1, 60));
//!         assert_eq!(block.frame_offset(), Some(40));
//!         assert_eq!(block.frame_bytes().map(<[u8]>::len), Some(14));
//!     }
//!     copy.extend_from_slice(block.bytes);
//! }
//! assert_eq!(copy, capture);
//! # Ok::<(), inetsum_capture::Error>(())
//! ```
#![forbid(unsafe_code)]
#![deny(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    clippy::unwrap_used,
    clippy::panic
)]

mod batch;
mod block;
mod error;
mod fields;
mod pcap;
mod pcapng;
mod reader;
mod timestamp;
mod window;

pub use batch::Batch;
pub use block::{Block, Frame};
pub use error::{Damage, Error};
pub use reader::{Format, Reader};
pub use timestamp::Timestamp;
pub use window::MAX_BLOCK_LEN;

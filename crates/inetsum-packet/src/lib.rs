//! Finds, judges and repairs every Internet checksum in a captured frame.
//!
//! The path of the data: frame → layers → checksum field → verdict → patch. A frame goes in as
//! bytes with its link type and its length on the wire; [`checksum_fields`] walks through its
//! headers, outermost first, and gives a [`ChecksumField`] for each checksum it meets, with a
//! [`Verdict`]. [`fix`] writes the ones that are wrong, innermost first, and touches nothing else.
//!
//! ```
//! use inetsum_packet::{LinkType, Protocol, Verdict, checksum_fields, fix};
//!
//! // Ethernet, IPv4, UDP "hello": the UDP checksum was left to the network card.
//! let mut frame = *b"\x02\0\0\0\0\x02\x02\0\0\0\0\x01\x08\0\
//!     \x45\0\0\x21\x12\x34\x40\0\x40\x11\x3c\x61\xc0\0\x02\x01\xc6\x33\x64\x02\
//!     \xc0\x01\0\x35\0\x0d\xec\x55hello";
//! let len = frame.len();
//!
//! let fields: Vec<_> = checksum_fields(&frame, LinkType::ETHERNET, len).collect();
//! assert_eq!((fields[0].protocol, fields[0].verdict), (Protocol::Ipv4, Verdict::Correct));
//! assert_eq!(fields[1].protocol, Protocol::Udp);
//! assert_eq!(fields[1].verdict, Verdict::Offloaded { expected: 0x0f94 });
//!
//! assert_eq!(fix(&mut frame, LinkType::ETHERNET, len).written, 1);
//! let mut fields = checksum_fields(&frame, LinkType::ETHERNET, len);
//! assert!(fields.all(|field| field.verdict == Verdict::Correct));
//! ```
//!
//! [`diagnose`] says what a wrong value is, [`layers`] where each header lies. To build or check single
//! packets there are the [views](view).
//!
//! Every input is accepted: a frame that is cut, malformed or of an unknown kind is reported as
//! [`Verdict::Unverifiable`] with a [`Reason`], never guessed at and never written.

#![no_std]
#![forbid(unsafe_code)]
#![deny(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    clippy::unwrap_used,
    clippy::panic
)]
#![cfg_attr(
    test,
    allow(
        clippy::indexing_slicing,
        clippy::arithmetic_side_effects,
        clippy::unwrap_used,
        clippy::panic
    )
)]

mod claim;
mod diagnosis;
mod field;
mod fix;
mod fragment;
mod ip_payload;
mod ip_protocol;
mod judge;
mod layer;
mod layers;
mod link;
mod link_type;
mod note;
mod path;
mod protocol;
mod pseudo_header;
mod span;
mod stack;
mod udp_port;
pub mod view;
mod walk;

pub use diagnosis::{Diagnosis, HeaderField, diagnose};
pub use field::{ChecksumField, OffloadForm, Reason, Verdict};
pub use fix::{Fixed, fix, fix_where, overwrite};
pub use fragment::{DatagramId, Fragment, fragment_of};
pub use layers::{LayerSpan, layers};
pub use link::LinkType;
pub use note::Note;
pub use path::{Layer, Path};
pub use protocol::Protocol;
pub use pseudo_header::{Addresses, PseudoHeader};

/// Walks through a frame and gives each checksum in it, outermost first.
///
/// `frame` holds the captured bytes without a frame check sequence, `original_len` is the length in
/// bytes that the frame had on the wire; where it is less than what was captured, the captured
/// length counts.
///
/// # Examples
///
/// ```
/// use inetsum_packet::{LinkType, Reason, Verdict, checksum_fields};
///
/// // Ten bytes of an IPv4 header: cut before its checksum.
/// let fields = checksum_fields(b"\x45\0\0\x54\0\0\0\0\x40\x01", LinkType::RAW, 84);
/// let verdicts: Vec<_> = fields.map(|field| field.verdict).collect();
/// assert_eq!(verdicts, [Verdict::Unverifiable(Reason::Truncated)]);
/// ```
pub fn checksum_fields(
    frame: &[u8],
    link: LinkType,
    original_len: usize,
) -> impl Iterator<Item = ChecksumField> {
    walk::Walk::new(frame, link, original_len)
}

/// The README's examples, run as tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

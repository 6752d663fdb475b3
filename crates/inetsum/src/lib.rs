//! The Internet checksum of IPv4, TCP, UDP, ICMP and some twenty more protocols: the 16-bit ones'
//! complement sum of RFC 1071, updated as RFC 1624 says.
//!
//! # Tour
//!
//! [`checksum`] is what goes into a header field, [`verify`] tells whether a received header is
//! intact, and [`sum`] gives a [`Sum`], which can be joined with others before it is folded:
//!
//! ```
//! use core::net::Ipv4Addr;
//!
//! // An IPv4 header, its checksum field still zero.
//! let mut header = [
//!     0x45, 0, 0, 33, 0x12, 0x34, 0x40, 0, 64, 17, 0, 0, 192, 0, 2, 1, 198, 51, 100, 2,
//! ];
//! let checksum = inetsum::checksum(&header);
//! header[10..12].copy_from_slice(&checksum.to_be_bytes());
//! assert!(inetsum::verify(&header));
//!
//! // A UDP datagram: pseudo-header, then the datagram in as many pieces as you have.
//! let (udp_header, payload) = ([0xc0, 1, 0, 53, 0, 13, 0, 0], *b"hello");
//! let (src, dst) = (Ipv4Addr::new(192, 0, 2, 1), Ipv4Addr::new(198, 51, 100, 2));
//! let mut sum = inetsum::pseudo_header_v4(src, dst, 17, 13);
//! sum.push(&udp_header).push(&payload);
//! assert_eq!(sum.udp_checksum(), 0x0f94);
//!
//! // A NAT changes the source address: no need to read the payload again.
//! let new_src = Ipv4Addr::new(203, 0, 113, 1);
//! let (old, new) = (inetsum::sum(&src.octets()), inetsum::sum(&new_src.octets()));
//! assert_eq!(inetsum::update_udp(0x0f94, old, new), 0x9593);
//! ```
//!
//! # What can be relied on
//!
//! * **Numbers.** A `u16` is always the number whose big-endian bytes stand in the packet:
//!   [`u16::to_be_bytes`] of a checksum is what to write, on every host.
//! * **Any input.** Every length, alignment and split gives the same sum; no carry is lost at any
//!   size; nothing outside the slices is read or written.
//! * **Zero.** A sum folds to 0 only if every byte that went in was 0. So `0xffff` in a field means
//!   what the RFCs make of it, and [`verify`] adds the field in place instead of comparing.
//! * **Odd pieces.** A [`Sum`] knows whether it covers an odd number of bytes; [`Sum::append`] and
//!   [`Sum::push`] put the next piece where it belongs.
//!
//! # Features
//!
//! `std` (default) adds the module `io`, which sums what passes through a reader or a writer.
//! Without it the crate is `no_std` and needs no allocator.

#![no_std]
#![deny(unsafe_code)]

#[cfg(feature = "std")]
extern crate std;

mod fold;
#[cfg(feature = "std")]
pub mod io;
#[allow(unsafe_code)]
mod kernel;
mod pseudo_header;
mod short;
mod sum;
#[allow(unsafe_code)]
mod uninit;
mod update;

use core::mem::MaybeUninit;
use core::ops::Deref;

pub use kernel::Kernel;
pub use pseudo_header::{pseudo_header_v4, pseudo_header_v6};
pub use sum::Sum;
pub use update::{update, update_udp, update_word};

/// Sums the 16-bit big-endian words of `data` (RFC 1071); an odd last byte is the high half of a
/// word whose low half is zero.
///
/// # Examples
///
/// ```
/// assert_eq!(inetsum::sum(&[0x12, 0x34, 0x56]).fold(), 0x1234 + 0x5600);
/// assert_eq!(inetsum::sum(&[]), inetsum::Sum::ZERO);
/// ```
#[inline(always)]
#[must_use]
pub fn sum(data: &[u8]) -> Sum {
    kernel::sum_with(None, data)
}

/// Computes the checksum of `data`, in which the checksum field is zero: the complement of [`sum`].
///
/// For UDP use [`Sum::udp_checksum`], which never gives 0.
///
/// # Examples
///
/// ```
/// assert_eq!(inetsum::checksum(&[0x00, 0x01, 0xf2, 0x03]), 0x0dfb);
/// ```
#[inline(always)]
#[must_use]
pub fn checksum(data: &[u8]) -> u16 {
    sum(data).checksum()
}

/// Tells whether `data`, its stored checksum included, sums to 0xffff.
///
/// Data that is zero throughout, empty data too, does not verify (RFC 1071 § 1: the complement of
/// its sum is 0xffff, not 0).
///
/// # Examples
///
/// ```
/// assert!(inetsum::verify(&[0x00, 0x01, 0xf2, 0x03, 0x0d, 0xfb]));
/// assert!(!inetsum::verify(&[0x00, 0x01, 0xf2, 0x03, 0x0d, 0xfa]));
/// ```
#[inline]
#[must_use]
pub fn verify(data: &[u8]) -> bool {
    sum(data).is_valid()
}

/// Sums an array whose length is known when the program is compiled: straight-line code without a
/// call up to 64 bytes.
///
/// # Examples
///
/// ```
/// let header = [0x45, 0, 0, 20, 0, 0, 0, 0, 64, 6, 0, 0, 192, 0, 2, 1, 198, 51, 100, 2];
/// assert_eq!(inetsum::sum_array(&header), inetsum::sum(&header));
/// ```
#[inline]
#[must_use]
pub fn sum_array<const N: usize>(data: &[u8; N]) -> Sum {
    if N > 64 {
        return sum(data);
    }
    Sum::from_words(short::sum_array(data), N)
}

/// Sums `data` in a constant context, for the fixed part of a header.
///
/// # Examples
///
/// ```
/// use inetsum::{Sum, const_sum};
///
/// const TEMPLATE: Sum = const_sum(&[0x45, 0, 0, 0, 0, 0, 0x40, 0, 64, 6]);
/// let mut header = TEMPLATE;
/// header.push_word(40); // the total length of this packet
/// assert_eq!(header.checksum(), 0x3ad1);
/// ```
#[must_use]
pub const fn const_sum(data: &[u8]) -> Sum {
    let mut total = 0;
    let mut at = 0;
    while at + 1 < data.len() {
        total = fold::add(total, u16::from_ne_bytes([data[at], data[at + 1]]) as u64);
        at += 2;
    }
    if at < data.len() {
        total = fold::add(total, u16::from_ne_bytes([data[at], 0]) as u64);
    }
    Sum::from_words(total, data.len())
}

/// Copies `src` to `dst` and sums it in the same pass.
///
/// # Panics
///
/// If the lengths differ, as [`slice::copy_from_slice`] does.
///
/// # Examples
///
/// ```
/// let mut packet = [0; 5];
/// assert_eq!(inetsum::copy_and_sum(&mut packet, b"hello"), inetsum::sum(b"hello"));
/// assert_eq!(&packet, b"hello");
/// ```
#[inline]
#[track_caller]
pub fn copy_and_sum(dst: &mut [u8], src: &[u8]) -> Sum {
    kernel::copy_and_sum_with(None, dst, src)
}

/// Copies `src` to memory that holds nothing yet, sums it in the same pass, and returns the
/// memory as initialised bytes.
///
/// # Panics
///
/// If the lengths differ, as [`slice::copy_from_slice`] does.
///
/// # Examples
///
/// ```
/// use core::mem::MaybeUninit;
///
/// let mut room = [const { MaybeUninit::uninit() }; 5];
/// let (bytes, sum) = inetsum::copy_and_sum_uninit(&mut room, b"hello");
/// assert_eq!((&*bytes, sum), (b"hello".as_slice(), inetsum::sum(b"hello")));
/// ```
#[inline]
#[track_caller]
pub fn copy_and_sum_uninit<'a>(dst: &'a mut [MaybeUninit<u8>], src: &[u8]) -> (&'a mut [u8], Sum) {
    kernel::copy_and_sum_uninit_with(None, dst, src)
}

/// Sums a message that lies in several pieces, of any length each, odd and empty ones included.
///
/// Takes whatever derefs to bytes: `&[u8]`, `IoSlice`, `Vec<u8>`, `Bytes`.
///
/// # Examples
///
/// ```
/// let pieces: [&[u8]; 4] = [b"che", b"", b"ck", b"sum"];
/// assert_eq!(inetsum::sum_vectored(pieces), inetsum::sum(b"checksum"));
/// ```
#[inline]
pub fn sum_vectored(slices: impl IntoIterator<Item = impl Deref<Target = [u8]>>) -> Sum {
    let mut total = Sum::ZERO;
    for slice in slices {
        total.push(&slice);
    }
    total
}

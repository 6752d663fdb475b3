//! The table of C functions through which the benchmark calls an implementation.
//!
//! inetsum, every peer in Rust and every peer in C is called through the same kind of pointer, so
//! that all pay the same for the call. The C side of it is `c-peers/abi.h`.
//!
//! A checksum is the number whose big-endian bytes stand in the packet: the complement of the sum.

#[cfg(feature = "load")]
mod load;
mod shim;
mod traits;

use std::ffi::c_char;

#[cfg(feature = "load")]
pub use load::load;
pub use traits::{Checksum, CopyAndSum, Datagram, Pieces, UpdateWord};

/// The name of the function that a shared object of peers exports.
pub const TABLE_SYMBOL: &str = "bench_table";

/// The type of the function that a shared object of peers exports.
pub type TableFn = extern "C" fn() -> Table;

/// Every implementation in a shared object.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Table {
    /// The first of `len` entries, which live as long as the object is loaded.
    pub entries: *const Entry,
    /// How many there are.
    pub len: usize,
}

/// Computes the checksum of `len` bytes at `data`.
pub type ChecksumFn = unsafe extern "C" fn(data: *const u8, len: usize) -> u16;
/// Computes the checksum of a message in `len` pieces.
pub type PiecesFn = unsafe extern "C" fn(pieces: *const Piece, len: usize) -> u16;
/// Copies `len` bytes and computes their checksum.
pub type CopyFn = unsafe extern "C" fn(dst: *mut u8, src: *const u8, len: usize) -> u16;
/// Applies `len` changes of a 16-bit field, one after the other, to a checksum.
pub type UpdatesFn = unsafe extern "C" fn(checksum: u16, changes: *const Change, len: usize) -> u16;
/// Computes the checksums of `count` headers of 20 bytes, `stride` bytes apart, and adds them up.
pub type HeadersFn = unsafe extern "C" fn(first: *const u8, count: usize, stride: usize) -> u64;
/// Computes the checksum of a UDP datagram over IPv4.
pub type DatagramFn =
    unsafe extern "C" fn(addresses: *const Addresses, data: *const u8, len: usize) -> u16;

/// One implementation: what it is called and what it can do.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The name of the crate or package, with the function after it if there are several.
    pub name: *const c_char,
    /// A bit set of [`SENDS_ZERO_AS_ONES`], [`PAGE_END_IS_FIXED_UP`] and [`COPIES_ZEROS_AS_ONES`].
    pub flags: u32,
    /// The checksum of one slice.
    pub checksum: Option<ChecksumFn>,
    /// The checksum of a message in pieces.
    pub pieces: Option<PiecesFn>,
    /// The most pieces that `pieces` takes.
    pub max_pieces: usize,
    /// Copy and checksum at once.
    pub copy: Option<CopyFn>,
    /// The update of 16-bit fields.
    pub updates: Option<UpdatesFn>,
    /// Headers in bulk.
    pub headers: Option<HeadersFn>,
    /// The pseudo-header and a datagram.
    pub datagram: Option<DatagramFn>,
}

/// The checksum is meant for UDP alone: one that comes to 0 is given as 0xffff.
pub const SENDS_ZERO_AS_ONES: u32 = 1;
/// In its own surroundings a read past the end of a page is caught and repaired (Linux).
pub const PAGE_END_IS_FIXED_UP: u32 = 2;
/// The sum of a copy is never 0, which would mean a fault: that of zeros is given as 0xffff (Linux).
pub const COPIES_ZEROS_AS_ONES: u32 = 4;

// SAFETY: the pointers in an entry point to constants and functions.
unsafe impl Sync for Entry {}

/// A piece of a message.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Piece {
    /// Its first byte.
    pub data: *const u8,
    /// Its length.
    pub len: usize,
}

/// A 16-bit field before and after a change, as numbers.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// The field's value that went into the checksum.
    pub old: u16,
    /// Its value from now on.
    pub new: u16,
}

/// Where a datagram comes from and goes to, as the bytes of an IPv4 header.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Addresses {
    /// The source.
    pub src: [u8; 4],
    /// The destination.
    pub dst: [u8; 4],
}

impl Addresses {
    /// The pseudo-header of a UDP datagram (RFC 768).
    #[inline]
    #[must_use]
    pub const fn pseudo_header(&self, datagram_len: usize) -> [u8; 12] {
        let ([a, b, c, d], [e, f, g, h]) = (self.src, self.dst);
        let [high, low] = (datagram_len as u16).to_be_bytes();
        [a, b, c, d, e, f, g, h, 0, 17, high, low]
    }
}

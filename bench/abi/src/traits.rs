//! What an adapter in Rust implements, and the entry made of it.

use std::ffi::CStr;

use crate::{Addresses, Entry, shim};

/// The checksum of one slice.
pub trait Checksum {
    /// Computes the checksum of `data`.
    fn checksum(data: &[u8]) -> u16;

    /// Computes the checksum of a header whose length the compiler knows.
    #[inline]
    fn header(header: &[u8; 20]) -> u16 {
        Self::checksum(header)
    }
}

/// The checksum of a message in pieces.
pub trait Pieces {
    /// The most pieces that it can take.
    const MAX: usize = usize::MAX;

    /// Computes the checksum of `pieces`, one after the other.
    fn checksum_of<'a>(pieces: impl Iterator<Item = &'a [u8]>) -> u16;
}

/// Copy and checksum at once.
pub trait CopyAndSum {
    /// Copies `src` to `dst`, which is as long, and computes the checksum of `src`.
    fn copy_and_sum(dst: &mut [u8], src: &[u8]) -> u16;
}

/// The update of a 16-bit field.
pub trait UpdateWord {
    /// Computes what `checksum` becomes when a field changes from `old` to `new`.
    fn update_word(checksum: u16, old: u16, new: u16) -> u16;
}

/// The checksum of a UDP datagram over IPv4.
pub trait Datagram {
    /// Computes the checksum of `datagram` with its pseudo-header.
    fn udp_checksum(addresses: &Addresses, datagram: &[u8]) -> u16;
}

impl Entry {
    /// An implementation that can do nothing yet.
    #[must_use]
    pub const fn new(name: &'static CStr) -> Entry {
        Entry {
            name: name.as_ptr(),
            flags: 0,
            checksum: None,
            pieces: None,
            max_pieces: 0,
            copy: None,
            updates: None,
            headers: None,
            datagram: None,
        }
    }

    /// Adds the bits of `flags`.
    #[must_use]
    pub const fn flags(self, flags: u32) -> Entry {
        Entry { flags, ..self }
    }

    /// Adds the checksum of a slice, and of headers in bulk.
    #[must_use]
    pub const fn checksum<T: Checksum>(self) -> Entry {
        Entry { checksum: Some(shim::checksum::<T>), headers: Some(shim::headers::<T>), ..self }
    }

    /// Adds the checksum of a message in pieces.
    #[must_use]
    pub const fn pieces<T: Pieces>(self) -> Entry {
        Entry { pieces: Some(shim::pieces::<T>), max_pieces: T::MAX, ..self }
    }

    /// Adds copy and checksum at once.
    #[must_use]
    pub const fn copy<T: CopyAndSum>(self) -> Entry {
        Entry { copy: Some(shim::copy::<T>), ..self }
    }

    /// Adds the update of 16-bit fields.
    #[must_use]
    pub const fn updates<T: UpdateWord>(self) -> Entry {
        Entry { updates: Some(shim::updates::<T>), ..self }
    }

    /// Adds the checksum of a datagram.
    #[must_use]
    pub const fn datagram<T: Datagram>(self) -> Entry {
        Entry { datagram: Some(shim::datagram::<T>), ..self }
    }
}

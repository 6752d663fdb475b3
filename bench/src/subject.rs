//! SUBJECT: something that is timed, and how it is called.

use std::ffi::CStr;

use bench_abi::{Addresses, Change, Entry, Piece, SENDS_ZERO_AS_ONES};
use serde::{Deserialize, Serialize};

/// What a subject is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Role {
    /// `inetsum` as a program calls it.
    Public,
    /// One of its kernels, for every length.
    Kernel,
    /// Somebody else's.
    Peer,
    /// Something that does less than a sum.
    Limit,
}

/// How a peer was built.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Build {
    /// For any CPU of the architecture.
    Baseline,
    /// For the CPU that is there (`target-cpu=native`, `-march=native`).
    Native,
    /// For any CPU, and small (`opt-level = "s"`, `-Os`).
    Size,
}

/// Something that is timed.
#[derive(Clone, Debug)]
pub(crate) struct Subject {
    /// Its name with the mark of its build: `smoltcp [n]`.
    pub(crate) name: String,
    /// What it is.
    pub(crate) role: Role,
    /// Its functions.
    pub(crate) entry: Entry,
}

impl Subject {
    /// A subject from an entry of this program or of a loaded object.
    ///
    /// # Safety
    ///
    /// The entry's functions must do what their types in `bench_abi` say for as long as the process
    /// runs, and its name must be a C string that lives as long.
    pub(crate) unsafe fn new(entry: Entry, role: Role, build: Option<Build>) -> Subject {
        // SAFETY: as this function demands.
        let name = unsafe { CStr::from_ptr(entry.name) }.to_string_lossy();
        let name = match build {
            Some(Build::Baseline) => format!("{name} [b]"),
            Some(Build::Native) => format!("{name} [n]"),
            Some(Build::Size) => format!("{name} [s]"),
            None => name.into_owned(),
        };
        Subject { name, role, entry }
    }

    /// What this subject gives where the definition gives `checksum`.
    pub(crate) fn convention(&self, checksum: u16) -> u16 {
        let is_udp = self.entry.flags & SENDS_ZERO_AS_ONES != 0;
        if is_udp && checksum == 0 { 0xffff } else { checksum }
    }

    /// The checksum of a slice.
    pub(crate) fn checksum(&self, data: &[u8]) -> Option<u16> {
        let function = self.entry.checksum?;
        // SAFETY: the pointer and the length are those of a slice.
        Some(unsafe { function(data.as_ptr(), data.len()) })
    }

    /// The checksum of a message in pieces, if it takes so many.
    pub(crate) fn checksum_of(&self, pieces: &[&[u8]]) -> Option<u16> {
        let function = self.entry.pieces.filter(|_| pieces.len() <= self.entry.max_pieces)?;
        let pieces: Vec<Piece> =
            pieces.iter().map(|piece| Piece { data: piece.as_ptr(), len: piece.len() }).collect();
        // SAFETY: the pointers and the lengths are those of slices.
        Some(unsafe { function(pieces.as_ptr(), pieces.len()) })
    }

    /// Copy and checksum at once.
    pub(crate) fn copy_and_sum(&self, dst: &mut [u8], src: &[u8]) -> Option<u16> {
        assert_eq!(dst.len(), src.len());
        let function = self.entry.copy?;
        // SAFETY: the pointers and the length are those of two slices, one of them exclusive.
        Some(unsafe { function(dst.as_mut_ptr(), src.as_ptr(), src.len()) })
    }

    /// The update of a checksum by one change after the other.
    pub(crate) fn update(&self, checksum: u16, changes: &[Change]) -> Option<u16> {
        let function = self.entry.updates?;
        // SAFETY: the pointer and the length are those of a slice.
        Some(unsafe { function(checksum, changes.as_ptr(), changes.len()) })
    }

    /// The checksum of one header.
    pub(crate) fn header(&self, header: &[u8; 20]) -> Option<u16> {
        let function = self.entry.headers?;
        // SAFETY: there is one header.
        Some(unsafe { function(header.as_ptr(), 1, header.len()) } as u16)
    }

    /// The checksum of a UDP datagram.
    pub(crate) fn udp_checksum(&self, addresses: &Addresses, datagram: &[u8]) -> Option<u16> {
        let function = self.entry.datagram?;
        // SAFETY: the pointers and the length are those of references.
        Some(unsafe { function(addresses, datagram.as_ptr(), datagram.len()) })
    }
}

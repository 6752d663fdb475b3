//! The C functions made of an adapter's safe ones.

use std::slice;

use crate::{Addresses, Change, Checksum, CopyAndSum, Datagram, Piece, Pieces, UpdateWord};

/// A [`ChecksumFn`](crate::ChecksumFn).
///
/// # Safety
///
/// `len` bytes at `data` must be readable.
pub(crate) unsafe extern "C" fn checksum<T: Checksum>(data: *const u8, len: usize) -> u16 {
    // SAFETY: as this function demands.
    T::checksum(unsafe { slice::from_raw_parts(data, len) })
}

/// A [`PiecesFn`](crate::PiecesFn).
///
/// # Safety
///
/// `len` pieces at `pieces` must be readable, and the bytes of each.
pub(crate) unsafe extern "C" fn pieces<T: Pieces>(pieces: *const Piece, len: usize) -> u16 {
    // SAFETY: as this function demands.
    let pieces = unsafe { slice::from_raw_parts(pieces, len) };
    T::checksum_of(pieces.iter().map(|piece| {
        // SAFETY: as this function demands.
        unsafe { slice::from_raw_parts(piece.data, piece.len) }
    }))
}

/// A [`CopyFn`](crate::CopyFn).
///
/// # Safety
///
/// `len` bytes must be readable at `src` and writable at `dst`, without overlap.
pub(crate) unsafe extern "C" fn copy<T: CopyAndSum>(
    dst: *mut u8,
    src: *const u8,
    len: usize,
) -> u16 {
    // SAFETY: as this function demands.
    let dst = unsafe { slice::from_raw_parts_mut(dst, len) };
    // SAFETY: as this function demands.
    T::copy_and_sum(dst, unsafe { slice::from_raw_parts(src, len) })
}

/// An [`UpdatesFn`](crate::UpdatesFn).
///
/// # Safety
///
/// `len` changes at `changes` must be readable.
pub(crate) unsafe extern "C" fn updates<T: UpdateWord>(
    checksum: u16,
    changes: *const Change,
    len: usize,
) -> u16 {
    // SAFETY: as this function demands.
    let changes = unsafe { slice::from_raw_parts(changes, len) };
    changes
        .iter()
        .fold(checksum, |checksum, change| T::update_word(checksum, change.old, change.new))
}

/// A [`HeadersFn`](crate::HeadersFn).
///
/// # Safety
///
/// 20 bytes must be readable at each of `count` places, `stride` bytes apart from `first` on.
pub(crate) unsafe extern "C" fn headers<T: Checksum>(
    first: *const u8,
    count: usize,
    stride: usize,
) -> u64 {
    let mut total = 0;
    for index in 0..count {
        let header = first.wrapping_add(index * stride).cast::<[u8; 20]>();
        // SAFETY: as this function demands.
        total += u64::from(T::header(unsafe { &*header }));
    }
    total
}

/// A [`DatagramFn`](crate::DatagramFn).
///
/// # Safety
///
/// `addresses` must be readable, and `len` bytes at `data`.
pub(crate) unsafe extern "C" fn datagram<T: Datagram>(
    addresses: *const Addresses,
    data: *const u8,
    len: usize,
) -> u16 {
    // SAFETY: as this function demands.
    let addresses = unsafe { &*addresses };
    // SAFETY: as this function demands.
    T::udp_checksum(addresses, unsafe { slice::from_raw_parts(data, len) })
}

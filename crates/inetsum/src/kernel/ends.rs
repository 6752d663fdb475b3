//! The first and the last bytes of a slice, which overlap, and the mask that keeps what both hold from
//! being summed twice.
//!
//! They do for every length in a range what whole vectors and a tail would do for each in its own way:
//! no branch depends on the length.

use core::mem::MaybeUninit;

/// The longest [`mask`], in bytes.
const LONGEST: usize = 256;

/// Aligned to its size, so that no load of it crosses a page.
#[repr(align(512))]
struct Table([u8; 2 * LONGEST]);

static MASK: Table = {
    let mut mask = [0; 2 * LONGEST];
    let mut at = LONGEST;
    while at < mask.len() {
        mask[at] = 0xff;
        at += 1;
    }
    Table(mask)
};

/// The first `N` bytes. There must be that many.
#[inline]
pub(crate) fn first<const N: usize>(data: &[u8]) -> &[u8; N] {
    &data.as_chunks().0[0]
}

/// The same to be written.
#[inline]
pub(crate) fn first_mut<const N: usize>(dst: &mut [MaybeUninit<u8>]) -> &mut [MaybeUninit<u8>; N] {
    &mut dst.as_chunks_mut().0[0]
}

/// The last `N` bytes of `data`, an odd last byte left out. There must be that many.
#[inline]
pub(crate) fn last_even<const N: usize>(data: &[u8]) -> &[u8; N] {
    let even_len = data.len() & !1;
    &data[even_len - N..even_len].as_chunks().0[0]
}

/// The same to be written.
#[inline]
pub(crate) fn last_even_mut<const N: usize>(
    dst: &mut [MaybeUninit<u8>],
) -> &mut [MaybeUninit<u8>; N] {
    let even_len = dst.len() & !1;
    &mut dst[even_len - N..even_len].as_chunks_mut().0[0]
}

/// Copies the last byte, which [`last_even`] leaves out if it is an odd one; nothing unless `COPY`.
#[inline]
pub(crate) fn copy_last_byte<const COPY: bool>(dst: &mut [MaybeUninit<u8>], src: &[u8]) {
    if COPY && let (Some(dst), Some(src)) = (dst.last_mut(), src.last()) {
        dst.write(*src);
    }
}

/// A mask for [`last_even`]: 0xff for the last `bytes`, at most `N`, and zeros before.
#[inline]
pub(crate) fn mask<const N: usize>(bytes: usize) -> &'static [u8; N] {
    const { assert!(N <= LONGEST) };
    // Starts at most N bytes behind LONGEST − N, so that N bytes end at 2 × LONGEST or before.
    &MASK.0[LONGEST - N + bytes..].as_chunks().0[0]
}

/// How many bytes are left, at most `BLOCK` and at least one, behind the blocks before; an odd last
/// byte left out.
#[inline]
pub(crate) fn even_left<const BLOCK: usize>(len: usize) -> usize {
    ((len - 1) % BLOCK + 1) & !1
}

/// The word that the last byte of an odd number makes, in memory order; 0 if the number is even.
/// `data` must not be empty.
#[inline]
pub(crate) fn odd_last_byte(data: &[u8]) -> u64 {
    // Without a branch: lengths are odd and even at random.
    let keep = (data.len() % 2).wrapping_neg() as u64;
    u64::from(u16::from_ne_bytes([data[data.len() - 1], 0])) & keep
}

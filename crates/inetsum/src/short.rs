//! The sum of a few bytes without a loop, small enough to be inlined into the caller.
//!
//! What is left over after a whole word is loaded once more together with the bytes before it, and
//! those are shifted out: one load and one shift for any length, instead of a branch for each bit
//! of it.

use core::mem::MaybeUninit;
use core::ops::{Shl, Shr};

use crate::fold;
use crate::kernel::ends::{last_even, mask, odd_last_byte};

/// The longest input of [`sum`] and [`copy_and_sum`], in bytes.
pub(crate) const MAX: usize = 64;

/// The longest input of [`sum_inline`], in bytes.
pub(crate) const MAX_INLINE: usize = 32;

/// Sums at most [`MAX`] bytes: words in memory order, as a kernel returns them.
#[inline]
pub(crate) fn sum(data: &[u8]) -> u64 {
    if data.len() <= MAX_INLINE { sum_inline(data) } else { sum_up_to_64(data) }
}

/// Sums at most [`MAX_INLINE`] bytes.
#[inline(always)]
pub(crate) fn sum_inline(data: &[u8]) -> u64 {
    debug_assert!(data.len() <= MAX_INLINE);
    let len = data.len();
    if len > 8
        && let Some(last) = data.last_chunk()
    {
        // What does not fill a word, or a whole last word.
        let last = shift_out(u64::from_ne_bytes(*last), len.wrapping_neg() % 8);
        let (words, _) = data.as_chunks::<8>();
        let word = |at: usize| u64::from_ne_bytes(words[at]);
        if len <= 16 {
            return fold::add(word(0), last);
        }
        // Each case has a chain of its own, as a carry would not live through a branch.
        let (total, carry) = if len <= 24 {
            let (total, carry) = word(0).overflowing_add(word(1));
            fold::add_with_carry(total, last, carry)
        } else {
            let (total, carry) = word(2).overflowing_add(word(0));
            let (total, carry) = fold::add_with_carry(total, word(1), carry);
            fold::add_with_carry(total, last, carry)
        };
        // With a carry out, what stays is at most 2^64 − 2: see `kernel/scalar.rs`.
        return total + u64::from(carry);
    }
    if len > 4
        && let (Some(head), Some(last)) = (data.first_chunk(), data.last_chunk())
    {
        // At most 2 (2^32 − 1).
        return u64::from(u32::from_ne_bytes(*head))
            + u64::from(shift_out(u32::from_ne_bytes(*last), 8 - len));
    }
    u64::from(match *data {
        [] => 0,
        [a] => u32::from_ne_bytes([a, 0, 0, 0]),
        [a, b] => u32::from_ne_bytes([a, b, 0, 0]),
        [a, b, c] => u32::from_ne_bytes([a, b, c, 0]),
        [a, b, c, d, ..] => u32::from_ne_bytes([a, b, c, d]),
    })
}

/// Sums an array of at most 64 bytes without a branch.
#[inline(always)]
pub(crate) fn sum_array<const N: usize>(data: &[u8; N]) -> u64 {
    debug_assert!(N <= MAX);
    let (words, rest) = data.as_slice().as_chunks::<8>();
    let add = |at: usize, (total, carry)| match words.get(at) {
        Some(word) => fold::add_with_carry(total, u64::from_ne_bytes(*word), carry),
        None => (total, carry),
    };
    // A loop would lose the carry between its rounds where it is not unrolled.
    let total = add(1, add(0, (sum_inline(rest), false)));
    let total = add(5, add(4, add(3, add(2, total))));
    let (total, carry) = add(7, add(6, total));
    // With a carry out, what stays is at most 2^64 − 2: see `kernel/scalar.rs`.
    total + u64::from(carry)
}

/// Sums 33 to 64 bytes: the first 32, and of the last 32 those that are not among them. No branch
/// depends on the length.
#[inline(never)]
pub(crate) fn sum_up_to_64(data: &[u8]) -> u64 {
    let (head, _) = data.as_chunks::<32>().0[0].as_chunks::<8>();
    let (last, _) = last_even::<32>(data).as_chunks::<8>();
    let (mask, _) = mask::<32>((data.len() & 0x7e) - 32).as_chunks::<8>();
    let word = |at: usize| u64::from_ne_bytes(last[at]) & u64::from_ne_bytes(mask[at]);
    // A loop would lose the carry between its rounds where it is not unrolled.
    let (total, carry) = odd_last_byte(data).overflowing_add(u64::from_ne_bytes(head[0]));
    let (total, carry) = fold::add_with_carry(total, u64::from_ne_bytes(head[1]), carry);
    let (total, carry) = fold::add_with_carry(total, u64::from_ne_bytes(head[2]), carry);
    let (total, carry) = fold::add_with_carry(total, u64::from_ne_bytes(head[3]), carry);
    let (total, carry) = fold::add_with_carry(total, word(0), carry);
    let (total, carry) = fold::add_with_carry(total, word(1), carry);
    let (total, carry) = fold::add_with_carry(total, word(2), carry);
    let (total, carry) = fold::add_with_carry(total, word(3), carry);
    // With a carry out, what stays is at most 2^64 − 2: see `kernel/scalar.rs`.
    total + u64::from(carry)
}

/// Copies `src`, at most [`MAX`] bytes, to `dst`, every byte of it, and sums it.
///
/// # Panics
///
/// If the lengths differ.
#[inline]
pub(crate) fn copy_and_sum(dst: &mut [MaybeUninit<u8>], src: &[u8]) -> u64 {
    assert_eq!(dst.len(), src.len());
    // The same overlap as in the sum: the first and the last bytes, of the longest size that fits.
    if !(copy_ends::<32>(dst, src)
        || copy_ends::<16>(dst, src)
        || copy_ends::<8>(dst, src)
        || copy_ends::<4>(dst, src))
    {
        for (dst, src) in dst.iter_mut().zip(src) {
            dst.write(*src);
        }
    }
    sum(src)
}

/// Copies the first and the last `N` bytes, if there are that many; tells whether there are.
#[inline]
fn copy_ends<const N: usize>(dst: &mut [MaybeUninit<u8>], src: &[u8]) -> bool {
    if let (Some(head), Some(tail)) = (src.first_chunk::<N>(), src.last_chunk::<N>()) {
        if let Some(dst) = dst.first_chunk_mut::<N>() {
            *dst = head.map(MaybeUninit::new);
        }
        if let Some(dst) = dst.last_chunk_mut::<N>() {
            *dst = tail.map(MaybeUninit::new);
        }
        return true;
    }
    false
}

/// Drops the first `bytes` bytes in memory order, fewer than the word has, moves the rest to the
/// front and fills up with zeros.
#[inline]
pub(crate) fn shift_out<W>(word: W, bytes: usize) -> W
where
    W: Shl<usize, Output = W> + Shr<usize, Output = W>,
{
    if cfg!(target_endian = "little") { word >> (8 * bytes) } else { word << (8 * bytes) }
}

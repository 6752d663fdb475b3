//! The sum of a few bytes without a loop, small enough to be inlined into the caller.
//!
//! What is left over after a whole word is loaded once more together with the bytes before it, and
//! those are shifted out: one load and one shift for any length, instead of a branch for each bit
//! of it.

use core::ops::{Shl, Shr};

use crate::fold;

/// The longest input of [`sum`], in bytes.
pub(crate) const MAX: usize = 32;

/// Sums at most [`MAX`] bytes: words in memory order, as a kernel returns them.
#[inline]
pub(crate) fn sum(data: &[u8]) -> u64 {
    debug_assert!(data.len() <= MAX);
    let len = data.len();
    if len > 16
        && let (Some(head), Some(tail)) = (data.first_chunk(), data.last_chunk())
    {
        let tail = shift_out(u128::from_ne_bytes(*tail), MAX - len);
        return fold::add(add_halves(u128::from_ne_bytes(*head)), add_halves(tail));
    }
    if len > 8
        && let (Some(head), Some(tail)) = (data.first_chunk(), data.last_chunk())
    {
        return fold::add(
            u64::from_ne_bytes(*head),
            shift_out(u64::from_ne_bytes(*tail), 16 - len),
        );
    }
    if len > 4
        && let (Some(head), Some(tail)) = (data.first_chunk(), data.last_chunk())
    {
        // At most 2 (2^32 − 1).
        return u64::from(u32::from_ne_bytes(*head))
            + u64::from(shift_out(u32::from_ne_bytes(*tail), 8 - len));
    }
    u64::from(match *data {
        [] => 0,
        [a] => u32::from_ne_bytes([a, 0, 0, 0]),
        [a, b] => u32::from_ne_bytes([a, b, 0, 0]),
        [a, b, c] => u32::from_ne_bytes([a, b, c, 0]),
        [a, b, c, d, ..] => u32::from_ne_bytes([a, b, c, d]),
    })
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

#[inline]
fn add_halves(word: u128) -> u64 {
    fold::add((word >> 64) as u64, word as u64)
}

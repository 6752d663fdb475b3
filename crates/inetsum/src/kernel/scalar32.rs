//! 32-bit words in a 64-bit total: CPUs with 32-bit registers, either byte order.
//!
//! ```text
//! for each 4 bytes:  total += word
//! 1–3 bytes left:    the last 4 bytes, those already summed shifted out
//! ```
//!
//! The carry goes into the upper half of the total, so that there is none to be carried around: at
//! most 2^15 words of MAX_LEN bytes, below 2^32 each, come to less than 2^47.

use core::mem::MaybeUninit;

use crate::short;

/// Sums `data`, as the contract in `kernel.rs` says.
#[inline(never)]
pub(crate) fn sum(data: &[u8]) -> u64 {
    let (words, tail) = data.as_chunks::<4>();
    let total: u64 = words.iter().map(|word| u64::from(u32::from_ne_bytes(*word))).sum();
    match data.last_chunk() {
        Some(word) if !tail.is_empty() => {
            total + u64::from(short::shift_out(u32::from_ne_bytes(*word), 4 - tail.len()))
        }
        _ => total,
    }
}

/// Copies `src` to `dst`, every byte of it, and sums it in the same pass.
///
/// # Panics
///
/// If the lengths differ.
#[inline(never)]
pub(crate) fn copy_and_sum(dst: &mut [MaybeUninit<u8>], src: &[u8]) -> u64 {
    assert_eq!(dst.len(), src.len());
    let (src_words, src_tail) = src.as_chunks::<4>();
    let (dst_words, dst_tail) = dst.as_chunks_mut::<4>();
    let mut total = 0;
    for (dst, src) in dst_words.iter_mut().zip(src_words) {
        *dst = src.map(MaybeUninit::new);
        total += u64::from(u32::from_ne_bytes(*src));
    }
    for (dst, src) in dst_tail.iter_mut().zip(src_tail) {
        dst.write(*src);
    }
    total + short::sum(src_tail)
}

//! Add-with-carry in 64-bit words: every 64-bit CPU, either byte order.
//!
//! ```text
//! for each 64 bytes w0 … w7:  (total, carry) = total + w0;  (total, carry) = total + wi + carry;
//!                             total += carry
//! for each 8 bytes left:      the same with one word
//! 1–7 bytes left:             the last 8 bytes, those already summed shifted out
//! ```

use core::mem::MaybeUninit;

use crate::{fold, short};

const BLOCK: usize = 64;

/// Sums `data`, as the contract in `kernel.rs` says.
#[inline(never)]
pub(crate) fn sum(data: &[u8]) -> u64 {
    let (blocks, rest) = data.as_chunks::<BLOCK>();
    finish(blocks.iter().fold(0, add_block), rest, data)
}

/// Copies `src` to `dst`, every byte of it, and sums it in the same pass.
///
/// # Panics
///
/// If the lengths differ.
#[inline(never)]
pub(crate) fn copy_and_sum(dst: &mut [MaybeUninit<u8>], src: &[u8]) -> u64 {
    assert_eq!(dst.len(), src.len());
    let (src_blocks, src_rest) = src.as_chunks::<BLOCK>();
    let (dst_blocks, dst_rest) = dst.as_chunks_mut::<BLOCK>();
    let mut total = 0;
    for (dst, src) in dst_blocks.iter_mut().zip(src_blocks) {
        *dst = src.map(MaybeUninit::new);
        total = add_block(total, src);
    }
    for (dst, src) in dst_rest.iter_mut().zip(src_rest) {
        dst.write(*src);
    }
    finish(total, src_rest, src)
}

#[inline]
fn add_block(total: u64, block: &[u8; BLOCK]) -> u64 {
    let (words, _) = block.as_chunks::<8>();
    let word = |at: usize| u64::from_ne_bytes(words[at]);
    // With a carry out, what stays is at most 2^64 − 2: two words below 2^64 and a carry that came with
    // a `total` of at most 2^64 − 2 are below 2^65 − 1. A loop would lose the carry between its rounds
    // where it is not unrolled.
    let (total, carry) = total.overflowing_add(word(0));
    let (total, carry) = fold::add_with_carry(total, word(1), carry);
    let (total, carry) = fold::add_with_carry(total, word(2), carry);
    let (total, carry) = fold::add_with_carry(total, word(3), carry);
    let (total, carry) = fold::add_with_carry(total, word(4), carry);
    let (total, carry) = fold::add_with_carry(total, word(5), carry);
    let (total, carry) = fold::add_with_carry(total, word(6), carry);
    let (total, carry) = fold::add_with_carry(total, word(7), carry);
    // So the last carry can't overflow.
    total + u64::from(carry)
}

/// Adds the last bytes of `data`, fewer than a block.
#[inline]
fn finish(total: u64, rest: &[u8], data: &[u8]) -> u64 {
    let (words, tail) = rest.as_chunks::<8>();
    let total = words.iter().fold(total, |total, word| fold::add(total, u64::from_ne_bytes(*word)));
    match data.last_chunk() {
        Some(word) if !tail.is_empty() => {
            fold::add(total, short::shift_out(u64::from_ne_bytes(*word), 8 - tail.len()))
        }
        _ => total,
    }
}

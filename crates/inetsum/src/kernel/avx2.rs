//! AVX2: 32 bytes a vector, three operations each.
//!
//! ```text
//! up to 128 bytes:  the first 2 vectors and the last 2
//! up to 256 bytes:  the first 4 and the last 4
//! more:             blocks of 8 while more than a block is left, and the last 8
//!
//! each vector x:    lanes += multiply_add_pairs(x ^ 0x8000, mask)
//!                   word − 0x8000 is signed; two words a lane
//! mask:             −1; 0 for those words of the last vectors that are in already
//! at the end:       0x8000 for every word, less the lanes; an odd last byte
//! ```

use core::arch::x86_64::__m256i;
use core::mem::MaybeUninit;

use crate::kernel::MIN_LEN;
use crate::kernel::ends::{copy_last_byte, even_left, last_even, last_even_mut, mask};
use crate::kernel::vector256::{
    BLOCK, add, all, finish, load_block, pairs, store_block, total, up_to_128, up_to_256, zero,
};

/// Sums `data`, as the contract in `kernel.rs` says.
#[inline(never)]
#[target_feature(enable = "avx2")]
pub(crate) fn sum(data: &[u8]) -> u64 {
    run::<false>(&mut [], data)
}

/// Copies `src` to `dst`, every byte of it, and sums it in the same pass.
///
/// # Panics
///
/// If the lengths differ.
#[inline(never)]
#[target_feature(enable = "avx2")]
pub(crate) fn copy_and_sum(dst: &mut [MaybeUninit<u8>], src: &[u8]) -> u64 {
    assert_eq!(dst.len(), src.len());
    run::<true>(dst, src)
}

#[inline]
#[target_feature(enable = "avx2")]
fn run<const COPY: bool>(dst: &mut [MaybeUninit<u8>], src: &[u8]) -> u64 {
    assert!(src.len() >= MIN_LEN);
    let lanes = match src.len() {
        ..=128 => up_to_128::<COPY>(dst, src),
        129..=256 => up_to_256::<COPY>(dst, src),
        _ => more::<COPY>(dst, src),
    };
    copy_last_byte::<COPY>(dst, src);
    finish(lanes, src)
}

/// The lanes of more than 256 bytes.
#[inline]
#[target_feature(enable = "avx2")]
fn more<const COPY: bool>(dst: &mut [MaybeUninit<u8>], src: &[u8]) -> __m256i {
    let mut lanes = zero();
    let (blocks, _) = src[..src.len() - 1].as_chunks();
    let (dst_blocks, _) = dst.as_chunks_mut();
    let mut dst_blocks = dst_blocks.iter_mut();
    for block in blocks {
        let [x, y] = load_block(block);
        if COPY && let Some(dst) = dst_blocks.next() {
            store_block(dst, [x, y]);
        }
        lanes = add(add(lanes, pairs(x, all())), pairs(y, all()));
    }
    let [x, y] = load_block(last_even(src));
    if COPY {
        store_block(last_even_mut(dst), [x, y]);
    }
    let [x_mask, y_mask] = load_block(mask(even_left::<BLOCK>(src.len())));
    total(add(add(lanes, pairs(x, x_mask)), pairs(y, y_mask)))
}

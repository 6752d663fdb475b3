//! AVX2 with VNNI, which CPUs without AVX-512 have: 32 bytes a vector, two operations each.
//!
//! ```text
//! up to 128 bytes:  the first 2 vectors and the last 2
//! up to 256 bytes:  the first 4 and the last 4
//! more:             blocks of 8 while more than a block is left, and the last 8
//!
//! each vector x:    lanes = dot_product(lanes, x ^ 0x8000, mask)
//!                   word − 0x8000 is signed; two words a lane
//! mask:             −1; 0 for those words of the last vectors that are in already
//! at the end:       0x8000 for every word, less the lanes; an odd last byte
//! ```

use core::arch::x86_64::{__m256i, _mm256_dpwssd_avx_epi32};
use core::mem::MaybeUninit;

use crate::kernel::MIN_LEN;
use crate::kernel::ends::{copy_last_byte, even_left, last_even, last_even_mut, mask};
use crate::kernel::vector256::{
    BLOCK, Quad, all, biased, finish, load_block, store_block, total, up_to_128, up_to_256, zero,
};

/// Sums `data`, as the contract in `kernel.rs` says.
#[inline(never)]
#[target_feature(enable = "avx2,avxvnni")]
pub(crate) fn sum(data: &[u8]) -> u64 {
    run::<false>(&mut [], data)
}

/// Copies `src` to `dst`, every byte of it, and sums it in the same pass.
///
/// # Panics
///
/// If the lengths differ.
#[inline(never)]
#[target_feature(enable = "avx2,avxvnni")]
pub(crate) fn copy_and_sum(dst: &mut [MaybeUninit<u8>], src: &[u8]) -> u64 {
    assert_eq!(dst.len(), src.len());
    run::<true>(dst, src)
}

#[inline]
#[target_feature(enable = "avx2,avxvnni")]
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
#[target_feature(enable = "avx2,avxvnni")]
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
        lanes = add_product(add_product(lanes, x, all()), y, all());
    }
    let [x, y] = load_block(last_even(src));
    if COPY {
        store_block(last_even_mut(dst), [x, y]);
    }
    let [x_mask, y_mask] = load_block(mask(even_left::<BLOCK>(src.len())));
    total(add_product(add_product(lanes, x, x_mask), y, y_mask))
}

/// Adds both words of each lane, each less 2^15, times −1 where the mask is −1: −2^16 + 2 … 2^16.
#[inline]
#[target_feature(enable = "avx2,avxvnni")]
fn add_product(lanes: Quad, x: Quad, masks: Quad) -> Quad {
    let [a, b, c, d] = biased(x);
    [
        _mm256_dpwssd_avx_epi32(lanes[0], a, masks[0]),
        _mm256_dpwssd_avx_epi32(lanes[1], b, masks[1]),
        _mm256_dpwssd_avx_epi32(lanes[2], c, masks[2]),
        _mm256_dpwssd_avx_epi32(lanes[3], d, masks[3]),
    ]
}

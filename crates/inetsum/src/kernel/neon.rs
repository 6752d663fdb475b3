//! NEON, on little-endian AArch64: 16 bytes a vector, one operation each.
//!
//! ```text
//! while there are 64 bytes, in four accumulators of four unsigned 32-bit lanes:
//!     acc += pairwise(x)                           two words a lane (UADALP)
//! for each vector x left:                          the same in the first accumulator
//! 2–14 bytes left:
//!     the last 16 bytes of the even length, those already summed masked out
//! an odd last byte: added to the result
//! ```

use core::arch::aarch64::{
    uint8x16_t, uint32x4_t, vaddlvq_u32, vandq_u8, vdupq_n_u32, vld1q_u8, vpadalq_u16,
    vreinterpretq_u16_u8, vst1q_u8,
};
use core::mem::MaybeUninit;

use crate::kernel::tail::{keep_last, last_even, odd_last_byte};
use crate::kernel::{MAX_LEN, MIN_LEN};

const VECTOR: usize = 16;
const BLOCK: usize = 4 * VECTOR;

/// Sums `data`, as the contract in `kernel.rs` says.
#[target_feature(enable = "neon")]
pub(crate) fn sum(data: &[u8]) -> u64 {
    run::<false>(&mut [], data)
}

/// Copies `src` to `dst`, every byte of it, and sums it in the same pass.
///
/// # Panics
///
/// If the lengths differ.
#[target_feature(enable = "neon")]
pub(crate) fn copy_and_sum(dst: &mut [MaybeUninit<u8>], src: &[u8]) -> u64 {
    assert_eq!(dst.len(), src.len());
    run::<true>(dst, src)
}

#[inline]
#[target_feature(enable = "neon")]
fn run<const COPY: bool>(dst: &mut [MaybeUninit<u8>], src: &[u8]) -> u64 {
    assert!((MIN_LEN..=MAX_LEN).contains(&src.len()));
    let [mut a, mut b, mut c, mut d] = [vdupq_n_u32(0); 4];
    let (src_blocks, src_rest) = src.as_chunks::<BLOCK>();
    let (dst_blocks, dst_rest) = dst.as_chunks_mut::<BLOCK>();
    let mut dst_blocks = dst_blocks.iter_mut();
    for block in src_blocks {
        let (vectors, _) = block.as_chunks::<VECTOR>();
        let x = [load(&vectors[0]), load(&vectors[1]), load(&vectors[2]), load(&vectors[3])];
        if COPY && let Some(dst) = dst_blocks.next() {
            let (dst, _) = dst.as_chunks_mut::<VECTOR>();
            store(&mut dst[0], x[0]);
            store(&mut dst[1], x[1]);
            store(&mut dst[2], x[2]);
            store(&mut dst[3], x[3]);
        }
        a = add(a, x[0]);
        b = add(b, x[1]);
        c = add(c, x[2]);
        d = add(d, x[3]);
    }
    let (vectors, _) = src_rest.as_chunks::<VECTOR>();
    let (dst_vectors, _) = dst_rest.as_chunks_mut::<VECTOR>();
    let mut dst_vectors = dst_vectors.iter_mut();
    for vector in vectors {
        let x = load(vector);
        if COPY && let Some(dst) = dst_vectors.next() {
            store(dst, x);
        }
        a = add(a, x);
    }
    if COPY && let (Some(dst), Some(src)) = (dst.last_chunk_mut(), src.last_chunk()) {
        store(dst, load(src));
    }
    b = add(b, tail(src));
    // Each lane is below 2^29, sixteen of them below 2^33.
    vaddlvq_u32(a) + vaddlvq_u32(b) + vaddlvq_u32(c) + vaddlvq_u32(d) + odd_last_byte(src)
}

/// Adds two words, at most 2^17 − 2, to each lane.
///
/// MAX_LEN bytes are 2^11 blocks: with three more vectors and the tail a lane is at most
/// (2^11 + 4) (2^17 − 2), below 2^29.
#[inline]
#[target_feature(enable = "neon")]
fn add(sum: uint32x4_t, x: uint8x16_t) -> uint32x4_t {
    vpadalq_u16(sum, vreinterpretq_u16_u8(x))
}

/// What is left of `data` after the whole vectors, without an odd last byte.
#[inline]
#[target_feature(enable = "neon")]
fn tail(data: &[u8]) -> uint8x16_t {
    vandq_u8(load(last_even(data)), load(keep_last((data.len() % VECTOR) & !1)))
}

#[inline]
#[target_feature(enable = "neon")]
fn load(bytes: &[u8; VECTOR]) -> uint8x16_t {
    // SAFETY: `bytes` is 16 readable bytes, and the load has no alignment.
    unsafe { vld1q_u8(bytes.as_ptr()) }
}

#[inline]
#[target_feature(enable = "neon")]
fn store(bytes: &mut [MaybeUninit<u8>; VECTOR], x: uint8x16_t) {
    // SAFETY: `bytes` is 16 writable bytes, and the store has no alignment.
    unsafe { vst1q_u8(bytes.as_mut_ptr().cast(), x) }
}

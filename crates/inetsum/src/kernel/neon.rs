//! NEON, on little-endian AArch64: 16 bytes a vector, one operation each.
//!
//! ```text
//! up to 128 bytes:  the first 4 vectors and the last 4
//! more:             blocks of 8 while more than a block is left, and the last 8
//!
//! each vector x:    lanes += pairwise(x)       two words a lane (UADALP)
//! of the last:      those words that are in already are masked out
//! at the end:       the lanes; an odd last byte
//! ```

use core::arch::aarch64::{
    uint8x16_t, uint32x4_t, vaddlvq_u32, vaddq_u32, vandq_u8, vdupq_n_u32, vld1q_u8, vpadalq_u16,
    vreinterpretq_u16_u8, vst1q_u8,
};
use core::mem::MaybeUninit;

use crate::kernel::MIN_LEN;
use crate::kernel::ends::{
    copy_last_byte, even_left, first, first_mut, last_even, last_even_mut, mask, odd_last_byte,
};

const VECTOR: usize = 16;
const QUAD: usize = 4 * VECTOR;
const BLOCK: usize = 2 * QUAD;

/// Four accumulators of four unsigned 32-bit lanes each.
type Lanes = [uint32x4_t; 4];

/// Four vectors.
type Quad = [uint8x16_t; 4];

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
    assert!(src.len() >= MIN_LEN);
    let lanes = match src.len() {
        ..=128 => up_to_128::<COPY>(dst, src),
        _ => more::<COPY>(dst, src),
    };
    copy_last_byte::<COPY>(dst, src);
    finish(lanes) + odd_last_byte(src)
}

#[inline]
#[target_feature(enable = "neon")]
fn up_to_128<const COPY: bool>(dst: &mut [MaybeUninit<u8>], src: &[u8]) -> Lanes {
    let (x, last) = (load_quad(first(src)), load_quad(last_even(src)));
    if COPY {
        store_quad(first_mut(dst), x);
        store_quad(last_even_mut(dst), last);
    }
    let last_mask = load_quad(mask((src.len() & !1) - QUAD));
    add(add(zero(), x), masked(last, last_mask))
}

#[inline]
#[target_feature(enable = "neon")]
fn more<const COPY: bool>(dst: &mut [MaybeUninit<u8>], src: &[u8]) -> Lanes {
    let mut lanes = zero();
    let (blocks, _) = src[..src.len() - 1].as_chunks();
    let (dst_blocks, _) = dst.as_chunks_mut();
    let mut dst_blocks = dst_blocks.iter_mut();
    for block in blocks {
        let [x, y] = load_block(block);
        if COPY && let Some(dst) = dst_blocks.next() {
            store_block(dst, [x, y]);
        }
        lanes = add(add(lanes, x), y);
    }
    let [x, y] = load_block(last_even(src));
    if COPY {
        store_block(last_even_mut(dst), [x, y]);
    }
    let [x_mask, y_mask] = load_block(mask(even_left::<BLOCK>(src.len())));
    add(add(lanes, masked(x, x_mask)), masked(y, y_mask))
}

#[inline]
#[target_feature(enable = "neon")]
fn zero() -> Lanes {
    let zero = vdupq_n_u32(0);
    [zero, zero, zero, zero]
}

/// Adds two words, at most 2^17 − 2, to each lane.
///
/// MAX_LEN bytes are 2^11 quads, and one more vector counts in part: a lane is at most
/// (2^11 + 1) (2^17 − 2), below 2^29.
#[inline]
#[target_feature(enable = "neon")]
fn add(lanes: Lanes, x: Quad) -> Lanes {
    [
        vpadalq_u16(lanes[0], vreinterpretq_u16_u8(x[0])),
        vpadalq_u16(lanes[1], vreinterpretq_u16_u8(x[1])),
        vpadalq_u16(lanes[2], vreinterpretq_u16_u8(x[2])),
        vpadalq_u16(lanes[3], vreinterpretq_u16_u8(x[3])),
    ]
}

#[inline]
#[target_feature(enable = "neon")]
fn masked(x: Quad, masks: Quad) -> Quad {
    [
        vandq_u8(x[0], masks[0]),
        vandq_u8(x[1], masks[1]),
        vandq_u8(x[2], masks[2]),
        vandq_u8(x[3], masks[3]),
    ]
}

/// Adds all lanes: four of them stay below 2^31, all below 2^33.
#[inline]
#[target_feature(enable = "neon")]
fn finish([a, b, c, d]: Lanes) -> u64 {
    vaddlvq_u32(vaddq_u32(vaddq_u32(a, b), vaddq_u32(c, d)))
}

// Loading and storing are apart, and small, so that they are inlined in programs built for size too.

#[inline]
#[target_feature(enable = "neon")]
fn load_block(src: &[u8; BLOCK]) -> [Quad; 2] {
    let (src, _) = src.as_chunks();
    [load_quad(&src[0]), load_quad(&src[1])]
}

#[inline]
#[target_feature(enable = "neon")]
fn store_block(dst: &mut [MaybeUninit<u8>; BLOCK], [x, y]: [Quad; 2]) {
    let (dst, _) = dst.as_chunks_mut();
    store_quad(&mut dst[0], x);
    store_quad(&mut dst[1], y);
}

#[inline]
#[target_feature(enable = "neon")]
fn load_quad(src: &[u8; QUAD]) -> Quad {
    let (src, _) = src.as_chunks();
    [load(&src[0]), load(&src[1]), load(&src[2]), load(&src[3])]
}

#[inline]
#[target_feature(enable = "neon")]
fn store_quad(dst: &mut [MaybeUninit<u8>; QUAD], x: Quad) {
    let (dst, _) = dst.as_chunks_mut();
    store(&mut dst[0], x[0]);
    store(&mut dst[1], x[1]);
    store(&mut dst[2], x[2]);
    store(&mut dst[3], x[3]);
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

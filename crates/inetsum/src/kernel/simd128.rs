//! WebAssembly SIMD: 16 bytes a vector, two operations each.
//!
//! ```text
//! up to 128 bytes:  the first 4 vectors and the last 4
//! more:             blocks of 8 while more than a block is left, and the last 8
//!
//! each vector x:    lanes += extadd_pairwise(x)       two words a lane
//! of the last:      those words that are in already are masked out
//! at the end:       the lanes; an odd last byte
//! ```

use core::arch::wasm32::{
    i8x16_splat, u32x4_add, u32x4_extadd_pairwise_u16x8, u32x4_extract_lane, v128, v128_and,
    v128_load, v128_store,
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
type Lanes = [v128; 4];

/// Four vectors.
type Quad = [v128; 4];

/// Sums `data`, as the contract in `kernel.rs` says.
#[target_feature(enable = "simd128")]
pub(crate) fn sum(data: &[u8]) -> u64 {
    run::<false>(&mut [], data)
}

/// Copies `src` to `dst`, every byte of it, and sums it in the same pass.
///
/// # Panics
///
/// If the lengths differ.
#[target_feature(enable = "simd128")]
pub(crate) fn copy_and_sum(dst: &mut [MaybeUninit<u8>], src: &[u8]) -> u64 {
    assert_eq!(dst.len(), src.len());
    run::<true>(dst, src)
}

#[inline]
#[target_feature(enable = "simd128")]
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
#[target_feature(enable = "simd128")]
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
#[target_feature(enable = "simd128")]
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
#[target_feature(enable = "simd128")]
fn zero() -> Lanes {
    let zero = i8x16_splat(0);
    [zero, zero, zero, zero]
}

/// Adds two words, at most 2^17 − 2, to each lane.
///
/// MAX_LEN bytes are 2^11 quads, and one more vector counts in part: a lane is at most
/// (2^11 + 1) (2^17 − 2), below 2^29.
#[inline]
#[target_feature(enable = "simd128")]
fn add(lanes: Lanes, x: Quad) -> Lanes {
    [
        u32x4_add(lanes[0], u32x4_extadd_pairwise_u16x8(x[0])),
        u32x4_add(lanes[1], u32x4_extadd_pairwise_u16x8(x[1])),
        u32x4_add(lanes[2], u32x4_extadd_pairwise_u16x8(x[2])),
        u32x4_add(lanes[3], u32x4_extadd_pairwise_u16x8(x[3])),
    ]
}

#[inline]
#[target_feature(enable = "simd128")]
fn masked(x: Quad, masks: Quad) -> Quad {
    [
        v128_and(x[0], masks[0]),
        v128_and(x[1], masks[1]),
        v128_and(x[2], masks[2]),
        v128_and(x[3], masks[3]),
    ]
}

/// Adds all lanes: four of them stay below 2^31, all below 2^33.
#[inline]
#[target_feature(enable = "simd128")]
fn finish([a, b, c, d]: Lanes) -> u64 {
    let four = u32x4_add(u32x4_add(a, b), u32x4_add(c, d));
    u64::from(u32x4_extract_lane::<0>(four))
        + u64::from(u32x4_extract_lane::<1>(four))
        + u64::from(u32x4_extract_lane::<2>(four))
        + u64::from(u32x4_extract_lane::<3>(four))
}

// Loading and storing are apart, and small, so that they are inlined in programs built for size too.

#[inline]
#[target_feature(enable = "simd128")]
fn load_block(src: &[u8; BLOCK]) -> [Quad; 2] {
    let (src, _) = src.as_chunks();
    [load_quad(&src[0]), load_quad(&src[1])]
}

#[inline]
#[target_feature(enable = "simd128")]
fn store_block(dst: &mut [MaybeUninit<u8>; BLOCK], [x, y]: [Quad; 2]) {
    let (dst, _) = dst.as_chunks_mut();
    store_quad(&mut dst[0], x);
    store_quad(&mut dst[1], y);
}

#[inline]
#[target_feature(enable = "simd128")]
fn load_quad(src: &[u8; QUAD]) -> Quad {
    let (src, _) = src.as_chunks();
    [load(&src[0]), load(&src[1]), load(&src[2]), load(&src[3])]
}

#[inline]
#[target_feature(enable = "simd128")]
fn store_quad(dst: &mut [MaybeUninit<u8>; QUAD], x: Quad) {
    let (dst, _) = dst.as_chunks_mut();
    store(&mut dst[0], x[0]);
    store(&mut dst[1], x[1]);
    store(&mut dst[2], x[2]);
    store(&mut dst[3], x[3]);
}

#[inline]
#[target_feature(enable = "simd128")]
fn load(bytes: &[u8; VECTOR]) -> v128 {
    // SAFETY: `bytes` is 16 readable bytes, and the load has no alignment.
    unsafe { v128_load(bytes.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "simd128")]
fn store(bytes: &mut [MaybeUninit<u8>; VECTOR], x: v128) {
    // SAFETY: `bytes` is 16 writable bytes, and the store has no alignment.
    unsafe { v128_store(bytes.as_mut_ptr().cast(), x) }
}

//! SSE2, which every x86-64 CPU has: 16 bytes a vector, three operations each.
//!
//! ```text
//! up to 128 bytes:  the first 4 vectors and the last 4
//! more:             blocks of 8 while more than a block is left, and the last 8
//!
//! each vector x:    lanes += multiply_add_pairs(x ^ 0x8000, mask)
//!                   word − 0x8000 is signed; two words a lane
//! mask:             −1; 0 for those words of the last vectors that are in already
//! at the end:       0x8000 for every word, less the lanes; an odd last byte
//! ```

use core::arch::x86_64::{
    __m128i, _mm_add_epi32, _mm_cvtsi128_si64, _mm_loadu_si128, _mm_madd_epi16, _mm_set1_epi16,
    _mm_setzero_si128, _mm_storeu_si128, _mm_unpackhi_epi64, _mm_xor_si128,
};
use core::mem::MaybeUninit;

use crate::kernel::MIN_LEN;
use crate::kernel::ends::{
    copy_last_byte, even_left, first, first_mut, last_even, last_even_mut, mask, odd_last_byte,
};

const VECTOR: usize = 16;
const QUAD: usize = 4 * VECTOR;
const BLOCK: usize = 2 * QUAD;

type Quad = [__m128i; 4];

/// Sums `data`, as the contract in `kernel.rs` says.
#[inline(never)]
#[target_feature(enable = "sse2")]
pub(crate) fn sum(data: &[u8]) -> u64 {
    run::<false>(&mut [], data)
}

/// Copies `src` to `dst`, every byte of it, and sums it in the same pass.
///
/// # Panics
///
/// If the lengths differ.
#[inline(never)]
#[target_feature(enable = "sse2")]
pub(crate) fn copy_and_sum(dst: &mut [MaybeUninit<u8>], src: &[u8]) -> u64 {
    assert_eq!(dst.len(), src.len());
    run::<true>(dst, src)
}

#[inline]
#[target_feature(enable = "sse2")]
fn run<const COPY: bool>(dst: &mut [MaybeUninit<u8>], src: &[u8]) -> u64 {
    assert!(src.len() >= MIN_LEN);
    let sums = match src.len() {
        ..=128 => up_to_128::<COPY>(dst, src),
        _ => more::<COPY>(dst, src),
    };
    copy_last_byte::<COPY>(dst, src);
    finish(sums, src)
}

#[inline]
#[target_feature(enable = "sse2")]
fn up_to_128<const COPY: bool>(dst: &mut [MaybeUninit<u8>], src: &[u8]) -> Quad {
    let (x, last) = (load_quad(first(src)), load_quad(last_even(src)));
    if COPY {
        store_quad(first_mut(dst), x);
        store_quad(last_even_mut(dst), last);
    }
    add(add(zero(), x, all()), last, load_quad(mask((src.len() & !1) - 64)))
}

#[inline]
#[target_feature(enable = "sse2")]
fn more<const COPY: bool>(dst: &mut [MaybeUninit<u8>], src: &[u8]) -> Quad {
    let mut sums = zero();
    let (blocks, _) = src[..src.len() - 1].as_chunks::<BLOCK>();
    let (dst_blocks, _) = dst.as_chunks_mut::<BLOCK>();
    let mut dst_blocks = dst_blocks.iter_mut();
    for block in blocks {
        let [x, y] = load_block(block);
        if COPY && let Some(dst) = dst_blocks.next() {
            store_block(dst, [x, y]);
        }
        sums = add(add(sums, x, all()), y, all());
    }
    let [x, y] = load_block(last_even(src));
    if COPY {
        store_block(last_even_mut(dst), [x, y]);
    }
    let [x_mask, y_mask] = load_block(mask(even_left::<BLOCK>(src.len())));
    add(add(sums, x, x_mask), y, y_mask)
}

/// Takes both words of each lane, each less 2^15, times −1 or 0 from the lanes: adds −2^16 + 2 … 2^16.
#[inline]
#[target_feature(enable = "sse2")]
fn add(sums: Quad, x: Quad, masks: Quad) -> Quad {
    let bias = _mm_set1_epi16(i16::MIN);
    let a = _mm_madd_epi16(_mm_xor_si128(x[0], bias), masks[0]);
    let b = _mm_madd_epi16(_mm_xor_si128(x[1], bias), masks[1]);
    let c = _mm_madd_epi16(_mm_xor_si128(x[2], bias), masks[2]);
    let d = _mm_madd_epi16(_mm_xor_si128(x[3], bias), masks[3]);
    [
        _mm_add_epi32(sums[0], a),
        _mm_add_epi32(sums[1], b),
        _mm_add_epi32(sums[2], c),
        _mm_add_epi32(sums[3], d),
    ]
}

#[inline]
#[target_feature(enable = "sse2")]
fn zero() -> Quad {
    let zero = _mm_setzero_si128();
    [zero, zero, zero, zero]
}

#[inline]
#[target_feature(enable = "sse2")]
fn all() -> Quad {
    let all = _mm_set1_epi16(-1);
    [all, all, all, all]
}

/// The sum of `data`: 2^15 for each word, less the lanes, and an odd last byte.
#[inline]
#[target_feature(enable = "sse2")]
fn finish([a, b, c, d]: Quad, data: &[u8]) -> u64 {
    // MAX_LEN bytes are 2^16 words: half of the lanes together are between −2^30 and 2^30, and fit
    // into 32 bits.
    let four = _mm_add_epi32(_mm_add_epi32(a, b), _mm_add_epi32(c, d));
    let two = _mm_cvtsi128_si64(_mm_add_epi32(four, _mm_unpackhi_epi64(four, four)));
    // Not negative, as it is the plain sum of the words.
    let words = ((data.len() / 2) as i64) << 15;
    (words - i64::from(two as i32) - (two >> 32)) as u64 + odd_last_byte(data)
}

// Loading and storing are apart, and small, so that they are inlined in programs built for size too.

#[inline]
#[target_feature(enable = "sse2")]
fn load_block(src: &[u8; BLOCK]) -> [Quad; 2] {
    let (src, _) = src.as_chunks();
    [load_quad(&src[0]), load_quad(&src[1])]
}

#[inline]
#[target_feature(enable = "sse2")]
fn store_block(dst: &mut [MaybeUninit<u8>; BLOCK], [x, y]: [Quad; 2]) {
    let (dst, _) = dst.as_chunks_mut();
    store_quad(&mut dst[0], x);
    store_quad(&mut dst[1], y);
}

#[inline]
#[target_feature(enable = "sse2")]
fn load_quad(src: &[u8; QUAD]) -> Quad {
    let (src, _) = src.as_chunks();
    [load(&src[0]), load(&src[1]), load(&src[2]), load(&src[3])]
}

#[inline]
#[target_feature(enable = "sse2")]
fn store_quad(dst: &mut [MaybeUninit<u8>; QUAD], x: Quad) {
    let (dst, _) = dst.as_chunks_mut();
    store(&mut dst[0], x[0]);
    store(&mut dst[1], x[1]);
    store(&mut dst[2], x[2]);
    store(&mut dst[3], x[3]);
}

#[inline]
#[target_feature(enable = "sse2")]
fn load(bytes: &[u8; VECTOR]) -> __m128i {
    // SAFETY: `bytes` is 16 readable bytes, and the load has no alignment.
    unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "sse2")]
fn store(bytes: &mut [MaybeUninit<u8>; VECTOR], x: __m128i) {
    // SAFETY: `bytes` is 16 writable bytes, and the store has no alignment.
    unsafe { _mm_storeu_si128(bytes.as_mut_ptr().cast(), x) }
}

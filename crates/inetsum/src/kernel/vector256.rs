//! What the kernels with 32 bytes a vector share: all that is not their hot loop.

use core::arch::x86_64::{
    __m256i, _mm_add_epi32, _mm_cvtsi128_si64, _mm_unpackhi_epi64, _mm256_add_epi32,
    _mm256_castsi256_si128, _mm256_extracti128_si256, _mm256_loadu_si256, _mm256_madd_epi16,
    _mm256_set1_epi16, _mm256_setzero_si256, _mm256_storeu_si256, _mm256_xor_si256,
};
use core::mem::MaybeUninit;

use crate::kernel::ends::{first, first_mut, last_even, last_even_mut, mask, odd_last_byte};

const VECTOR: usize = 32;
const QUAD: usize = 4 * VECTOR;
pub(crate) const BLOCK: usize = 2 * QUAD;

/// Four vectors, or accumulators of eight signed 32-bit lanes each.
pub(crate) type Quad = [__m256i; 4];

/// The lanes of 65 to 128 bytes: the first two vectors and the last two.
#[inline]
#[target_feature(enable = "avx2")]
pub(crate) fn up_to_128<const COPY: bool>(dst: &mut [MaybeUninit<u8>], src: &[u8]) -> __m256i {
    let ([a, b], [c, d]) = (load_pair(first(src)), load_pair(last_even(src)));
    if COPY {
        store_pair(first_mut(dst), [a, b]);
        store_pair(last_even_mut(dst), [c, d]);
    }
    let [c_mask, d_mask] = load_pair(mask((src.len() & !1) - QUAD / 2));
    let [all, ..] = all();
    total(pairs([a, b, c, d], [all, all, c_mask, d_mask]))
}

/// The lanes of 129 to 256 bytes: the first four vectors and the last four.
#[inline]
#[target_feature(enable = "avx2")]
pub(crate) fn up_to_256<const COPY: bool>(dst: &mut [MaybeUninit<u8>], src: &[u8]) -> __m256i {
    let (x, last) = (load_quad(first(src)), load_quad(last_even(src)));
    if COPY {
        store_quad(first_mut(dst), x);
        store_quad(last_even_mut(dst), last);
    }
    let last_mask = load_quad(mask((src.len() & !1) - QUAD));
    total(add(pairs(x, all()), pairs(last, last_mask)))
}

/// Both words of each lane, each less 2^15, times −1 where the mask is −1: −2^16 + 2 … 2^16.
#[inline]
#[target_feature(enable = "avx2")]
pub(crate) fn pairs(x: Quad, masks: Quad) -> Quad {
    let [a, b, c, d] = biased(x);
    [
        _mm256_madd_epi16(a, masks[0]),
        _mm256_madd_epi16(b, masks[1]),
        _mm256_madd_epi16(c, masks[2]),
        _mm256_madd_epi16(d, masks[3]),
    ]
}

/// Each word less 2^15, signed.
#[inline]
#[target_feature(enable = "avx2")]
pub(crate) fn biased([a, b, c, d]: Quad) -> Quad {
    let bias = _mm256_set1_epi16(i16::MIN);
    [
        _mm256_xor_si256(a, bias),
        _mm256_xor_si256(b, bias),
        _mm256_xor_si256(c, bias),
        _mm256_xor_si256(d, bias),
    ]
}

/// Adds lane by lane.
#[inline]
#[target_feature(enable = "avx2")]
pub(crate) fn add(x: Quad, y: Quad) -> Quad {
    [
        _mm256_add_epi32(x[0], y[0]),
        _mm256_add_epi32(x[1], y[1]),
        _mm256_add_epi32(x[2], y[2]),
        _mm256_add_epi32(x[3], y[3]),
    ]
}

#[inline]
#[target_feature(enable = "avx2")]
pub(crate) fn zero() -> Quad {
    let zero = _mm256_setzero_si256();
    [zero, zero, zero, zero]
}

/// The mask of words that all count.
#[inline]
#[target_feature(enable = "avx2")]
pub(crate) fn all() -> Quad {
    let all = _mm256_set1_epi16(-1);
    [all, all, all, all]
}

/// Adds the lanes of four accumulators.
#[inline]
#[target_feature(enable = "avx2")]
pub(crate) fn total([a, b, c, d]: Quad) -> __m256i {
    _mm256_add_epi32(_mm256_add_epi32(a, b), _mm256_add_epi32(c, d))
}

/// The sum of `data`: 2^15 for each word, less the lanes, and an odd last byte.
#[inline]
#[target_feature(enable = "avx2")]
pub(crate) fn finish(lanes: __m256i, data: &[u8]) -> u64 {
    // MAX_LEN bytes are 2^16 words: half of the lanes together are between −2^30 and 2^30, and fit
    // into 32 bits.
    let four = _mm_add_epi32(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256::<1>(lanes));
    let two = _mm_cvtsi128_si64(_mm_add_epi32(four, _mm_unpackhi_epi64(four, four)));
    // Not negative, as it is the plain sum of the words.
    let words = ((data.len() / 2) as i64) << 15;
    (words - i64::from(two as i32) - (two >> 32)) as u64 + odd_last_byte(data)
}

// Loading and storing are apart, and small, so that they are inlined in programs built for size too.

#[inline]
#[target_feature(enable = "avx2")]
pub(crate) fn load_block(src: &[u8; BLOCK]) -> [Quad; 2] {
    let (src, _) = src.as_chunks();
    [load_quad(&src[0]), load_quad(&src[1])]
}

#[inline]
#[target_feature(enable = "avx2")]
pub(crate) fn store_block(dst: &mut [MaybeUninit<u8>; BLOCK], [x, y]: [Quad; 2]) {
    let (dst, _) = dst.as_chunks_mut();
    store_quad(&mut dst[0], x);
    store_quad(&mut dst[1], y);
}

#[inline]
#[target_feature(enable = "avx2")]
fn load_quad(src: &[u8; QUAD]) -> Quad {
    let (src, _) = src.as_chunks();
    [load(&src[0]), load(&src[1]), load(&src[2]), load(&src[3])]
}

#[inline]
#[target_feature(enable = "avx2")]
fn store_quad(dst: &mut [MaybeUninit<u8>; QUAD], x: Quad) {
    let (dst, _) = dst.as_chunks_mut();
    store(&mut dst[0], x[0]);
    store(&mut dst[1], x[1]);
    store(&mut dst[2], x[2]);
    store(&mut dst[3], x[3]);
}

#[inline]
#[target_feature(enable = "avx2")]
fn load_pair(src: &[u8; QUAD / 2]) -> [__m256i; 2] {
    let (src, _) = src.as_chunks();
    [load(&src[0]), load(&src[1])]
}

#[inline]
#[target_feature(enable = "avx2")]
fn store_pair(dst: &mut [MaybeUninit<u8>; QUAD / 2], x: [__m256i; 2]) {
    let (dst, _) = dst.as_chunks_mut();
    store(&mut dst[0], x[0]);
    store(&mut dst[1], x[1]);
}

#[inline]
#[target_feature(enable = "avx2")]
fn load(bytes: &[u8; VECTOR]) -> __m256i {
    // SAFETY: `bytes` is 32 readable bytes, and the load has no alignment.
    unsafe { _mm256_loadu_si256(bytes.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx2")]
fn store(bytes: &mut [MaybeUninit<u8>; VECTOR], x: __m256i) {
    // SAFETY: `bytes` is 32 writable bytes, and the store has no alignment.
    unsafe { _mm256_storeu_si256(bytes.as_mut_ptr().cast(), x) }
}

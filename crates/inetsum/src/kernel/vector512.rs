//! What the AVX-512 kernels share: 64 bytes a vector, and all that is not their hot loop.

use core::arch::x86_64::{
    __m512i, _mm_add_epi32, _mm_cvtsi128_si64, _mm_unpackhi_epi64, _mm256_add_epi32,
    _mm256_castsi256_si128, _mm256_extracti128_si256, _mm512_add_epi32, _mm512_castsi512_si256,
    _mm512_extracti64x4_epi64, _mm512_loadu_si512, _mm512_madd_epi16, _mm512_set1_epi16,
    _mm512_storeu_si512, _mm512_xor_si512,
};
use core::mem::MaybeUninit;

use crate::kernel::ends::{
    first, first_mut, halves, last_even, last_even_mut, mask, odd_last_byte,
};

pub(crate) const VECTOR: usize = 64;
pub(crate) const BLOCK: usize = 4 * VECTOR;

/// Four vectors, or accumulators of sixteen signed 32-bit lanes each.
pub(crate) type Quad = [__m512i; 4];

/// Loads a block, and stores it if there is a `dst`.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
pub(crate) fn load_block(dst: Option<&mut [MaybeUninit<u8>; BLOCK]>, src: &[u8; BLOCK]) -> Quad {
    let [x, y] = halves(dst);
    let (src, _) = src.as_chunks();
    let [a, b] = load_pair(x, &src[0]);
    let [c, d] = load_pair(y, &src[1]);
    [a, b, c, d]
}

/// Loads two vectors, and stores them if there is a `dst`.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
pub(crate) fn load_pair(
    dst: Option<&mut [MaybeUninit<u8>; 2 * VECTOR]>,
    src: &[u8; 2 * VECTOR],
) -> [__m512i; 2] {
    let [x, y] = halves(dst);
    let (src, _) = src.as_chunks();
    [load_vector(x, &src[0]), load_vector(y, &src[1])]
}

/// Loads a vector, and stores it if there is a `dst`.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
pub(crate) fn load_vector(
    dst: Option<&mut [MaybeUninit<u8>; VECTOR]>,
    src: &[u8; VECTOR],
) -> __m512i {
    let x = load(src);
    if let Some(dst) = dst {
        store(dst, x);
    }
    x
}

/// The lanes of 65 to 128 bytes: the first vector and the last. A dot product would not save anything,
/// but make the second wait for the first.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
pub(crate) fn up_to_128<const COPY: bool>(dst: &mut [MaybeUninit<u8>], src: &[u8]) -> __m512i {
    let x = load_vector(first_mut::<COPY, _>(dst), first(src));
    let last = load_vector(last_even_mut::<COPY, _>(dst), last_even(src));
    let last_mask = load_vector(None, mask((src.len() & !1) - VECTOR));
    _mm512_add_epi32(pairs(x, _mm512_set1_epi16(-1)), pairs(last, last_mask))
}

/// The lanes of 129 to 256 bytes: the first two vectors and the last two.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
pub(crate) fn up_to_256<const COPY: bool>(dst: &mut [MaybeUninit<u8>], src: &[u8]) -> __m512i {
    let all = _mm512_set1_epi16(-1);
    let [a, b] = load_pair(first_mut::<COPY, _>(dst), first(src));
    let [c, d] = load_pair(last_even_mut::<COPY, _>(dst), last_even(src));
    let [c_mask, d_mask] = load_pair(None, mask((src.len() & !1) - 2 * VECTOR));
    let first = _mm512_add_epi32(pairs(a, all), pairs(b, all));
    _mm512_add_epi32(first, _mm512_add_epi32(pairs(c, c_mask), pairs(d, d_mask)))
}

/// Both words of each lane, each less 2^15, times −1 where the mask is −1: −2^16 + 2 … 2^16.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
pub(crate) fn pairs(x: __m512i, mask: __m512i) -> __m512i {
    _mm512_madd_epi16(biased(x), mask)
}

/// Each word less 2^15, signed.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
pub(crate) fn biased(x: __m512i) -> __m512i {
    _mm512_xor_si512(x, _mm512_set1_epi16(i16::MIN))
}

/// The sum of `data`: 2^15 for each word, less the lanes, and an odd last byte.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
pub(crate) fn finish(lanes: __m512i, data: &[u8]) -> u64 {
    // MAX_LEN bytes are 2^16 words: half of the lanes together are between −2^30 and 2^30, and fit
    // into 32 bits.
    let low = _mm512_castsi512_si256(lanes);
    let eight = _mm256_add_epi32(low, _mm512_extracti64x4_epi64::<1>(lanes));
    let four = _mm_add_epi32(_mm256_castsi256_si128(eight), _mm256_extracti128_si256::<1>(eight));
    let two = _mm_cvtsi128_si64(_mm_add_epi32(four, _mm_unpackhi_epi64(four, four)));
    // Not negative, as it is the plain sum of the words.
    let words = ((data.len() / 2) as i64) << 15;
    (words - i64::from(two as i32) - (two >> 32)) as u64 + odd_last_byte(data)
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn load(bytes: &[u8; VECTOR]) -> __m512i {
    // SAFETY: `bytes` is 64 readable bytes, and the load has no alignment.
    unsafe { _mm512_loadu_si512(bytes.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn store(bytes: &mut [MaybeUninit<u8>; VECTOR], x: __m512i) {
    // SAFETY: `bytes` is 64 writable bytes, and the store has no alignment.
    unsafe { _mm512_storeu_si512(bytes.as_mut_ptr().cast(), x) }
}

//! What the AVX-512 kernels share: 64 bytes a vector, and all that is not their hot loop.

use core::arch::x86_64::{
    __m512i, _mm_add_epi32, _mm_cvtsi128_si64, _mm_unpackhi_epi64, _mm256_add_epi32,
    _mm256_castsi256_si128, _mm256_extracti128_si256, _mm512_castsi512_si256,
    _mm512_extracti64x4_epi64, _mm512_loadu_si512, _mm512_mask_storeu_epi8,
    _mm512_maskz_loadu_epi8, _mm512_storeu_si512,
};
use core::mem::MaybeUninit;

pub(crate) const VECTOR: usize = 64;
pub(crate) const BLOCK: usize = 4 * VECTOR;

/// Loads a block, and stores it if there is a `dst`.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,bmi2")]
pub(crate) fn load_block(
    dst: Option<&mut [MaybeUninit<u8>; BLOCK]>,
    src: &[u8; BLOCK],
) -> [__m512i; 4] {
    let (vectors, _) = src.as_chunks::<VECTOR>();
    let x = [load(&vectors[0]), load(&vectors[1]), load(&vectors[2]), load(&vectors[3])];
    if let Some(dst) = dst {
        let (dst, _) = dst.as_chunks_mut::<VECTOR>();
        store(&mut dst[0], x[0]);
        store(&mut dst[1], x[1]);
        store(&mut dst[2], x[2]);
        store(&mut dst[3], x[3]);
    }
    x
}

/// Loads two vectors, and stores them if there is a `dst`.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,bmi2")]
pub(crate) fn load_pair(
    dst: Option<&mut [MaybeUninit<u8>; 2 * VECTOR]>,
    src: &[u8; 2 * VECTOR],
) -> [__m512i; 2] {
    let (vectors, _) = src.as_chunks::<VECTOR>();
    let x = [load(&vectors[0]), load(&vectors[1])];
    if let Some(dst) = dst {
        let (dst, _) = dst.as_chunks_mut::<VECTOR>();
        store(&mut dst[0], x[0]);
        store(&mut dst[1], x[1]);
    }
    x
}

/// Loads a vector, and stores it if there is a `dst`.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,bmi2")]
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

/// Loads fewer than 64 bytes, followed by zeros, and stores them if `COPY`.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,bmi2")]
pub(crate) fn load_tail<const COPY: bool>(dst: &mut [MaybeUninit<u8>], src: &[u8]) -> __m512i {
    let mask = first_bytes(src.len());
    // SAFETY: the mask has a bit for each byte of `src` and no other; what has no bit is not read.
    let x = unsafe { _mm512_maskz_loadu_epi8(mask, src.as_ptr().cast()) };
    if COPY {
        let mask = first_bytes(dst.len());
        // SAFETY: the mask has a bit for each byte of `dst` and no other; what has no bit is not
        // written.
        unsafe { _mm512_mask_storeu_epi8(dst.as_mut_ptr().cast(), mask, x) }
    }
    x
}

/// Adds the signed 32-bit lanes of `sum`, and what is missing of each word of `vectors` vectors:
/// 2^15.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,bmi2")]
pub(crate) fn finish(sum: __m512i, vectors: usize) -> u64 {
    // MAX_LEN bytes and the tail are 2^11 + 1 vectors, each of −2^16 to 2^16 − 2 a lane: what eight
    // lanes come to fits into 32 bits.
    let low = _mm512_castsi512_si256(sum);
    let eight = _mm256_add_epi32(low, _mm512_extracti64x4_epi64::<1>(sum));
    let four = _mm_add_epi32(_mm256_castsi256_si128(eight), _mm256_extracti128_si256::<1>(eight));
    let two = _mm_cvtsi128_si64(_mm_add_epi32(four, _mm_unpackhi_epi64(four, four)));
    let lanes = i64::from(two as i32) + (two >> 32);
    // 32 words a vector. The result is the plain sum of the words, so not negative.
    lanes.wrapping_add_unsigned((vectors as u64) << 20) as u64
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,bmi2")]
fn load(bytes: &[u8; VECTOR]) -> __m512i {
    // SAFETY: `bytes` is 64 readable bytes, and the load has no alignment.
    unsafe { _mm512_loadu_si512(bytes.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,bmi2")]
fn store(bytes: &mut [MaybeUninit<u8>; VECTOR], x: __m512i) {
    // SAFETY: `bytes` is 64 writable bytes, and the store has no alignment.
    unsafe { _mm512_storeu_si512(bytes.as_mut_ptr().cast(), x) }
}

/// A mask of the first `len` bytes of a vector.
#[inline]
fn first_bytes(len: usize) -> u64 {
    assert!(len < VECTOR);
    (1 << len) - 1
}

//! AVX2: 32 bytes a vector, three operations each.
//!
//! ```text
//! while there are 128 bytes, in four accumulators of 8 signed 32-bit lanes:
//!     acc += multiply_add_pairs(x ^ 0x8000, 1)     word − 0x8000 is signed; two words a lane
//! for each vector left:                            the same in the first accumulator
//! 2–30 bytes left:
//!     the last 32 bytes of the even length, those already summed masked out
//! at the end:
//!     the lanes, the 0x8000 of every word, an odd last byte
//! ```

use core::arch::x86_64::{
    __m256i, _mm_add_epi32, _mm_cvtsi128_si64, _mm_unpackhi_epi64, _mm256_add_epi32,
    _mm256_and_si256, _mm256_castsi256_si128, _mm256_extracti128_si256, _mm256_loadu_si256,
    _mm256_madd_epi16, _mm256_set1_epi16, _mm256_setzero_si256, _mm256_storeu_si256,
    _mm256_xor_si256,
};
use core::mem::MaybeUninit;

use crate::kernel::tail::{keep_last, last_even, odd_last_byte};
use crate::kernel::{MAX_LEN, MIN_LEN};

const VECTOR: usize = 32;
const BLOCK: usize = 4 * VECTOR;

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
    assert!((MIN_LEN..=MAX_LEN).contains(&src.len()));
    let (src_blocks, src_rest) = src.as_chunks::<BLOCK>();
    let (dst_blocks, dst_rest) = dst.as_chunks_mut::<BLOCK>();
    let mut sum = _mm256_setzero_si256();
    if !src_blocks.is_empty() {
        sum = add_blocks::<COPY>(dst_blocks, src_blocks);
    }
    // Two tests, not a loop: its end would be mispredicted more often.
    let (src_pairs, src_rest) = src_rest.as_chunks::<{ 2 * VECTOR }>();
    let (dst_pairs, dst_rest) = dst_rest.as_chunks_mut::<{ 2 * VECTOR }>();
    if let [src] = src_pairs {
        let (src, _) = src.as_chunks::<VECTOR>();
        let (x, y) = (load(&src[0]), load(&src[1]));
        if COPY && let [dst] = dst_pairs {
            let (dst, _) = dst.as_chunks_mut::<VECTOR>();
            store(&mut dst[0], x);
            store(&mut dst[1], y);
        }
        sum = add(add(sum, x), y);
    }
    let (src_vectors, _) = src_rest.as_chunks::<VECTOR>();
    let (dst_vectors, _) = dst_rest.as_chunks_mut::<VECTOR>();
    if let [src] = src_vectors {
        let x = load(src);
        if COPY && let [dst] = dst_vectors {
            store(dst, x);
        }
        sum = add(sum, x);
    }
    if COPY && let (Some(dst), Some(src)) = (dst.last_chunk_mut(), src.last_chunk()) {
        store(dst, load(src));
    }
    sum = add(
        sum,
        _mm256_and_si256(load(last_even(src)), load(keep_last((src.len() % VECTOR) & !1))),
    );
    finish(sum, src.len() / VECTOR + 1) + odd_last_byte(src)
}

#[inline]
#[target_feature(enable = "avx2")]
fn add_blocks<const COPY: bool>(
    dst: &mut [[MaybeUninit<u8>; BLOCK]],
    src: &[[u8; BLOCK]],
) -> __m256i {
    let [mut a, mut b, mut c, mut d] = [_mm256_setzero_si256(); 4];
    let mut dst = dst.iter_mut();
    for block in src {
        let (vectors, _) = block.as_chunks::<VECTOR>();
        let x = [load(&vectors[0]), load(&vectors[1]), load(&vectors[2]), load(&vectors[3])];
        if COPY && let Some(dst) = dst.next() {
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
    _mm256_add_epi32(_mm256_add_epi32(a, b), _mm256_add_epi32(c, d))
}

/// Adds the two words of each 32-bit lane, each less 2^15: −2^16 … 2^16 − 2.
#[inline]
#[target_feature(enable = "avx2")]
fn add(sum: __m256i, x: __m256i) -> __m256i {
    let (bias, ones) = (_mm256_set1_epi16(i16::MIN), _mm256_set1_epi16(1));
    _mm256_add_epi32(sum, _mm256_madd_epi16(_mm256_xor_si256(x, bias), ones))
}

/// Adds the lanes, and what is missing of each word of `vectors` vectors.
#[inline]
#[target_feature(enable = "avx2")]
fn finish(sum: __m256i, vectors: usize) -> u64 {
    // MAX_LEN bytes and the tail are 2^12 + 1 vectors: all lanes together are between −(2^31 + 2^19)
    // and 2^31 + 2^19, and half of them fit into 32 bits.
    let four = _mm_add_epi32(_mm256_castsi256_si128(sum), _mm256_extracti128_si256::<1>(sum));
    let pair = _mm_add_epi32(four, _mm_unpackhi_epi64(four, four));
    let lanes = _mm_cvtsi128_si64(pair);
    let lanes = i64::from(lanes as i32) + (lanes >> 32);
    // 16 words a vector. The result is the plain sum of the words, so not negative.
    lanes.wrapping_add_unsigned((vectors as u64) << 19) as u64
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

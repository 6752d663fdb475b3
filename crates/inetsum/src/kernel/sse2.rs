//! SSE2, which every x86-64 CPU has: 16 bytes a vector, three operations each.
//!
//! ```text
//! while there are 64 bytes, in four accumulators of 4 signed 32-bit lanes:
//!     acc += multiply_add_pairs(x ^ 0x8000, 1)     word − 0x8000 is signed; two words a lane
//! for each vector left:                            the same in the first accumulator
//! 2–14 bytes left:
//!     the last 16 bytes of the even length, those already summed masked out
//! at the end:
//!     the lanes, the 0x8000 of every word, an odd last byte
//! ```

use core::arch::x86_64::{
    __m128i, _mm_add_epi32, _mm_and_si128, _mm_cvtsi128_si64, _mm_loadu_si128, _mm_madd_epi16,
    _mm_set1_epi16, _mm_setzero_si128, _mm_storeu_si128, _mm_unpackhi_epi64, _mm_xor_si128,
};
use core::mem::MaybeUninit;

use crate::kernel::tail::{keep_last, last_even, odd_last_byte};
use crate::kernel::{MAX_LEN, MIN_LEN};

const VECTOR: usize = 16;
const BLOCK: usize = 4 * VECTOR;

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
    assert!((MIN_LEN..=MAX_LEN).contains(&src.len()));
    let (src_blocks, src_rest) = src.as_chunks::<BLOCK>();
    let (dst_blocks, dst_rest) = dst.as_chunks_mut::<BLOCK>();
    let mut sum = _mm_setzero_si128();
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
    sum = add(sum, _mm_and_si128(load(last_even(src)), load(keep_last((src.len() % VECTOR) & !1))));
    finish(sum, src.len() / VECTOR + 1) + odd_last_byte(src)
}

#[inline]
#[target_feature(enable = "sse2")]
fn add_blocks<const COPY: bool>(
    dst: &mut [[MaybeUninit<u8>; BLOCK]],
    src: &[[u8; BLOCK]],
) -> __m128i {
    let [mut a, mut b, mut c, mut d] = [_mm_setzero_si128(); 4];
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
    _mm_add_epi32(_mm_add_epi32(a, b), _mm_add_epi32(c, d))
}

/// Adds the two words of each 32-bit lane, each less 2^15: −2^16 … 2^16 − 2.
#[inline]
#[target_feature(enable = "sse2")]
fn add(sum: __m128i, x: __m128i) -> __m128i {
    let (bias, ones) = (_mm_set1_epi16(i16::MIN), _mm_set1_epi16(1));
    _mm_add_epi32(sum, _mm_madd_epi16(_mm_xor_si128(x, bias), ones))
}

/// Adds the lanes, and what is missing of each word of `vectors` vectors.
#[inline]
#[target_feature(enable = "sse2")]
fn finish(sum: __m128i, vectors: usize) -> u64 {
    // MAX_LEN bytes and the tail are 2^13 + 1 vectors: all lanes together are between −(2^31 + 2^18)
    // and 2^31 + 2^18, and half of them fit into 32 bits.
    let pair = _mm_add_epi32(sum, _mm_unpackhi_epi64(sum, sum));
    let lanes = _mm_cvtsi128_si64(pair);
    let lanes = i64::from(lanes as i32) + (lanes >> 32);
    // 8 words a vector. The result is the plain sum of the words, so not negative.
    lanes.wrapping_add_unsigned((vectors as u64) << 18) as u64
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

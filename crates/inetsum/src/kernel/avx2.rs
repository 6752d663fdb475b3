//! AVX2: 32 bytes a vector.
//!
//! ```text
//! while there are 128 bytes, in four accumulators of eight signed 32-bit lanes:
//!     acc += multiply_add_pairs(x ^ 0x8000, 1)     word − 0x8000 is signed; two words a lane
//! for each vector x left, in unsigned 64-bit lanes:
//!     total += x;  high += x >> 32                 total may wrap, see `Lanes`
//! 2–30 bytes left:
//!     the last 32 bytes of the even length, those already summed masked out
//! an odd last byte: added to the result
//! ```

use core::arch::x86_64::{
    __m256i, _mm_add_epi64, _mm_cvtsi128_si64, _mm_unpackhi_epi64, _mm256_add_epi32,
    _mm256_add_epi64, _mm256_and_si256, _mm256_blend_epi32, _mm256_castsi256_si128,
    _mm256_extracti128_si256, _mm256_loadu_si256, _mm256_madd_epi16, _mm256_set1_epi16,
    _mm256_set1_epi32, _mm256_setzero_si256, _mm256_slli_epi64, _mm256_srli_epi64,
    _mm256_storeu_si256, _mm256_sub_epi64, _mm256_xor_si256,
};
use core::mem::MaybeUninit;

use crate::kernel::tail::{keep_rest, last_even, odd_last_byte};
use crate::kernel::{MAX_LEN, MIN_LEN};

const VECTOR: usize = 32;
const BLOCK: usize = 4 * VECTOR;

/// Sums `data`, as the contract in `kernel.rs` says.
#[target_feature(enable = "avx2")]
pub(crate) fn sum(data: &[u8]) -> u64 {
    run::<false>(&mut [], data)
}

/// Copies `src` to `dst`, every byte of it, and sums it in the same pass.
///
/// # Panics
///
/// If the lengths differ.
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
    let zero = _mm256_setzero_si256();
    let mut lanes = Lanes { total: zero, high: zero };
    if !src_blocks.is_empty() {
        lanes.total = add_blocks::<COPY>(dst_blocks, src_blocks);
    }
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
        lanes = lanes.add(x).add(y);
    }
    let (src_vectors, _) = src_rest.as_chunks::<VECTOR>();
    let (dst_vectors, _) = dst_rest.as_chunks_mut::<VECTOR>();
    if let [src] = src_vectors {
        let x = load(src);
        if COPY && let [dst] = dst_vectors {
            store(dst, x);
        }
        lanes = lanes.add(x);
    }
    if COPY && let (Some(dst), Some(src)) = (dst.last_chunk_mut(), src.last_chunk()) {
        store(dst, load(src));
    }
    lanes.add(tail(src)).fold() + odd_last_byte(src)
}

/// Sums blocks to four 64-bit lanes, each below 2^34.
#[inline]
#[target_feature(enable = "avx2")]
fn add_blocks<const COPY: bool>(
    dst: &mut [[MaybeUninit<u8>; BLOCK]],
    src: &[[u8; BLOCK]],
) -> __m256i {
    let zero = _mm256_setzero_si256();
    let [mut a, mut b, mut c, mut d] = [zero; 4];
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
        a = _mm256_add_epi32(a, add_pairs(x[0]));
        b = _mm256_add_epi32(b, add_pairs(x[1]));
        c = _mm256_add_epi32(c, add_pairs(x[2]));
        d = _mm256_add_epi32(d, add_pairs(x[3]));
    }
    let sum = _mm256_add_epi32(_mm256_add_epi32(a, b), _mm256_add_epi32(c, d));
    // Of each pair 2^16 is missing. MAX_LEN bytes are 2^15 vectors, so what each lane should hold is
    // at most 2^15 (2^17 − 2), below 2^32: exact as an unsigned number, whatever wrapped before.
    let missing = _mm256_set1_epi32((src.len() as i32) << 18);
    let sum = _mm256_add_epi32(sum, missing);
    let low = _mm256_blend_epi32::<0b1010_1010>(sum, zero);
    _mm256_add_epi64(low, _mm256_srli_epi64::<32>(sum))
}

/// Adds the two words of each 32-bit lane, each less 2^15: −2^16 … 2^16 − 2.
#[inline]
#[target_feature(enable = "avx2")]
fn add_pairs(x: __m256i) -> __m256i {
    let (bias, ones) = (_mm256_set1_epi16(i16::MIN), _mm256_set1_epi16(1));
    _mm256_madd_epi16(_mm256_xor_si256(x, bias), ones)
}

/// Sums of vectors in 64-bit lanes.
#[derive(Clone, Copy)]
struct Lanes {
    /// The sum of the lanes, modulo 2^64.
    total: __m256i,
    /// The sum of their upper halves: less than 2^32 a vector.
    high: __m256i,
}

impl Lanes {
    #[inline]
    #[target_feature(enable = "avx2")]
    fn add(self, x: __m256i) -> Lanes {
        Lanes {
            total: _mm256_add_epi64(self.total, x),
            high: _mm256_add_epi64(self.high, _mm256_srli_epi64::<32>(x)),
        }
    }

    /// Adds the upper halves to the lower ones, then all lanes.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn fold(self) -> u64 {
        // What `high` takes out of `total` leaves the lower halves. At most four vectors and the
        // blocks are in here: below 2^35 a lane, and 2^37 in the end.
        let low = _mm256_sub_epi64(self.total, _mm256_slli_epi64::<32>(self.high));
        let lanes = _mm256_add_epi64(low, self.high);
        let pair =
            _mm_add_epi64(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256::<1>(lanes));
        _mm_cvtsi128_si64(_mm_add_epi64(pair, _mm_unpackhi_epi64(pair, pair))) as u64
    }
}

/// What is left of `data` after the whole vectors, without an odd last byte.
#[inline]
#[target_feature(enable = "avx2")]
fn tail(data: &[u8]) -> __m256i {
    _mm256_and_si256(load(last_even(data)), load(keep_rest(data)))
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

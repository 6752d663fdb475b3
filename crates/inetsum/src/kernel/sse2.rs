//! SSE2, which every x86-64 CPU has: 16 bytes a vector.
//!
//! ```text
//! while there are 64 bytes, in four accumulators of four signed 32-bit lanes:
//!     acc += multiply_add_pairs(x ^ 0x8000, 1)     word − 0x8000 is signed; two words a lane
//! for each vector x left, in unsigned 64-bit lanes:
//!     total += x;  high += x >> 32                 total may wrap, see `Lanes`
//! 2–14 bytes left:
//!     the last 16 bytes of the even length, those already summed masked out
//! an odd last byte: added to the result
//! ```

use core::arch::x86_64::{
    __m128i, _mm_add_epi32, _mm_add_epi64, _mm_and_si128, _mm_cvtsi128_si64, _mm_loadu_si128,
    _mm_madd_epi16, _mm_set1_epi16, _mm_set1_epi32, _mm_set1_epi64x, _mm_setzero_si128,
    _mm_slli_epi64, _mm_srli_epi64, _mm_storeu_si128, _mm_sub_epi64, _mm_unpackhi_epi64,
    _mm_xor_si128,
};
use core::mem::MaybeUninit;

use crate::kernel::tail::{keep_rest, last_even, odd_last_byte};
use crate::kernel::{MAX_LEN, MIN_LEN};

const VECTOR: usize = 16;
const BLOCK: usize = 4 * VECTOR;

/// Sums `data`, as the contract in `kernel.rs` says.
#[target_feature(enable = "sse2")]
pub(crate) fn sum(data: &[u8]) -> u64 {
    run::<false>(&mut [], data)
}

/// Copies `src` to `dst`, every byte of it, and sums it in the same pass.
///
/// # Panics
///
/// If the lengths differ.
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
    let zero = _mm_setzero_si128();
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

/// Sums blocks to two 64-bit lanes, each below 2^34.
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
        a = _mm_add_epi32(a, add_pairs(x[0]));
        b = _mm_add_epi32(b, add_pairs(x[1]));
        c = _mm_add_epi32(c, add_pairs(x[2]));
        d = _mm_add_epi32(d, add_pairs(x[3]));
    }
    // Of each pair 2^16 is missing. What each lane of an accumulator should hold is at most
    // 2^14 (2^17 − 2) for the 2^14 blocks of MAX_LEN bytes, below 2^31: exact as an unsigned number,
    // whatever wrapped before.
    let missing = _mm_set1_epi32((src.len() as i32) << 16);
    let low_half = _mm_set1_epi64x(0xffff_ffff);
    let mut lanes = _mm_setzero_si128();
    for sum in [a, b, c, d] {
        let sum = _mm_add_epi32(sum, missing);
        lanes = _mm_add_epi64(lanes, _mm_and_si128(sum, low_half));
        lanes = _mm_add_epi64(lanes, _mm_srli_epi64::<32>(sum));
    }
    lanes
}

/// Adds the two words of each 32-bit lane, each less 2^15: −2^16 … 2^16 − 2.
#[inline]
#[target_feature(enable = "sse2")]
fn add_pairs(x: __m128i) -> __m128i {
    let (bias, ones) = (_mm_set1_epi16(i16::MIN), _mm_set1_epi16(1));
    _mm_madd_epi16(_mm_xor_si128(x, bias), ones)
}

/// Sums of vectors in 64-bit lanes.
#[derive(Clone, Copy)]
struct Lanes {
    /// The sum of the lanes, modulo 2^64.
    total: __m128i,
    /// The sum of their upper halves: less than 2^32 a vector.
    high: __m128i,
}

impl Lanes {
    #[inline]
    #[target_feature(enable = "sse2")]
    fn add(self, x: __m128i) -> Lanes {
        Lanes {
            total: _mm_add_epi64(self.total, x),
            high: _mm_add_epi64(self.high, _mm_srli_epi64::<32>(x)),
        }
    }

    /// Adds the upper halves to the lower ones, then all lanes.
    #[inline]
    #[target_feature(enable = "sse2")]
    fn fold(self) -> u64 {
        // What `high` takes out of `total` leaves the lower halves. At most four vectors and the
        // blocks are in here: below 2^36 a lane, and 2^37 in the end.
        let low = _mm_sub_epi64(self.total, _mm_slli_epi64::<32>(self.high));
        let lanes = _mm_add_epi64(low, self.high);
        _mm_cvtsi128_si64(_mm_add_epi64(lanes, _mm_unpackhi_epi64(lanes, lanes))) as u64
    }
}

/// What is left of `data` after the whole vectors, without an odd last byte.
#[inline]
#[target_feature(enable = "sse2")]
fn tail(data: &[u8]) -> __m128i {
    _mm_and_si128(load(last_even(data)), load(keep_rest(data)))
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

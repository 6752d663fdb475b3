//! What the AVX-512 kernels share: 64 bytes a vector, and all that is not their hot loop.
//!
//! ```text
//! for each vector x after the blocks, in unsigned 64-bit lanes:
//!     total += x;  high += x >> 32                 total may wrap, see `Lanes`
//! 1–63 bytes left:
//!     one vector, of which only these bytes are read, the others are zero
//! ```

use core::arch::x86_64::{
    __m512i, _mm512_add_epi32, _mm512_add_epi64, _mm512_loadu_si512, _mm512_mask_storeu_epi8,
    _mm512_maskz_loadu_epi8, _mm512_maskz_mov_epi32, _mm512_reduce_add_epi64, _mm512_set1_epi32,
    _mm512_setzero_si512, _mm512_slli_epi64, _mm512_srli_epi64, _mm512_storeu_si512,
    _mm512_sub_epi64,
};
use core::mem::MaybeUninit;

const VECTOR: usize = 64;
pub(crate) const BLOCK: usize = 4 * VECTOR;

/// Loads the four vectors of a block, and stores them if there is a `dst`.
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

/// Joins the sums of `blocks` blocks in four accumulators of 32-bit lanes, in which each word was
/// added less 2^15, to eight 64-bit lanes, each below 2^34.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,bmi2")]
pub(crate) fn join_blocks([a, b, c, d]: [__m512i; 4], blocks: usize) -> __m512i {
    let sum = _mm512_add_epi32(_mm512_add_epi32(a, b), _mm512_add_epi32(c, d));
    // Of each pair 2^16 is missing. MAX_LEN bytes are 2^14 vectors, so what each lane should hold is
    // at most 2^14 (2^17 − 2), below 2^31: exact as an unsigned number, whatever wrapped before.
    let missing = _mm512_set1_epi32((blocks as i32) << 18);
    let sum = _mm512_add_epi32(sum, missing);
    let low = _mm512_maskz_mov_epi32(0b0101_0101_0101_0101, sum);
    _mm512_add_epi64(low, _mm512_srli_epi64::<32>(sum))
}

/// Adds what comes after the blocks, fewer than [`BLOCK`] bytes, to `total`, and copies it if `dst`
/// is as long.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,bmi2")]
pub(crate) fn finish<const COPY: bool>(
    total: __m512i,
    dst: &mut [MaybeUninit<u8>],
    src: &[u8],
) -> u64 {
    let mut lanes = Lanes { total, high: _mm512_setzero_si512() };
    let (vectors, tail) = src.as_chunks::<VECTOR>();
    let (dst_vectors, dst_tail) = dst.as_chunks_mut::<VECTOR>();
    let mut dst_vectors = dst_vectors.iter_mut();
    for vector in vectors {
        let x = load(vector);
        if COPY && let Some(dst) = dst_vectors.next() {
            store(dst, x);
        }
        lanes = lanes.add(x);
    }
    let x = load_part(tail);
    if COPY {
        store_part(dst_tail, x);
    }
    lanes.add(x).fold()
}

/// Sums of vectors in 64-bit lanes.
#[derive(Clone, Copy)]
struct Lanes {
    /// The sum of the lanes, modulo 2^64.
    total: __m512i,
    /// The sum of their upper halves: less than 2^32 a vector.
    high: __m512i,
}

impl Lanes {
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,bmi2")]
    fn add(self, x: __m512i) -> Lanes {
        Lanes {
            total: _mm512_add_epi64(self.total, x),
            high: _mm512_add_epi64(self.high, _mm512_srli_epi64::<32>(x)),
        }
    }

    /// Adds the upper halves to the lower ones, then all lanes.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,bmi2")]
    fn fold(self) -> u64 {
        // What `high` takes out of `total` leaves the lower halves. At most four vectors and the
        // blocks are in here: below 2^36 a lane, and 2^39 in the end.
        let low = _mm512_sub_epi64(self.total, _mm512_slli_epi64::<32>(self.high));
        _mm512_reduce_add_epi64(_mm512_add_epi64(low, self.high)) as u64
    }
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

/// Loads fewer than 64 bytes, followed by zeros.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,bmi2")]
fn load_part(bytes: &[u8]) -> __m512i {
    let mask = first_bytes(bytes.len());
    // SAFETY: the mask has a bit for each byte of `bytes` and no other; what has no bit is not read.
    unsafe { _mm512_maskz_loadu_epi8(mask, bytes.as_ptr().cast()) }
}

/// Stores the first bytes of `x`, fewer than 64.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,bmi2")]
fn store_part(bytes: &mut [MaybeUninit<u8>], x: __m512i) {
    let mask = first_bytes(bytes.len());
    // SAFETY: the mask has a bit for each byte of `bytes` and no other; what has no bit is not
    // written.
    unsafe { _mm512_mask_storeu_epi8(bytes.as_mut_ptr().cast(), mask, x) }
}

/// A mask of the first `len` bytes of a vector.
#[inline]
fn first_bytes(len: usize) -> u64 {
    assert!(len < VECTOR);
    (1 << len) - 1
}

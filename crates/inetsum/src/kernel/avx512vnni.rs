//! AVX-512 with VNNI: 64 bytes a vector, two operations each, the last one masked.
//!
//! ```text
//! while there are 256 bytes, in four accumulators of sixteen signed 32-bit lanes:
//!     acc = dot_product(acc, x ^ 0x8000, 1)        word − 0x8000 is signed; two words a lane
//! for each vector x left, in unsigned 64-bit lanes:
//!     total += x;  high += x >> 32                 total may wrap, see `Lanes`
//! 1–63 bytes left:
//!     one vector, of which only these bytes are read, the others are zero
//! ```

use core::arch::x86_64::{
    __m512i, _mm512_add_epi32, _mm512_add_epi64, _mm512_dpwssd_epi32, _mm512_loadu_si512,
    _mm512_mask_storeu_epi8, _mm512_maskz_loadu_epi8, _mm512_maskz_mov_epi32,
    _mm512_reduce_add_epi64, _mm512_set1_epi16, _mm512_set1_epi32, _mm512_setzero_si512,
    _mm512_slli_epi64, _mm512_srli_epi64, _mm512_storeu_si512, _mm512_sub_epi64, _mm512_xor_si512,
};
use core::mem::MaybeUninit;

use crate::kernel::{MAX_LEN, MIN_LEN};

const VECTOR: usize = 64;
const BLOCK: usize = 4 * VECTOR;

/// Sums `data`, as the contract in `kernel.rs` says.
#[target_feature(enable = "avx512f,avx512bw,avx512vnni,bmi2")]
pub(crate) fn sum(data: &[u8]) -> u64 {
    run::<false>(&mut [], data)
}

/// Copies `src` to `dst`, every byte of it, and sums it in the same pass.
///
/// # Panics
///
/// If the lengths differ.
#[target_feature(enable = "avx512f,avx512bw,avx512vnni,bmi2")]
pub(crate) fn copy_and_sum(dst: &mut [MaybeUninit<u8>], src: &[u8]) -> u64 {
    assert_eq!(dst.len(), src.len());
    run::<true>(dst, src)
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vnni,bmi2")]
fn run<const COPY: bool>(dst: &mut [MaybeUninit<u8>], src: &[u8]) -> u64 {
    assert!((MIN_LEN..=MAX_LEN).contains(&src.len()));
    let (src_blocks, src_rest) = src.as_chunks::<BLOCK>();
    let (dst_blocks, dst_rest) = dst.as_chunks_mut::<BLOCK>();
    let zero = _mm512_setzero_si512();
    let mut lanes = Lanes { total: zero, high: zero };
    if !src_blocks.is_empty() {
        lanes.total = add_blocks::<COPY>(dst_blocks, src_blocks);
    }
    let (vectors, tail) = src_rest.as_chunks::<VECTOR>();
    let (dst_vectors, dst_tail) = dst_rest.as_chunks_mut::<VECTOR>();
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

/// Sums blocks to eight 64-bit lanes, each below 2^34.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vnni,bmi2")]
fn add_blocks<const COPY: bool>(
    dst: &mut [[MaybeUninit<u8>; BLOCK]],
    src: &[[u8; BLOCK]],
) -> __m512i {
    let [mut a, mut b, mut c, mut d] = [_mm512_setzero_si512(); 4];
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
        a = add_pairs(a, x[0]);
        b = add_pairs(b, x[1]);
        c = add_pairs(c, x[2]);
        d = add_pairs(d, x[3]);
    }
    let sum = _mm512_add_epi32(_mm512_add_epi32(a, b), _mm512_add_epi32(c, d));
    // Of each pair 2^16 is missing. MAX_LEN bytes are 2^14 vectors, so what each lane should hold is
    // at most 2^14 (2^17 − 2), below 2^31.
    let missing = _mm512_set1_epi32((src.len() as i32) << 18);
    let sum = _mm512_add_epi32(sum, missing);
    let low = _mm512_maskz_mov_epi32(0b0101_0101_0101_0101, sum);
    _mm512_add_epi64(low, _mm512_srli_epi64::<32>(sum))
}

/// Adds the two words of each 32-bit lane, each less 2^15: −2^16 … 2^16 − 2.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vnni,bmi2")]
fn add_pairs(sum: __m512i, x: __m512i) -> __m512i {
    let (bias, ones) = (_mm512_set1_epi16(i16::MIN), _mm512_set1_epi16(1));
    _mm512_dpwssd_epi32(sum, _mm512_xor_si512(x, bias), ones)
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
    #[target_feature(enable = "avx512f,avx512bw,avx512vnni,bmi2")]
    fn add(self, x: __m512i) -> Lanes {
        Lanes {
            total: _mm512_add_epi64(self.total, x),
            high: _mm512_add_epi64(self.high, _mm512_srli_epi64::<32>(x)),
        }
    }

    /// Adds the upper halves to the lower ones, then all lanes.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vnni,bmi2")]
    fn fold(self) -> u64 {
        // What `high` takes out of `total` leaves the lower halves. At most four vectors and the
        // blocks are in here: below 2^36 a lane, and 2^39 in the end.
        let low = _mm512_sub_epi64(self.total, _mm512_slli_epi64::<32>(self.high));
        _mm512_reduce_add_epi64(_mm512_add_epi64(low, self.high)) as u64
    }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vnni,bmi2")]
fn load(bytes: &[u8; VECTOR]) -> __m512i {
    // SAFETY: `bytes` is 64 readable bytes, and the load has no alignment.
    unsafe { _mm512_loadu_si512(bytes.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vnni,bmi2")]
fn store(bytes: &mut [MaybeUninit<u8>; VECTOR], x: __m512i) {
    // SAFETY: `bytes` is 64 writable bytes, and the store has no alignment.
    unsafe { _mm512_storeu_si512(bytes.as_mut_ptr().cast(), x) }
}

/// Loads fewer than 64 bytes, followed by zeros.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vnni,bmi2")]
fn load_part(bytes: &[u8]) -> __m512i {
    let mask = first_bytes(bytes.len());
    // SAFETY: the mask has a bit for each byte of `bytes` and no other; what has no bit is not read.
    unsafe { _mm512_maskz_loadu_epi8(mask, bytes.as_ptr().cast()) }
}

/// Stores the first bytes of `x`, fewer than 64.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vnni,bmi2")]
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

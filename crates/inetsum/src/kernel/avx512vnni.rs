//! AVX-512 with VNNI: 64 bytes a vector, two operations each.
//!
//! ```text
//! while there are 256 bytes, in four accumulators of sixteen signed 32-bit lanes:
//!     acc = dot_product(acc, x ^ 0x8000, 1)        word − 0x8000 is signed; two words a lane
//! for the 0–3 vectors left:                          the same in the first accumulator
//! 1–63 bytes left:                                 the same; only these bytes are read
//! at the end:                                      the lanes, and the 0x8000 of every word
//! ```
//!
//! The loop is that of `avx512.rs`, but not shared with it: it has to be compiled with VNNI, or the
//! instruction would be a call.

use core::arch::x86_64::{
    __m512i, _mm512_add_epi32, _mm512_dpwssd_epi32, _mm512_set1_epi16, _mm512_setzero_si512,
    _mm512_xor_si512,
};
use core::mem::MaybeUninit;

use crate::kernel::vector512::{
    BLOCK, VECTOR, finish, load_block, load_pair, load_tail, load_vector,
};
use crate::kernel::{MAX_LEN, MIN_LEN};

/// Sums `data`, as the contract in `kernel.rs` says.
#[inline(never)]
#[target_feature(enable = "avx512f,avx512bw,avx512vnni,bmi2")]
pub(crate) fn sum(data: &[u8]) -> u64 {
    run::<false>(&mut [], data)
}

/// Copies `src` to `dst`, every byte of it, and sums it in the same pass.
///
/// # Panics
///
/// If the lengths differ.
#[inline(never)]
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
    let mut sum = _mm512_setzero_si512();
    if !src_blocks.is_empty() {
        sum = add_blocks::<COPY>(dst_blocks, src_blocks);
    }
    // Two tests, not a loop: its end would be mispredicted more often.
    let (src_pairs, src_rest) = src_rest.as_chunks::<{ 2 * VECTOR }>();
    let (dst_pairs, dst_rest) = dst_rest.as_chunks_mut::<{ 2 * VECTOR }>();
    if let [src] = src_pairs {
        let [x, y] = load_pair(if COPY { dst_pairs.first_mut() } else { None }, src);
        sum = add(add(sum, x), y);
    }
    let (src_vectors, src_tail) = src_rest.as_chunks::<VECTOR>();
    let (dst_vectors, dst_tail) = dst_rest.as_chunks_mut::<VECTOR>();
    if let [src] = src_vectors {
        sum = add(sum, load_vector(if COPY { dst_vectors.first_mut() } else { None }, src));
    }
    sum = add(sum, load_tail::<COPY>(dst_tail, src_tail));
    finish(sum, src.len() / VECTOR + 1)
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vnni,bmi2")]
fn add_blocks<const COPY: bool>(
    dst: &mut [[MaybeUninit<u8>; BLOCK]],
    src: &[[u8; BLOCK]],
) -> __m512i {
    let [mut a, mut b, mut c, mut d] = [_mm512_setzero_si512(); 4];
    let mut dst = dst.iter_mut();
    for block in src {
        let x = load_block(if COPY { dst.next() } else { None }, block);
        a = add(a, x[0]);
        b = add(b, x[1]);
        c = add(c, x[2]);
        d = add(d, x[3]);
    }
    _mm512_add_epi32(_mm512_add_epi32(a, b), _mm512_add_epi32(c, d))
}

/// Adds the two words of each 32-bit lane, each less 2^15: −2^16 … 2^16 − 2.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vnni,bmi2")]
fn add(sum: __m512i, x: __m512i) -> __m512i {
    let (bias, ones) = (_mm512_set1_epi16(i16::MIN), _mm512_set1_epi16(1));
    _mm512_dpwssd_epi32(sum, _mm512_xor_si512(x, bias), ones)
}

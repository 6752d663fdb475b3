//! AVX-512 with VNNI: 64 bytes a vector, two operations each.
//!
//! ```text
//! while there are 256 bytes, in four accumulators of sixteen signed 32-bit lanes:
//!     acc = dot_product(acc, x ^ 0x8000, 1)        word − 0x8000 is signed; two words a lane
//! the rest: see `vector512.rs`
//! ```

use core::arch::x86_64::{
    __m512i, _mm512_dpwssd_epi32, _mm512_set1_epi16, _mm512_setzero_si512, _mm512_xor_si512,
};
use core::mem::MaybeUninit;

use crate::kernel::vector512::{BLOCK, finish, join_blocks, load_block};
use crate::kernel::{MAX_LEN, MIN_LEN};

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
    if src_blocks.is_empty() {
        return finish::<COPY>(_mm512_setzero_si512(), dst_rest, src_rest);
    }
    let [mut a, mut b, mut c, mut d] = [_mm512_setzero_si512(); 4];
    let mut dst_blocks = dst_blocks.iter_mut();
    for block in src_blocks {
        let x = load_block(if COPY { dst_blocks.next() } else { None }, block);
        a = add_pairs(a, x[0]);
        b = add_pairs(b, x[1]);
        c = add_pairs(c, x[2]);
        d = add_pairs(d, x[3]);
    }
    let total = join_blocks([a, b, c, d], src_blocks.len());
    finish::<COPY>(total, dst_rest, src_rest)
}

/// Adds the two words of each 32-bit lane, each less 2^15: −2^16 … 2^16 − 2.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vnni,bmi2")]
fn add_pairs(sum: __m512i, x: __m512i) -> __m512i {
    let (bias, ones) = (_mm512_set1_epi16(i16::MIN), _mm512_set1_epi16(1));
    _mm512_dpwssd_epi32(sum, _mm512_xor_si512(x, bias), ones)
}

//! What the AVX-512 kernels share: 64 bytes a vector, and all that is not their hot loop.

use core::arch::x86_64::{
    __m256i, __m512i, _mm256_add_epi32, _mm512_add_epi32, _mm512_castsi512_si256,
    _mm512_extracti64x4_epi64, _mm512_loadu_si512, _mm512_madd_epi16, _mm512_set1_epi16,
    _mm512_setzero_si512, _mm512_storeu_si512, _mm512_xor_si512,
};
use core::mem::MaybeUninit;

use crate::kernel::ends::{even_left, last_even, last_even_mut, mask};

const VECTOR: usize = 64;
pub(crate) const BLOCK: usize = 4 * VECTOR;

/// Four vectors, or accumulators of sixteen signed 32-bit lanes each.
pub(crate) type Quad = [__m512i; 4];

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
pub(crate) fn load_block(src: &[u8; BLOCK]) -> Quad {
    let (src, _) = src.as_chunks();
    [load(&src[0]), load(&src[1]), load(&src[2]), load(&src[3])]
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
pub(crate) fn store_block(dst: &mut [MaybeUninit<u8>; BLOCK], x: Quad) {
    let (dst, _) = dst.as_chunks_mut();
    store(&mut dst[0], x[0]);
    store(&mut dst[1], x[1]);
    store(&mut dst[2], x[2]);
    store(&mut dst[3], x[3]);
}

/// The lanes of more than 256 bytes.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
pub(crate) fn more<const COPY: bool>(dst: &mut [MaybeUninit<u8>], src: &[u8]) -> __m256i {
    let (zero, all) = (_mm512_setzero_si512(), _mm512_set1_epi16(-1));
    let [mut a, mut b, mut c, mut d] = [zero, zero, zero, zero];
    let (blocks, _) = src[..src.len() - 1].as_chunks();
    let (dst_blocks, _) = dst.as_chunks_mut();
    let mut dst_blocks = dst_blocks.iter_mut();
    for block in blocks {
        let x = load_block(block);
        if COPY && let Some(dst) = dst_blocks.next() {
            store_block(dst, x);
        }
        a = _mm512_add_epi32(a, pairs(x[0], all));
        b = _mm512_add_epi32(b, pairs(x[1], all));
        c = _mm512_add_epi32(c, pairs(x[2], all));
        d = _mm512_add_epi32(d, pairs(x[3], all));
    }
    let x = load_block(last_even(src));
    if COPY {
        store_block(last_even_mut(dst), x);
    }
    let masks = load_block(mask(even_left::<BLOCK>(src.len())));
    a = _mm512_add_epi32(a, pairs(x[0], masks[0]));
    b = _mm512_add_epi32(b, pairs(x[1], masks[1]));
    c = _mm512_add_epi32(c, pairs(x[2], masks[2]));
    d = _mm512_add_epi32(d, pairs(x[3], masks[3]));
    total([a, b, c, d])
}

/// Adds the lanes of four accumulators, and then those of both halves.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
pub(crate) fn total([a, b, c, d]: Quad) -> __m256i {
    let lanes = _mm512_add_epi32(_mm512_add_epi32(a, b), _mm512_add_epi32(c, d));
    _mm256_add_epi32(_mm512_castsi512_si256(lanes), _mm512_extracti64x4_epi64::<1>(lanes))
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

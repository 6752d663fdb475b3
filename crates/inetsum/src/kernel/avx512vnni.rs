//! AVX-512 with VNNI: 64 bytes a vector, two operations each.
//!
//! ```text
//! up to 1536 bytes: as AVX-512
//! more:             blocks of 4 vectors while more than a block is left, and the last 4
//!
//! each vector x:    lanes = dot_product(lanes, x ^ 0x8000, mask)
//!                   word − 0x8000 is signed; two words a lane
//! mask:             −1; 0 for those words of the last vectors that are in already
//! at the end:       0x8000 for every word, less the lanes; an odd last byte
//! ```

use core::arch::x86_64::{__m256i, _mm512_dpwssd_epi32, _mm512_set1_epi16, _mm512_setzero_si512};
use core::mem::MaybeUninit;

use crate::kernel::MIN_LEN;
use crate::kernel::ends::{copy_last_byte, even_left, last_even, last_even_mut, mask};
use crate::kernel::vector256::{finish, up_to_128, up_to_256};
use crate::kernel::vector512::{BLOCK, biased, load_block, more, store_block, total};

/// In bytes. Up to there a dot product saves less than it costs, as its accumulators are ready four
/// cycles later, not one.
const LONGEST_PACKET: usize = 1536;

/// Sums `data`, as the contract in `kernel.rs` says.
#[inline(never)]
#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
pub(crate) fn sum(data: &[u8]) -> u64 {
    run::<false>(&mut [], data)
}

/// Copies `src` to `dst`, every byte of it, and sums it in the same pass.
///
/// # Panics
///
/// If the lengths differ.
#[inline(never)]
#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
pub(crate) fn copy_and_sum(dst: &mut [MaybeUninit<u8>], src: &[u8]) -> u64 {
    assert_eq!(dst.len(), src.len());
    run::<true>(dst, src)
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
fn run<const COPY: bool>(dst: &mut [MaybeUninit<u8>], src: &[u8]) -> u64 {
    assert!(src.len() >= MIN_LEN);
    let lanes = match src.len() {
        ..=128 => up_to_128::<COPY>(dst, src),
        129..=256 => up_to_256::<COPY>(dst, src),
        257..=LONGEST_PACKET => more::<COPY>(dst, src),
        _ => long::<COPY>(dst, src),
    };
    copy_last_byte::<COPY>(dst, src);
    finish(lanes, src)
}

/// The lanes of more than [`LONGEST_PACKET`] bytes.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
fn long<const COPY: bool>(dst: &mut [MaybeUninit<u8>], src: &[u8]) -> __m256i {
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
        a = _mm512_dpwssd_epi32(a, biased(x[0]), all);
        b = _mm512_dpwssd_epi32(b, biased(x[1]), all);
        c = _mm512_dpwssd_epi32(c, biased(x[2]), all);
        d = _mm512_dpwssd_epi32(d, biased(x[3]), all);
    }
    let x = load_block(last_even(src));
    if COPY {
        store_block(last_even_mut(dst), x);
    }
    let masks = load_block(mask(even_left::<BLOCK>(src.len())));
    a = _mm512_dpwssd_epi32(a, biased(x[0]), masks[0]);
    b = _mm512_dpwssd_epi32(b, biased(x[1]), masks[1]);
    c = _mm512_dpwssd_epi32(c, biased(x[2]), masks[2]);
    d = _mm512_dpwssd_epi32(d, biased(x[3]), masks[3]);
    total([a, b, c, d])
}

//! AVX-512 (F and BW): 64 bytes a vector, three operations each.
//!
//! ```text
//! up to 256 bytes:  as AVX2
//! more:             blocks of 4 vectors while more than a block is left, and the last 4
//!
//! each vector x:    lanes += multiply_add_pairs(x ^ 0x8000, mask)
//!                   word − 0x8000 is signed; two words a lane
//! mask:             −1; 0 for those words of the last vectors that are in already
//! at the end:       0x8000 for every word, less the lanes; an odd last byte
//! ```

use core::mem::MaybeUninit;

use crate::kernel::MIN_LEN;
use crate::kernel::ends::copy_last_byte;
use crate::kernel::vector256::{finish, up_to_128, up_to_256};
use crate::kernel::vector512::more;

/// Sums `data`, as the contract in `kernel.rs` says.
#[inline(never)]
#[target_feature(enable = "avx512f,avx512bw")]
pub(crate) fn sum(data: &[u8]) -> u64 {
    run::<false>(&mut [], data)
}

/// Copies `src` to `dst`, every byte of it, and sums it in the same pass.
///
/// # Panics
///
/// If the lengths differ.
#[inline(never)]
#[target_feature(enable = "avx512f,avx512bw")]
pub(crate) fn copy_and_sum(dst: &mut [MaybeUninit<u8>], src: &[u8]) -> u64 {
    assert_eq!(dst.len(), src.len());
    run::<true>(dst, src)
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn run<const COPY: bool>(dst: &mut [MaybeUninit<u8>], src: &[u8]) -> u64 {
    assert!(src.len() >= MIN_LEN);
    let lanes = match src.len() {
        ..=128 => up_to_128::<COPY>(dst, src),
        129..=256 => up_to_256::<COPY>(dst, src),
        _ => more::<COPY>(dst, src),
    };
    copy_last_byte::<COPY>(dst, src);
    finish(lanes, src)
}

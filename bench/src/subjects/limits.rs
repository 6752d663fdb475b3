//! What does less than a sum, and so takes the least time that one could.

use bench_abi::{Checksum, CopyAndSum, Entry};

use super::vector_loads;

/// The name of the loop that only loads.
pub(crate) const LOAD_ONLY: &str = "load only";
/// The name of the copy without a sum.
pub(crate) const MEMCPY: &str = "memcpy";

/// A call of nothing, the loads of a sum, the copy of a copy-and-sum.
pub(super) fn entries() -> Vec<Entry> {
    vec![
        Entry::new(c"empty call").checksum::<Nothing>(),
        Entry { checksum: Some(vector_loads::widest()), ..Entry::new(c"load only") },
        Entry::new(c"memcpy").copy::<Memcpy>(),
    ]
}

struct Nothing;

impl Checksum for Nothing {
    #[inline]
    fn checksum(_: &[u8]) -> u16 {
        0
    }
}

struct Memcpy;

impl CopyAndSum for Memcpy {
    #[inline]
    fn copy_and_sum(dst: &mut [u8], src: &[u8]) -> u16 {
        dst.copy_from_slice(src);
        0
    }
}

//! Each of inetsum's kernels that this CPU has.
//!
//! A C function has no place for a `Kernel`, so each is put into a slot, and there is a function for
//! each slot.

use std::ffi::CString;
use std::sync::OnceLock;

use bench_abi::{Checksum, CopyAndSum, Entry};
use inetsum::Kernel;

static SLOTS: [OnceLock<Kernel>; 12] = [const { OnceLock::new() }; 12];

/// The kernel in a slot.
struct InSlot<const SLOT: usize>;

impl<const SLOT: usize> InSlot<SLOT> {
    #[inline]
    fn kernel() -> Kernel {
        // SAFETY: an entry for a slot is only made by `entry`, which has filled it.
        *unsafe { SLOTS[SLOT].get().unwrap_unchecked() }
    }
}

impl<const SLOT: usize> Checksum for InSlot<SLOT> {
    #[inline]
    fn checksum(data: &[u8]) -> u16 {
        Self::kernel().sum(data).checksum()
    }
}

impl<const SLOT: usize> CopyAndSum for InSlot<SLOT> {
    #[inline]
    fn copy_and_sum(dst: &mut [u8], src: &[u8]) -> u16 {
        Self::kernel().copy_and_sum(dst, src).checksum()
    }
}

/// The entries of all kernels, the fastest first.
pub(super) fn entries() -> Vec<Entry> {
    const MAKERS: [fn(Kernel) -> Entry; SLOTS.len()] = [
        entry::<0>,
        entry::<1>,
        entry::<2>,
        entry::<3>,
        entry::<4>,
        entry::<5>,
        entry::<6>,
        entry::<7>,
        entry::<8>,
        entry::<9>,
        entry::<10>,
        entry::<11>,
    ];
    Kernel::available().zip(MAKERS).map(|(kernel, make)| make(kernel)).collect()
}

/// Puts `kernel` into a slot and makes the entry for it.
fn entry<const SLOT: usize>(kernel: Kernel) -> Entry {
    SLOTS[SLOT].get_or_init(|| kernel);
    let name = CString::new(format!("inetsum {}", kernel.name())).expect("a name without zeros");
    Entry::new(Box::leak(name.into_boxed_c_str())).checksum::<InSlot<SLOT>>().copy::<InSlot<SLOT>>()
}

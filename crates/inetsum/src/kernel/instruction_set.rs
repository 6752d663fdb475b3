//! The instruction sets of CPUs for which there is no kernel but the scalar one.

use core::mem::MaybeUninit;

use crate::kernel::scalar;

/// What a kernel needs of the CPU.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum InstructionSet {
    Scalar,
}

use InstructionSet::Scalar;

impl InstructionSet {
    /// The fastest first.
    pub(crate) const ALL: [InstructionSet; 1] = [Scalar];

    /// The best of those that the whole program is built for.
    pub(crate) const BUILT_FOR: Option<InstructionSet> = Some(Scalar);

    /// The one of which `as u8` gives this number.
    #[inline]
    pub(crate) fn from_number(number: u8) -> Option<InstructionSet> {
        match number {
            0 => Some(Scalar),
            _ => None,
        }
    }

    /// [`from_number`](Self::from_number); on other CPUs only for what most of them have.
    #[inline]
    pub(crate) fn usual_from_number(number: u8) -> Option<InstructionSet> {
        InstructionSet::from_number(number)
    }

    pub(crate) fn name(self) -> &'static str {
        "scalar"
    }

    /// Whether this CPU has it.
    pub(crate) fn is_present(self) -> bool {
        true
    }

    /// Sums `data` of [`MIN_LEN`](super::MIN_LEN) to [`MAX_LEN`](super::MAX_LEN) bytes.
    ///
    /// # Safety
    ///
    /// The instruction set is present.
    #[inline(always)]
    pub(crate) unsafe fn sum(self, data: &[u8]) -> u64 {
        scalar::sum(data)
    }

    /// Copies `src` to `dst`, all of it, and sums it; [`MIN_LEN`](super::MIN_LEN) to
    /// [`MAX_LEN`](super::MAX_LEN) bytes.
    ///
    /// # Safety
    ///
    /// The instruction set is present.
    #[inline(always)]
    pub(crate) unsafe fn copy_and_sum(self, dst: &mut [MaybeUninit<u8>], src: &[u8]) -> u64 {
        scalar::copy_and_sum(dst, src)
    }
}

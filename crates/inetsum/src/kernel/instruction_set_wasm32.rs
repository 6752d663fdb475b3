//! The instruction sets of WebAssembly that have a kernel, in modules built with SIMD.

use core::mem::MaybeUninit;

use crate::kernel::{scalar, simd128};

/// What a kernel needs of the CPU.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum InstructionSet {
    Simd128,
    Scalar,
}

use InstructionSet::{Scalar, Simd128};

impl InstructionSet {
    /// The fastest first.
    pub(crate) const ALL: [InstructionSet; 2] = [Simd128, Scalar];

    /// The best of those that the whole program is built for: a module with SIMD instructions does
    /// not even load elsewhere.
    pub(crate) const BUILT_FOR: Option<InstructionSet> = Some(Simd128);

    /// The one of which `as u8` gives this number.
    #[inline]
    pub(crate) fn from_number(number: u8) -> Option<InstructionSet> {
        match number {
            0 => Some(Simd128),
            1 => Some(Scalar),
            _ => None,
        }
    }

    /// [`from_number`](Self::from_number); on other CPUs only for what most of them have.
    #[inline]
    pub(crate) fn usual_from_number(number: u8) -> Option<InstructionSet> {
        InstructionSet::from_number(number)
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Simd128 => "simd128",
            Scalar => "scalar",
        }
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
        match self {
            Simd128 => simd128::sum(data),
            Scalar => scalar::sum(data),
        }
    }

    /// Copies `src` to `dst`, all of it, and sums it; [`MIN_LEN`](super::MIN_LEN) to
    /// [`MAX_LEN`](super::MAX_LEN) bytes.
    ///
    /// # Safety
    ///
    /// The instruction set is present.
    #[inline(always)]
    pub(crate) unsafe fn copy_and_sum(self, dst: &mut [MaybeUninit<u8>], src: &[u8]) -> u64 {
        match self {
            Simd128 => simd128::copy_and_sum(dst, src),
            Scalar => scalar::copy_and_sum(dst, src),
        }
    }
}

//! The instruction sets of x86-64 that have a kernel, in programs that use vector registers.

use core::mem::MaybeUninit;

use crate::kernel::{avx2, avx512, avx512vnni, avxvnni, detection, scalar, sse2};

/// What a kernel needs of the CPU.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum InstructionSet {
    Avx512Vnni,
    Avx512,
    Avx2,
    AvxVnni,
    Sse2,
    Scalar,
}

use InstructionSet::{Avx2, Avx512, Avx512Vnni, AvxVnni, Scalar, Sse2};

impl InstructionSet {
    /// The fastest first.
    pub(crate) const ALL: [InstructionSet; 6] = [Avx512Vnni, Avx512, AvxVnni, Avx2, Sse2, Scalar];

    /// The best of those that the whole program is built for, beyond what every x86-64 CPU has.
    pub(crate) const BUILT_FOR: Option<InstructionSet> =
        if cfg!(all(target_feature = "avx512vnni", target_feature = "avx512bw")) {
            Some(Avx512Vnni)
        } else if cfg!(target_feature = "avx512bw") {
            Some(Avx512)
        } else if cfg!(all(target_feature = "avxvnni", target_feature = "avx2")) {
            Some(AvxVnni)
        } else if cfg!(target_feature = "avx2") {
            Some(Avx2)
        } else {
            None
        };

    /// The one of which `as u8` gives this number.
    #[inline]
    pub(crate) fn from_number(number: u8) -> Option<InstructionSet> {
        match number {
            0 => Some(Avx512Vnni),
            1 => Some(Avx512),
            2 => Some(Avx2),
            3 => Some(AvxVnni),
            4 => Some(Sse2),
            5 => Some(Scalar),
            _ => None,
        }
    }

    /// [`from_number`](Self::from_number), for those only that most CPUs have as their best: a few
    /// comparisons find them, where a table of jumps would take longer.
    #[inline]
    pub(crate) fn usual_from_number(number: u8) -> Option<InstructionSet> {
        match number {
            0 => Some(Avx512Vnni),
            2 => Some(Avx2),
            3 => Some(AvxVnni),
            _ => None,
        }
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Avx512Vnni => "avx512vnni",
            Avx512 => "avx512",
            AvxVnni => "avxvnni",
            Avx2 => "avx2",
            Sse2 => "sse2",
            Scalar => "scalar",
        }
    }

    /// Whether this CPU has it and the operating system keeps its registers.
    pub(crate) fn is_present(self) -> bool {
        match self {
            Avx512Vnni => detection::has_avx512vnni(),
            Avx512 => detection::has_avx512(),
            AvxVnni => detection::has_avxvnni(),
            Avx2 => detection::has_avx2(),
            Sse2 | Scalar => true,
        }
    }

    /// Sums `data` of [`MIN_LEN`](super::MIN_LEN) to [`MAX_LEN`](super::MAX_LEN) bytes.
    ///
    /// # Safety
    ///
    /// The instruction set is present.
    #[inline(always)]
    pub(crate) unsafe fn sum(self, data: &[u8]) -> u64 {
        match self {
            // SAFETY: present, as the caller promises: AVX-512 F, BW and VNNI.
            Avx512Vnni => unsafe { avx512vnni::sum(data) },
            // SAFETY: present, as the caller promises: AVX-512 F and BW.
            Avx512 => unsafe { avx512::sum(data) },
            // SAFETY: present, as the caller promises: AVX2 and AVX-VNNI.
            AvxVnni => unsafe { avxvnni::sum(data) },
            // SAFETY: present, as the caller promises: AVX2.
            Avx2 => unsafe { avx2::sum(data) },
            // SAFETY: the program is built for it, or this file would not be part of it.
            Sse2 => unsafe { sse2::sum(data) },
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
            // SAFETY: present, as the caller promises: AVX-512 F, BW and VNNI.
            Avx512Vnni => unsafe { avx512vnni::copy_and_sum(dst, src) },
            // SAFETY: present, as the caller promises: AVX-512 F and BW.
            Avx512 => unsafe { avx512::copy_and_sum(dst, src) },
            // SAFETY: present, as the caller promises: AVX2 and AVX-VNNI.
            AvxVnni => unsafe { avxvnni::copy_and_sum(dst, src) },
            // SAFETY: present, as the caller promises: AVX2.
            Avx2 => unsafe { avx2::copy_and_sum(dst, src) },
            // SAFETY: the program is built for it, or this file would not be part of it.
            Sse2 => unsafe { sse2::copy_and_sum(dst, src) },
            Scalar => scalar::copy_and_sum(dst, src),
        }
    }
}

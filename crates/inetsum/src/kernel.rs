//! DISPATCH: which kernel this CPU runs, and the calls into it.
//!
//! A kernel returns a `u64` congruent, modulo 2^16 − 1, to the sum of the 16-bit words of its input
//! in memory order (an odd last byte padded with a zero after it), and 0 only when every byte is 0.
//! It is given [`MIN_LEN`] to [`MAX_LEN`] bytes. Byte order, folding and complement happen once,
//! outside; shorter inputs take the way of `short.rs`, longer ones are cut here.
//!
//! A program built without vector registers, such as an operating system's kernel, has the scalar
//! kernel only.

#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
mod avx2;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
mod avx512;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
mod avx512vnni;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
mod avxvnni;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2", feature = "std"))]
#[path = "kernel/detection_std.rs"]
mod detection;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2", not(feature = "std")))]
#[path = "kernel/detection_cpuid.rs"]
mod detection;
#[cfg(all(test, target_arch = "x86_64", target_feature = "sse2", feature = "std"))]
mod detection_cpuid;
pub(crate) mod ends;
#[cfg_attr(
    all(target_arch = "x86_64", target_feature = "sse2"),
    path = "kernel/instruction_set_x86_64.rs"
)]
#[cfg_attr(
    all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"),
    path = "kernel/instruction_set_aarch64.rs"
)]
#[cfg_attr(
    all(target_arch = "wasm32", target_feature = "simd128"),
    path = "kernel/instruction_set_wasm32.rs"
)]
mod instruction_set;
#[cfg(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"))]
mod neon;
#[cfg_attr(target_pointer_width = "32", path = "kernel/scalar32.rs")]
mod scalar;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod simd128;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
mod sse2;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
mod vector256;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
mod vector512;

use core::fmt;
use core::mem::MaybeUninit;
use core::sync::atomic::{AtomicU8, Ordering};

use crate::{Sum, fold, short, uninit};
use instruction_set::InstructionSet;

/// The shortest input of a kernel, in bytes.
pub(crate) const MIN_LEN: usize = short::MAX + 1;

/// The longest input of a kernel, in bytes: even, and short enough that no lane wraps.
pub(crate) const MAX_LEN: usize = 1 << 17;

/// The [`InstructionSet`] of the detected or forced kernel as a number, and [`UNKNOWN`] before the
/// detection.
static DETECTED: AtomicU8 = AtomicU8::new(UNKNOWN);
const UNKNOWN: u8 = u8::MAX;

/// A kernel that this CPU can run: holding one is the proof.
///
/// # Examples
///
/// ```
/// use inetsum::Kernel;
///
/// for kernel in Kernel::available() {
///     assert_eq!(kernel.sum(b"checksum"), inetsum::sum(b"checksum"), "{}", kernel.name());
/// }
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Kernel(InstructionSet);

impl Kernel {
    /// Add-with-carry in general registers; runs on every CPU.
    pub const SCALAR: Kernel = Kernel(InstructionSet::Scalar);

    /// The kernel that [`sum`](crate::sum()) uses: the fastest that this CPU has, or the one that the
    /// program is built for.
    ///
    /// The first call asks the CPU, later ones read a variable; a program built for an instruction
    /// set (`-C target-feature`, `-C target-cpu`) does neither.
    #[must_use]
    pub fn detected() -> Kernel {
        known().unwrap_or_else(detect)
    }

    /// Every kernel this CPU has, the fastest first; [`Kernel::SCALAR`] is the last.
    pub fn available() -> impl Iterator<Item = Kernel> {
        InstructionSet::ALL.into_iter().filter(|set| set.is_present()).map(Kernel)
    }

    /// The kernel of that [`name`](Kernel::name), if this CPU has it.
    ///
    /// # Examples
    ///
    /// ```
    /// use inetsum::Kernel;
    ///
    /// assert_eq!(Kernel::by_name("scalar"), Some(Kernel::SCALAR));
    /// assert_eq!(Kernel::by_name("abacus"), None);
    /// ```
    #[must_use]
    pub fn by_name(name: &str) -> Option<Kernel> {
        Kernel::available().find(|kernel| kernel.name() == name)
    }

    /// Makes [`sum`](crate::sum()), and all that is built on it, use this kernel from now on, in every
    /// thread; for tests and measurements.
    ///
    /// Tells whether that took effect: a program built for an instruction set has its kernel fixed.
    ///
    /// # Examples
    ///
    /// ```
    /// use inetsum::Kernel;
    ///
    /// let forced = Kernel::SCALAR.force();
    /// assert_eq!(forced, Kernel::detected() == Kernel::SCALAR);
    /// ```
    pub fn force(self) -> bool {
        DETECTED.store(self.0 as u8, Ordering::Relaxed);
        Kernel::detected() == self
    }

    /// The name of the instruction set in lower case: `"scalar"`, `"sse2"`, `"avx2"`, `"avx512"`,
    /// `"avx512vnni"`, `"neon"` or `"simd128"`.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.0.name()
    }

    /// Sums `data` as [`sum`](crate::sum()) does, with this kernel for more than 64 bytes.
    #[inline]
    #[must_use]
    pub fn sum(self, data: &[u8]) -> Sum {
        sum_with(Some(self), data)
    }

    /// Copies and sums as [`copy_and_sum`](crate::copy_and_sum()) does, with this kernel for more
    /// than 64 bytes.
    ///
    /// # Panics
    ///
    /// If the lengths differ, as [`slice::copy_from_slice`] does.
    #[inline]
    #[track_caller]
    pub fn copy_and_sum(self, dst: &mut [u8], src: &[u8]) -> Sum {
        copy_and_sum_with(Some(self), dst, src)
    }

    /// Copies and sums as [`copy_and_sum_uninit`](crate::copy_and_sum_uninit()) does, with this
    /// kernel for more than 64 bytes.
    ///
    /// # Panics
    ///
    /// If the lengths differ, as [`slice::copy_from_slice`] does.
    #[inline]
    #[track_caller]
    pub fn copy_and_sum_uninit<'a>(
        self,
        dst: &'a mut [MaybeUninit<u8>],
        src: &[u8],
    ) -> (&'a mut [u8], Sum) {
        copy_and_sum_uninit_with(Some(self), dst, src)
    }

    /// Sums [`MIN_LEN`] bytes or more.
    #[inline(never)]
    fn words(self, data: &[u8]) -> u64 {
        if data.len() > MAX_LEN {
            return self.words_in_parts(data);
        }
        // SAFETY: a `Kernel` is made of an instruction set that is present, and of no other.
        unsafe { self.0.sum(data) }
    }

    /// Copies and sums more than [`short::MAX_INLINE`] bytes.
    #[inline(never)]
    fn copy_words(self, dst: &mut [MaybeUninit<u8>], src: &[u8]) -> u64 {
        match src.len() {
            ..MIN_LEN => short::copy_and_sum(dst, src),
            // SAFETY: a `Kernel` is made of an instruction set that is present, and of no other.
            MIN_LEN..=MAX_LEN => unsafe { self.0.copy_and_sum(dst, src) },
            _ => self.copy_words_in_parts(dst, src),
        }
    }

    /// Every part but the last has an even length, so that no bytes swap places.
    #[cold]
    #[inline(never)]
    fn words_in_parts(self, data: &[u8]) -> u64 {
        data.chunks(MAX_LEN).fold(0, |total, part| fold::add(total, self.sum(part).words()))
    }

    /// [`words_in_parts`](Self::words_in_parts), with the copy.
    #[cold]
    #[inline(never)]
    fn copy_words_in_parts(self, dst: &mut [MaybeUninit<u8>], src: &[u8]) -> u64 {
        let parts = dst.chunks_mut(MAX_LEN).zip(src.chunks(MAX_LEN));
        parts.fold(0, |total, (dst, src)| {
            fold::add(total, self.copy_and_sum_uninit(dst, src).1.words())
        })
    }
}

/// Sums `data` with a kernel, by default the detected one; what is short, in the caller.
#[inline(always)]
pub(crate) fn sum_with(kernel: Option<Kernel>, data: &[u8]) -> Sum {
    let words = match (data.len(), kernel) {
        (..=short::MAX_INLINE, _) => short::sum_inline(data),
        (..=short::MAX, _) => short::sum_up_to_64(data),
        (_, Some(kernel)) => kernel.words(data),
        (_, None) => words(data),
    };
    Sum::from_words(words, data.len())
}

/// Copies and sums with a kernel, by default the detected one.
///
/// # Panics
///
/// If the lengths differ.
#[inline]
#[track_caller]
pub(crate) fn copy_and_sum_with(kernel: Option<Kernel>, dst: &mut [u8], src: &[u8]) -> Sum {
    // SAFETY: `copy_and_sum_uninit_with` writes every byte of `dst`, or panics before the first.
    let dst = unsafe { uninit::as_uninit(dst) };
    copy_and_sum_uninit_with(kernel, dst, src).1
}

/// [`copy_and_sum_with`] to bytes that may hold nothing yet.
///
/// # Panics
///
/// If the lengths differ.
#[inline]
#[track_caller]
pub(crate) fn copy_and_sum_uninit_with<'a>(
    kernel: Option<Kernel>,
    dst: &'a mut [MaybeUninit<u8>],
    src: &[u8],
) -> (&'a mut [u8], Sum) {
    if dst.len() != src.len() {
        lengths_differ(dst.len(), src.len());
    }
    let words = if src.len() <= short::MAX_INLINE {
        short::copy_and_sum(dst, src)
    } else {
        match kernel {
            Some(kernel) => kernel.copy_words(dst, src),
            None => copy_words(dst, src),
        }
    };
    // SAFETY: all of `dst` is written: that is the contract of every `copy_and_sum` in here.
    let dst = unsafe { uninit::assume_init(dst) };
    (dst, Sum::from_words(words, src.len()))
}

/// Sums [`MIN_LEN`] bytes or more with the detected kernel.
#[inline(never)]
fn words(data: &[u8]) -> u64 {
    match usual(data.len()) {
        // SAFETY: a `Kernel` is made of an instruction set that is present, and of no other.
        Some(kernel) => unsafe { kernel.0.sum(data) },
        None => words_unusual(data),
    }
}

#[cold]
#[inline(never)]
fn words_unusual(data: &[u8]) -> u64 {
    Kernel::detected().words(data)
}

/// Copies and sums more than [`short::MAX_INLINE`] bytes with the detected kernel.
#[inline(never)]
fn copy_words(dst: &mut [MaybeUninit<u8>], src: &[u8]) -> u64 {
    if src.len() <= short::MAX {
        return short::copy_and_sum(dst, src);
    }
    match usual(src.len()) {
        // SAFETY: a `Kernel` is made of an instruction set that is present, and of no other.
        Some(kernel) => unsafe { kernel.0.copy_and_sum(dst, src) },
        None => copy_words_unusual(dst, src),
    }
}

#[cold]
#[inline(never)]
fn copy_words_unusual(dst: &mut [MaybeUninit<u8>], src: &[u8]) -> u64 {
    Kernel::detected().copy_words(dst, src)
}

/// The kernel for `len` bytes where it is quickly found: of at most [`MAX_LEN`] bytes the one that the
/// program is built for, or one that many CPUs have.
#[inline]
fn usual(len: usize) -> Option<Kernel> {
    if len > MAX_LEN {
        return None;
    }
    let number = DETECTED.load(Ordering::Relaxed);
    InstructionSet::BUILT_FOR.or_else(|| InstructionSet::usual_from_number(number)).map(Kernel)
}

/// The kernel that the program is built for, or the one detected before.
#[inline]
fn known() -> Option<Kernel> {
    if let Some(instruction_set) = InstructionSet::BUILT_FOR {
        return Some(Kernel(instruction_set));
    }
    InstructionSet::from_number(DETECTED.load(Ordering::Relaxed)).map(Kernel)
}

#[cold]
#[inline(never)]
fn detect() -> Kernel {
    let detected = Kernel::available().next().unwrap_or(Kernel::SCALAR);
    let outcome =
        DETECTED.compare_exchange(UNKNOWN, detected.0 as u8, Ordering::Relaxed, Ordering::Relaxed);
    // Where another thread was faster, it may have forced another kernel.
    outcome.err().and_then(InstructionSet::from_number).map_or(detected, Kernel)
}

impl fmt::Debug for Kernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Kernel({})", self.name())
    }
}

#[cold]
#[track_caller]
fn lengths_differ(dst: usize, src: usize) -> ! {
    panic!("copy_and_sum: dst has {dst} bytes, src has {src}");
}

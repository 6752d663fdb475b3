//! DISPATCH: which kernel this CPU runs, and the calls into it.
//!
//! A kernel returns a `u64` congruent, modulo 2^16 − 1, to the sum of the 16-bit words of its input
//! in memory order (an odd last byte padded with a zero after it), and 0 only when every byte is 0.
//! Byte order, folding and complement happen once, outside. There is no length limit.

mod scalar;

use core::fmt;
use core::mem::MaybeUninit;

use crate::{Sum, uninit};

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

#[derive(Clone, Copy, PartialEq, Eq)]
enum InstructionSet {
    Scalar,
}

impl Kernel {
    /// Add-with-carry in general registers; runs on every CPU.
    pub const SCALAR: Kernel = Kernel(InstructionSet::Scalar);

    /// The kernel that [`sum`](crate::sum()) uses on this CPU, the fastest it has.
    #[inline]
    #[must_use]
    pub fn detected() -> Kernel {
        Kernel::SCALAR
    }

    /// Every kernel this CPU has, the fastest first; [`Kernel::SCALAR`] is the last.
    pub fn available() -> impl Iterator<Item = Kernel> {
        [Kernel::SCALAR].into_iter()
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

    /// The name of the instruction set in lower case, such as `"scalar"`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self.0 {
            InstructionSet::Scalar => "scalar",
        }
    }

    /// Sums `data` as [`sum`](crate::sum()) does, with this kernel for every length.
    #[inline]
    #[must_use]
    pub fn sum(self, data: &[u8]) -> Sum {
        Sum::from_words(self.words(data), data.len())
    }

    /// Copies and sums as [`copy_and_sum`](crate::copy_and_sum()) does, with this kernel.
    ///
    /// # Panics
    ///
    /// If the lengths differ, as [`slice::copy_from_slice`] does.
    #[inline]
    pub fn copy_and_sum(self, dst: &mut [u8], src: &[u8]) -> Sum {
        // SAFETY: `copy_and_sum_uninit` writes every byte of `dst`, or panics before the first.
        let dst = unsafe { uninit::as_uninit(dst) };
        self.copy_and_sum_uninit(dst, src).1
    }

    /// Copies and sums as [`copy_and_sum_uninit`](crate::copy_and_sum_uninit()) does, with this
    /// kernel.
    ///
    /// # Panics
    ///
    /// If the lengths differ, as [`slice::copy_from_slice`] does.
    #[inline]
    pub fn copy_and_sum_uninit<'a>(
        self,
        dst: &'a mut [MaybeUninit<u8>],
        src: &[u8],
    ) -> (&'a mut [u8], Sum) {
        if dst.len() != src.len() {
            lengths_differ(dst.len(), src.len());
        }
        let words = match self.0 {
            InstructionSet::Scalar => scalar::copy_and_sum(dst, src),
        };
        // SAFETY: the kernel has written all of `dst`, as every `copy_and_sum` in `kernel/` must.
        let dst = unsafe { uninit::assume_init(dst) };
        (dst, Sum::from_words(words, src.len()))
    }

    /// What the kernel itself returns: see the contract at the top of this file.
    #[inline]
    pub(crate) fn words(self, data: &[u8]) -> u64 {
        match self.0 {
            InstructionSet::Scalar => scalar::sum(data),
        }
    }
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

//! Bytes that may hold nothing yet, and the two casts that lead there and back.

use core::mem::MaybeUninit;

/// Lets a kernel write over `bytes`.
///
/// # Safety
///
/// No byte may be left uninitialised: the kernels write every byte of their destination with a
/// byte of the source.
#[inline]
pub(crate) unsafe fn as_uninit(bytes: &mut [u8]) -> &mut [MaybeUninit<u8>] {
    let bytes: *mut [u8] = bytes;
    // SAFETY: the pointer comes from a live `&mut [u8]`, whose borrow the result takes over, and
    // `MaybeUninit<u8>` has the size, the alignment and every value of `u8`. The caller sees to it
    // that nothing uninitialised is written through it.
    unsafe { &mut *(bytes as *mut [MaybeUninit<u8>]) }
}

/// The bytes once all of them are written.
///
/// # Safety
///
/// Every byte of `bytes` must be initialised.
#[inline]
pub(crate) unsafe fn assume_init(bytes: &mut [MaybeUninit<u8>]) -> &mut [u8] {
    let bytes: *mut [MaybeUninit<u8>] = bytes;
    // SAFETY: the pointer comes from a live `&mut [MaybeUninit<u8>]`, whose borrow the result takes
    // over; the layouts are the same, and the caller has initialised every byte.
    unsafe { &mut *(bytes as *mut [u8]) }
}

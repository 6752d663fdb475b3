//! What is left after the whole vectors: a last vector of which only the last bytes count, and an odd
//! byte.

const LONGEST: usize = 32;

static MASK: [u8; 2 * LONGEST] = {
    let mut mask = [0; 2 * LONGEST];
    let mut at = LONGEST;
    while at < mask.len() {
        mask[at] = 0xff;
        at += 1;
    }
    mask
};

/// The last `N` bytes of `data`, an odd last byte left out. There must be that many.
#[inline]
pub(crate) fn last_even<const N: usize>(data: &[u8]) -> &[u8; N] {
    let even_len = data.len() & !1;
    &data[even_len - N..even_len].as_chunks().0[0]
}

/// A mask for [`last_even`] that keeps the last `bytes`, at most `N`: zeros, then 0xff; `N` is at most
/// 32.
#[inline]
pub(crate) fn keep_last<const N: usize>(bytes: usize) -> &'static [u8; N] {
    const { assert!(N <= LONGEST) };
    // Starts at most N bytes behind LONGEST − N, so that N bytes end at 2 × LONGEST or before.
    &MASK[LONGEST - N + bytes..].as_chunks().0[0]
}

/// The word that the last byte of an odd number makes, in memory order; 0 if the number is even.
/// `data` must not be empty.
#[inline]
pub(crate) fn odd_last_byte(data: &[u8]) -> u64 {
    // Without a branch: lengths are odd and even at random.
    let keep = (data.len() % 2).wrapping_neg() as u64;
    u64::from(u16::from_ne_bytes([data[data.len() - 1], 0])) & keep
}

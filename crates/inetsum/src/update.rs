//! UPDATE: a checksum after part of its message has changed, without the rest (RFC 1624).

use crate::Sum;

/// Computes the checksum after bytes that summed to `old` became bytes that sum to `new`
/// (RFC 1624, equation 3: `~(~HC + ~m + m')`).
///
/// Both may have any length, also different ones if the message grows or shrinks; bytes at an odd
/// offset of the message go through [`Sum::at_offset`]. Don't forget what else changes with them,
/// such as a length in the pseudo-header.
///
/// Where the message comes to sum to zero, there are two candidates, 0x0000 and 0xffff. The
/// result is 0x0000 when `new` shows that the message has bytes other than zero; when `new` is all
/// zero it is 0xffff, which verifies whatever the rest is (0x0000 would not, were the rest zero
/// too). If nothing but zeros were replaced by zeros, `checksum` comes back as it was.
///
/// # Examples
///
/// ```
/// use inetsum::{Sum, update};
///
/// // RFC 1624 § 4: 0x5555 becomes 0x3285 under a checksum of 0xdd2f.
/// assert_eq!(update(0xdd2f, Sum::from_word(0x5555), Sum::from_word(0x3285)), 0x0000);
///
/// // One byte at an odd offset of the message.
/// let (mut message, at) = (*b"time to live", 7);
/// let before = inetsum::checksum(&message);
/// let old = inetsum::sum(&message[at..at + 1]).at_offset(at);
/// message[at] = b'~';
/// let new = inetsum::sum(&message[at..at + 1]).at_offset(at);
/// assert_eq!(update(before, old, new), inetsum::checksum(&message));
/// ```
#[inline]
#[must_use]
pub const fn update(checksum: u16, old: Sum, new: Sum) -> u16 {
    if old.fold() == 0 {
        return Sum::from_word(!checksum).combine(new).checksum();
    }
    // The rest of the message, given as zero when it sums to zero: only `new` decides then.
    let rest = match Sum::from_word(!checksum).remove(old).fold() {
        0xffff => 0,
        rest => rest,
    };
    Sum::from_word(rest).combine(new).checksum()
}

/// Computes the checksum after the 16-bit field `old` became `new` (RFC 1624, equation 3).
///
/// # Examples
///
/// ```
/// // A router takes one off the time to live: 64 and protocol 6, 63 and protocol 6.
/// assert_eq!(inetsum::update_word(0xb1e6, 0x4006, 0x3f06), 0xb2e6);
/// ```
#[inline]
#[must_use]
pub const fn update_word(checksum: u16, old: u16, new: u16) -> u16 {
    if old == 0 || new == 0 {
        return update(checksum, Sum::from_word(old), Sum::from_word(new));
    }
    // At most 2 (2^16 − 1), folded at most 2^16 − 1, and not 0, as `new` is not.
    let change = !old as u32 + new as u32;
    let change = (change + (change >> 16)) as u16;
    // ~(~HC + change) is HC − change with end-around borrow, and shorter.
    let (difference, borrow) = checksum.overflowing_sub(change);
    difference.wrapping_sub(borrow as u16)
}

/// Computes a UDP checksum after a change as [`update`] does, except that 0 (no checksum was sent)
/// stays 0, and no other value turns into it: 0xffff is sent instead (RFC 768).
///
/// # Examples
///
/// ```
/// use inetsum::{Sum, update_udp};
///
/// assert_eq!(update_udp(0, Sum::from_word(1), Sum::from_word(2)), 0);
/// assert_eq!(update_udp(0xdd2f, Sum::from_word(0x5555), Sum::from_word(0x3285)), 0xffff);
/// ```
#[inline]
#[must_use]
pub const fn update_udp(checksum: u16, old: Sum, new: Sum) -> u16 {
    if checksum == 0 {
        return 0;
    }
    match update(checksum, old, new) {
        0 => 0xffff,
        checksum => checksum,
    }
}

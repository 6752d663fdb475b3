//! SUM: the partial sum that knows its parity, and its algebra.

use core::fmt;
use core::hash::{Hash, Hasher};
use core::ops::{Add, AddAssign};

use crate::fold;

/// A ones' complement sum, not complemented, that knows whether an odd number of bytes went in.
///
/// It is a word modulo 2^16 − 1 with two zeros: `0x0000` for data that is zero throughout and
/// `0xffff` for everything else that sums to zero (RFC 1071 § 1). Two sums are equal when they
/// fold to the same word and have the same parity.
///
/// # Examples
///
/// ```
/// use inetsum::{Sum, sum};
///
/// let (head, tail) = b"checksum".split_at(3);
/// assert_eq!(sum(head).append(sum(tail)), sum(b"checksum"));
/// assert_eq!([head, tail].into_iter().collect::<Sum>(), sum(b"checksum"));
/// ```
#[derive(Clone, Copy, Default)]
pub struct Sum {
    /// Congruent, modulo 2^16 − 1, to the sum of the 16-bit words in memory order; 0 only if every
    /// byte was 0. Folded and brought to network order when somebody asks.
    words: u64,
    odd: bool,
}

impl Sum {
    /// The sum of no bytes.
    pub const ZERO: Sum = Sum { words: 0, odd: false };

    /// What a kernel returned for `len` bytes.
    #[inline]
    pub(crate) const fn from_words(words: u64, len: usize) -> Sum {
        Sum { words, odd: len % 2 == 1 }
    }

    /// What [`from_words`](Self::from_words) was given, or what became of it.
    #[inline]
    pub(crate) const fn words(self) -> u64 {
        self.words
    }

    /// The sum of one 16-bit field.
    #[inline]
    #[must_use]
    pub const fn from_word(word: u16) -> Sum {
        Sum { words: word.to_be() as u64, odd: false }
    }

    /// Adds the bytes that follow, any number of them.
    ///
    /// # Examples
    ///
    /// ```
    /// let mut sum = inetsum::Sum::ZERO;
    /// sum.push(b"che").push(b"").push(b"cksum");
    /// assert_eq!(sum, inetsum::sum(b"checksum"));
    /// ```
    #[inline]
    pub fn push(&mut self, data: &[u8]) -> &mut Self {
        *self = self.append(crate::sum(data));
        self
    }

    /// Adds a 16-bit field that follows, at an odd position too.
    #[inline]
    pub const fn push_word(&mut self, word: u16) -> &mut Self {
        *self = self.append(Sum::from_word(word));
        self
    }

    /// Joins this sum with that of the bytes that follow.
    #[inline]
    #[must_use]
    pub const fn append(self, next: Sum) -> Sum {
        self.combine(next.at_offset(self.odd as usize))
    }

    /// The sum as it counts when its data starts at `offset` bytes into a larger message
    /// (RFC 1071 § 2 (B): at an odd offset the bytes swap places).
    ///
    /// # Examples
    ///
    /// ```
    /// assert_eq!(inetsum::Sum::from_word(0x1234).at_offset(7).fold(), 0x3412);
    /// ```
    #[inline]
    #[must_use]
    pub const fn at_offset(self, offset: usize) -> Sum {
        if offset.is_multiple_of(2) {
            self
        } else {
            Sum { words: fold::shift_by_one_byte(self.words), odd: self.odd }
        }
    }

    /// Adds two sums that are both where they belong, in any order (the kernel's `csum_add`).
    ///
    /// The result is odd when exactly one of the two is.
    ///
    /// # Examples
    ///
    /// ```
    /// let whole = inetsum::sum(b"checksum");
    /// let (head, tail) = (inetsum::sum(b"che"), inetsum::sum(b"cksum").at_offset(3));
    /// assert_eq!(tail.combine(head), whole);
    /// assert_eq!(tail + head, whole);
    /// ```
    #[inline]
    #[must_use]
    pub const fn combine(self, other: Sum) -> Sum {
        Sum { words: fold::add(self.words, other.words), odd: self.odd != other.odd }
    }

    /// Takes `part`, placed where it lies in this sum's message, out again (the kernel's
    /// `csum_sub`).
    ///
    /// When what is left sums to zero it is given as `0xffff`, whatever its bytes: the sums alone
    /// don't tell whether they are all zero. A `part` of zeros changes nothing.
    ///
    /// # Examples
    ///
    /// ```
    /// let whole = inetsum::sum(b"checksum");
    /// assert_eq!(whole.remove(inetsum::sum(b"sum").at_offset(5)), inetsum::sum(b"check"));
    /// ```
    #[inline]
    #[must_use]
    pub const fn remove(self, part: Sum) -> Sum {
        // The complement swaps the two zeros, 0 and 2^64 − 1. Each must stay itself: nothing taken
        // out changes nothing, and anything else leaves no 0.
        let negative = match part.words {
            zero @ (0 | u64::MAX) => zero,
            words => !words,
        };
        Sum { words: fold::add(self.words, negative), odd: self.odd != part.odd }
    }

    /// The sum as a 16-bit word; 0 only if every byte is 0.
    #[inline]
    #[must_use]
    pub const fn fold(self) -> u16 {
        fold::fold(self.words)
    }

    /// The complement of the sum: what goes into the field.
    #[inline]
    #[must_use]
    pub const fn checksum(self) -> u16 {
        !self.fold()
    }

    /// The complement of the sum for UDP and UDP-Lite, where a computed 0 is sent as 0xffff
    /// (RFC 768, RFC 3828 § 3.1).
    #[inline]
    #[must_use]
    pub const fn udp_checksum(self) -> u16 {
        match self.checksum() {
            0 => 0xffff,
            checksum => checksum,
        }
    }

    /// Tells whether a message summed with its stored checksum is intact.
    #[inline]
    #[must_use]
    pub const fn is_valid(self) -> bool {
        self.fold() == 0xffff
    }
}

impl PartialEq for Sum {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.fold() == other.fold() && self.odd == other.odd
    }
}

impl Eq for Sum {}

impl Hash for Sum {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.fold(), self.odd).hash(state);
    }
}

impl fmt::Debug for Sum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parity = if self.odd { "odd" } else { "even" };
        write!(f, "Sum({:#06x}, {parity})", self.fold())
    }
}

/// [`Sum::combine`].
impl Add for Sum {
    type Output = Sum;

    #[inline]
    fn add(self, other: Sum) -> Sum {
        self.combine(other)
    }
}

/// [`Sum::combine`].
impl AddAssign for Sum {
    #[inline]
    fn add_assign(&mut self, other: Sum) {
        *self = self.combine(other);
    }
}

/// Each slice follows the one before it.
impl<'a> Extend<&'a [u8]> for Sum {
    fn extend<I: IntoIterator<Item = &'a [u8]>>(&mut self, slices: I) {
        for slice in slices {
            self.push(slice);
        }
    }
}

/// Each slice follows the one before it.
impl<'a> FromIterator<&'a [u8]> for Sum {
    fn from_iter<I: IntoIterator<Item = &'a [u8]>>(slices: I) -> Sum {
        let mut total = Sum::ZERO;
        total.extend(slices);
        total
    }
}

/// Each slice follows the one before it.
impl<'a> core::iter::Sum<&'a [u8]> for Sum {
    fn sum<I: Iterator<Item = &'a [u8]>>(slices: I) -> Sum {
        slices.collect()
    }
}

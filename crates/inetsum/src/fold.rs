//! FOLD: arithmetic modulo 2^64 − 1 and its reduction to 16 bits.
//!
//! 2^16 − 1 divides 2^64 − 1, so a sum of 16-bit words may be carried along as a sum of 64-bit
//! words with end-around carry. Zero stays apart from 2^16 − 1 throughout: each function here
//! gives 0 only for operands that are 0.

/// Adds with end-around carry.
#[inline]
pub(crate) const fn add(a: u64, b: u64) -> u64 {
    // With a carry the low half is at most 2^64 − 2, so adding the carry can't overflow.
    let (low, carry) = a.overflowing_add(b);
    low + carry as u64
}

/// `u64::carrying_add`, which Rust has since 1.91.
#[inline]
pub(crate) const fn add_with_carry(a: u64, b: u64, carry: bool) -> (u64, bool) {
    let (sum, carry_1) = a.overflowing_add(b);
    let (sum, carry_2) = sum.overflowing_add(carry as u64);
    (sum, carry_1 | carry_2)
}

/// Multiplies by 2^8: the same bytes, one position further on.
#[inline]
pub(crate) const fn shift_by_one_byte(words: u64) -> u64 {
    words.rotate_left(8)
}

/// Reduces 64 bits in memory order to the 16-bit word that stands there in network order.
#[inline]
pub(crate) const fn fold(words: u64) -> u16 {
    // The upper half of x + rotate(x) is high + low + the carry of low + high: the end-around sum
    // of both halves, at most 2^32 − 1.
    let half = (words.wrapping_add(words.rotate_left(32)) >> 32) as u32;
    // The same once more: the result is the upper half.
    let sum = half.wrapping_add(half.rotate_left(16));
    if cfg!(target_endian = "little") { sum.swap_bytes() as u16 } else { (sum >> 16) as u16 }
}

#[cfg(test)]
mod tests {
    use super::{add, fold, shift_by_one_byte};

    /// The definition: the value modulo 2^16 − 1, with 0 kept for 0 alone, in network order.
    fn residue(value: u128) -> u16 {
        u16::from_be(if value == 0 { 0 } else { ((value - 1) % 0xffff + 1) as u16 })
    }

    /// Values at and around every power of two, and around multiples of 2^16 − 1.
    fn edges() -> impl Iterator<Item = u64> + Clone {
        let powers = (0..64).flat_map(|bit| {
            let power = 1u64 << bit;
            [power.wrapping_sub(1), power, power + 1, power.wrapping_neg()]
        });
        powers.chain((0..5).map(|back| u64::MAX - back)).chain((0..5).map(|n| 0xffff * n))
    }

    #[test]
    fn fold_is_the_residue_and_zero_only_for_zero() {
        for value in edges() {
            assert_eq!(fold(value), residue(value.into()), "{value:#x}");
        }
    }

    #[test]
    fn fold_is_exact_on_every_pair_of_halves() {
        for high in 0..=0xffffu64 {
            for low in [0, 1, 0x7fff, 0x8000, 0xfffe, 0xffff] {
                for value in [high << 16 | low, high << 32 | low, high << 48 | low << 16] {
                    assert_eq!(fold(value), residue(value.into()), "{value:#x}");
                }
            }
        }
    }

    #[test]
    fn add_keeps_the_residue_and_is_zero_only_for_zeros() {
        for a in edges() {
            for b in edges() {
                let exact = u128::from(a) + u128::from(b);
                assert_eq!(fold(add(a, b)), residue(exact), "{a:#x} + {b:#x}");
            }
        }
    }

    #[test]
    fn shifting_by_one_byte_swaps_the_folded_word() {
        for value in edges() {
            assert_eq!(fold(shift_by_one_byte(value)), fold(value).swap_bytes(), "{value:#x}");
        }
    }
}

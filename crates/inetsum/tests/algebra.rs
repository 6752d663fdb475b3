//! The laws that sums obey, whatever their bytes.

mod expected;
mod naive;
mod strategies;

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use inetsum::{Sum, sum};
use proptest::prelude::*;
use strategies::message;

fn hash(sum: Sum) -> u64 {
    let mut hasher = DefaultHasher::new();
    sum.hash(&mut hasher);
    hasher.finish()
}

proptest! {
    #[test]
    fn append_is_associative_and_zero_is_neutral(
        a in message(0..40), b in message(0..40), c in message(0..40),
    ) {
        let (a, b, c) = (sum(&a), sum(&b), sum(&c));
        prop_assert_eq!(a.append(b).append(c), a.append(b.append(c)));
        prop_assert_eq!(Sum::ZERO.append(a), a);
        prop_assert_eq!(a.append(Sum::ZERO), a);
    }

    #[test]
    fn combine_is_associative_and_commutative_and_zero_is_neutral(
        a in message(0..40), b in message(0..40), c in message(0..40),
    ) {
        let (a, b, c) = (sum(&a), sum(&b), sum(&c));
        prop_assert_eq!(a.combine(b), b.combine(a));
        prop_assert_eq!(a.combine(b).combine(c), a.combine(b.combine(c)));
        prop_assert_eq!(a.combine(Sum::ZERO), a);
        prop_assert_eq!(a + b, a.combine(b));
        let mut assigned = a;
        assigned += b;
        prop_assert_eq!(assigned, a + b);
    }

    #[test]
    fn placing_distributes_over_combine(
        a in message(0..40), b in message(0..40), offset in any::<usize>(),
    ) {
        let (a, b) = (sum(&a), sum(&b));
        prop_assert_eq!(
            a.combine(b).at_offset(offset),
            a.at_offset(offset).combine(b.at_offset(offset))
        );
    }

    #[test]
    fn remove_undoes_combine_up_to_the_two_zeros(a in message(0..40), b in message(0..40)) {
        let left = sum(&a).combine(sum(&b)).remove(sum(&b));
        let word = match naive::sum(&a) {
            0 if naive::sum(&b) != 0 => 0xffff,
            word => word,
        };
        prop_assert_eq!(left, expected::sum(word, a.len()));
    }

    #[test]
    fn a_sum_folds_to_zero_only_if_every_byte_is_zero(bytes in message(0..200)) {
        let all_zero = bytes.iter().all(|&byte| byte == 0);
        prop_assert_eq!(sum(&bytes).fold() == 0, all_zero);
        prop_assert_eq!(sum(&bytes).append(sum(&bytes)).fold() == 0, all_zero);
    }

    #[test]
    fn a_checksum_makes_its_message_verify(mut bytes in message(2..200)) {
        bytes[..2].fill(0);
        let checksum = inetsum::checksum(&bytes);
        prop_assert_eq!(checksum, !naive::sum(&bytes));
        bytes[..2].copy_from_slice(&checksum.to_be_bytes());
        prop_assert!(inetsum::verify(&bytes));
        prop_assert!(sum(&bytes).is_valid());
        bytes[1] ^= 1;
        prop_assert!(!inetsum::verify(&bytes));
    }

    #[test]
    fn equal_sums_are_equal_in_every_use(bytes in message(0..80), other in message(0..80)) {
        let (long, other) = (sum(&bytes), sum(&other));
        let short = expected::sum(naive::sum(&bytes), bytes.len());
        prop_assert_eq!(long, short);
        prop_assert_eq!(hash(long), hash(short));
        prop_assert_eq!(format!("{long:?}"), format!("{short:?}"));
        prop_assert_eq!(long.at_offset(1), short.at_offset(1));
        prop_assert_eq!(long.append(other), short.append(other));
        prop_assert_eq!(other.append(long), other.append(short));
        prop_assert_eq!(long.remove(other), short.remove(other));
        prop_assert_eq!(other.remove(long), other.remove(short));
        prop_assert_eq!(inetsum::update(0x1234, long, other), inetsum::update(0x1234, short, other));
        prop_assert_eq!(inetsum::update(0xffff, long, other), inetsum::update(0xffff, short, other));
    }
}

#[test]
#[ignore = "runs through 2^32 pairs"]
fn every_pair_of_words_is_added_and_removed() {
    let words = || 0..=u16::MAX;
    for first in words() {
        for second in words() {
            let (a, b) = (Sum::from_word(first), Sum::from_word(second));
            let (low, carry) = first.overflowing_add(second);
            let word = low + u16::from(carry);
            assert_eq!(a.combine(b).fold(), word, "{first:#x} + {second:#x}");
            let swapped = a.at_offset(1).combine(b.at_offset(1));
            assert_eq!(swapped.fold(), word.swap_bytes(), "{first:#x} + {second:#x}");
            let left = a.combine(b).remove(b).fold();
            let minus_zero = first == 0 && second != 0;
            assert_eq!(left, if minus_zero { 0xffff } else { first }, "{word:#x} - {second:#x}");
        }
    }
}

#[test]
fn minus_zero_is_removed_alike_in_whatever_length_it_came() {
    for len in (2..200).step_by(2) {
        for from in [Sum::ZERO, sum(&[0xff; 2]), sum(&[0xff; 8]), sum(&[0x12, 0x34])] {
            let word = if from == Sum::ZERO { 0xffff } else { from.fold() };
            assert_eq!(from.remove(sum(&vec![0xff; len])), Sum::from_word(word), "{from:?}, {len}");
        }
    }
}

#[test]
fn sums_differ_by_word_and_by_parity() {
    let (even, odd) = (sum(&[0x12, 0x00]), sum(&[0x12]));
    assert_eq!(even.fold(), odd.fold());
    assert_ne!(even, odd);
    assert_ne!(hash(even), hash(odd));
    assert_ne!(format!("{even:?}"), format!("{odd:?}"));
    assert_ne!(sum(&[0, 0]), sum(&[0xff, 0xff]));
}

#[test]
fn the_sum_of_no_bytes_is_the_default() {
    assert_eq!(Sum::default(), Sum::ZERO);
    assert_eq!(sum(&[]), Sum::ZERO);
    assert_eq!(Sum::from_word(0), Sum::ZERO);
    assert_eq!(hash(Sum::default()), hash(Sum::ZERO));
}

#[test]
fn the_debug_form_shows_word_and_parity() {
    assert_eq!(format!("{:?}", sum(&[0xab])), "Sum(0xab00, odd)");
    assert_eq!(format!("{:?}", sum(&[0x00, 0x0c])), "Sum(0x000c, even)");
}

#[test]
fn data_of_zeros_does_not_verify() {
    for len in 0..100 {
        let zeros = vec![0; len];
        assert_eq!(inetsum::checksum(&zeros), 0xffff, "{len}");
        assert!(!inetsum::verify(&zeros), "{len}");
        assert_eq!(sum(&zeros).udp_checksum(), 0xffff, "{len}");
    }
}

#[test]
fn a_computed_udp_checksum_of_zero_is_sent_as_0xffff() {
    for word in 0..=0xffffu16 {
        let checksum = Sum::from_word(word).udp_checksum();
        assert_eq!(checksum, if word == 0xffff { 0xffff } else { !word }, "{word:#06x}");
    }
}

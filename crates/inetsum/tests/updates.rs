//! Updated checksums against recomputed ones.

mod naive;
mod strategies;

use inetsum::{Sum, sum, update, update_udp, update_word};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use strategies::message;

/// A message whose checksum lies in its first two bytes, and what becomes of its other bytes.
#[derive(Debug)]
struct Edit {
    before: Vec<u8>,
    after: Vec<u8>,
    old: Sum,
    new: Sum,
}

impl Edit {
    /// Puts `inserted` in place of `len` bytes at `at`; what follows moves.
    fn new(body: &[u8], at: usize, len: usize, inserted: &[u8]) -> Edit {
        let (kept, rest) = body.split_at(at);
        let (removed, tail) = rest.split_at(len);
        // Behind a change of odd length every byte changes its place in the words.
        let moved = if (len + inserted.len()).is_multiple_of(2) { &[] } else { tail };
        Edit {
            before: [&[0, 0], body].concat(),
            after: [&[0, 0], kept, inserted, tail].concat(),
            old: sum(removed).append(sum(moved)).at_offset(at),
            new: sum(inserted).append(sum(moved)).at_offset(at),
        }
    }

    /// What [`update`] promises: a recomputed 0 is given as 0xffff where all bytes now are zero.
    fn promised(&self) -> u16 {
        match !naive::sum(&self.after) {
            0 if self.new.fold() == 0 && self.old.fold() != 0 => 0xffff,
            checksum => checksum,
        }
    }
}

fn verifies(message: &[u8], checksum: u16) -> bool {
    inetsum::verify(&[&checksum.to_be_bytes(), &message[2..]].concat())
}

fn edits() -> impl Strategy<Value = Edit> {
    (message(0..80), message(0..9), any::<Index>(), any::<Index>()).prop_map(
        |(body, inserted, at, len)| {
            let at = at.index(body.len() + 1);
            let len = len.index(body.len() - at + 1);
            Edit::new(&body, at, len, &inserted)
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4096))]

    #[test]
    fn an_update_gives_what_recomputing_gives(edit in edits()) {
        let updated = update(!naive::sum(&edit.before), edit.old, edit.new);
        prop_assert_eq!(updated, edit.promised());
        prop_assert!(verifies(&edit.after, updated));
    }

    #[test]
    fn an_updated_udp_checksum_is_never_zero_and_verifies(edit in edits()) {
        let updated = update_udp(sum(&edit.before).udp_checksum(), edit.old, edit.new);
        prop_assert_ne!(updated, 0);
        prop_assert_eq!(updated, sum(&edit.after).udp_checksum());
        prop_assert!(verifies(&edit.after, updated));
        prop_assert_eq!(update_udp(0, edit.old, edit.new), 0);
    }

    #[test]
    fn updates_in_a_row_keep_verifying(
        start in message(4..12),
        edits in vec((any::<Index>(), prop_oneof![Just(0), Just(0xff), any::<u8>()]), 0..40),
    ) {
        let mut message = [&[0, 0], &start[..]].concat();
        let mut checksum = !naive::sum(&message);
        for (at, byte) in edits {
            let at = 2 + at.index(start.len());
            let old = sum(&message[at..=at]).at_offset(at);
            message[at] = byte;
            checksum = update(checksum, old, sum(&message[at..=at]).at_offset(at));
            prop_assert!(verifies(&message, checksum));
        }
    }
}

#[test]
fn every_place_and_length_of_an_edit_updates() {
    let body: Vec<u8> = (1..20).map(|byte| byte * 13).collect();
    for at in 0..=body.len() {
        for len in 0..=body.len() - at {
            for inserted in 0..6 {
                let edit = Edit::new(&body, at, len, &[0xfe; 6][..inserted]);
                let updated = update(!naive::sum(&edit.before), edit.old, edit.new);
                assert_eq!(updated, edit.promised(), "{edit:?}");
            }
        }
    }
}

/// Every sum that the rest of a message can have whose checksum and whose word `old` are these.
fn rests(checksum: u16, old: u16) -> impl Iterator<Item = u16> {
    let residue = ((2 * 0xffff - u32::from(checksum) - u32::from(old)) % 0xffff) as u16;
    let other_zero = (residue == 0).then_some(0xffff);
    let candidates = std::iter::once(residue).chain(other_zero);
    candidates.filter(move |&rest| add(add(rest, old), checksum) == 0xffff)
}

fn add(a: u16, b: u16) -> u16 {
    let (low, carry) = a.overflowing_add(b);
    low + u16::from(carry)
}

fn assert_word_updates(checksum: u16, old: u16, new: u16) {
    let updated = update_word(checksum, old, new);
    let of_udp = update_udp(checksum, Sum::from_word(old), Sum::from_word(new));
    let context = || format!("{checksum:#06x}: {old:#06x} to {new:#06x} gave {updated:#06x}");
    assert_eq!(of_udp == 0, checksum == 0, "{}", context());
    let changes_nothing = old == 0 && new == 0;
    assert!(!changes_nothing || updated == checksum, "{}", context());
    for rest in rests(checksum, old) {
        let message = add(rest, new);
        assert_eq!(add(message, updated), 0xffff, "{}: does not verify", context());
        assert!(checksum == 0 || add(message, of_udp) == 0xffff, "{}: UDP", context());
        let may_be_minus_zero = new == 0 && updated == 0xffff;
        assert!(updated == !message || may_be_minus_zero, "{}", context());
    }
}

/// Values around the zeros, the carries and the borrows of 16 bits, and some in between.
const WORDS: [u16; 16] = [
    0x0000, 0x0001, 0x0002, 0x00ff, 0x0100, 0x1234, 0x5555, 0x7fff, 0x8000, 0xaaaa, 0xdd2f, 0xfeff,
    0xff00, 0xfffd, 0xfffe, 0xffff,
];

#[test]
fn every_old_word_with_many_new_ones_and_the_reverse_update() {
    for checksum in WORDS {
        for word in 0..=0xffff {
            for other in WORDS {
                assert_word_updates(checksum, word, other);
                assert_word_updates(checksum, other, word);
            }
        }
    }
}

#[test]
#[ignore = "runs through 2^32 pairs for each of four checksums"]
fn every_pair_of_words_updates() {
    for checksum in [0x0000, 0x1234, 0xfffe, 0xffff] {
        for old in 0..=0xffff {
            for new in 0..=0xffff {
                assert_word_updates(checksum, old, new);
            }
        }
    }
}

#[test]
fn the_example_of_rfc_1624_gives_zero() {
    assert_eq!(update_word(0xdd2f, 0x5555, 0x3285), 0x0000);
    assert_eq!(update(0xdd2f, Sum::from_word(0x5555), Sum::from_word(0x3285)), 0x0000);
    assert_eq!(update_udp(0xdd2f, Sum::from_word(0x5555), Sum::from_word(0x3285)), 0xffff);
}

#[test]
fn a_message_that_becomes_all_zero_verifies() {
    for len in 1..40 {
        for at in 0..len {
            let body: Vec<u8> = (0..len).map(|byte| if byte == at { 0xab } else { 0 }).collect();
            let edit = Edit::new(&body, at, 1, &[0]);
            let updated = update(!naive::sum(&edit.before), edit.old, edit.new);
            assert_eq!(updated, 0xffff);
            assert!(verifies(&edit.after, updated));
        }
    }
}

#[test]
fn zeros_replaced_by_zeros_leave_the_checksum_alone() {
    for checksum in 0..=0xffff {
        assert_eq!(update(checksum, sum(&[0; 7]), sum(&[0; 4])), checksum);
        assert_eq!(update_udp(checksum, sum(&[0; 7]), sum(&[0; 4])), checksum);
    }
}

#[test]
fn both_ways_to_write_zero_are_updated_alike() {
    for (old, new) in [(0x1234, 0x4321), (0xffff, 0x0001), (0x0000, 0x00ff), (0x00ff, 0x0000)] {
        assert_eq!(
            update_word(0x0000, old, new),
            update_word(0xffff, old, new),
            "{old:#x} {new:#x}"
        );
    }
}

#[test]
fn updates_are_usable_in_constants() {
    const UPDATED: u16 = update_word(0xb1e6, 0x4006, 0x3f06);
    const OF_UDP: u16 = update_udp(0xdd2f, Sum::from_word(0x5555), Sum::from_word(0x3285));
    assert_eq!((UPDATED, OF_UDP), (0xb2e6, 0xffff));
}

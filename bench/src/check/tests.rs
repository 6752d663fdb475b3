//! Each fault known from published code, planted: the check must find it.

use bench_abi::{Checksum, CopyAndSum, Entry, Pieces};

use super::{faults, naive};
use crate::results::{Check, Fault};
use crate::subject::{Role, Subject};

fn faults_of(entry: Entry) -> Vec<Fault> {
    // SAFETY: the entries here are made by `bench_abi`.
    faults(&unsafe { Subject::new(entry, Role::Peer, None) })
}

/// The lengths at which a function that is wrong somewhere is found to be.
fn wrong_lengths<T: Checksum>() -> Vec<(Check, usize)> {
    let faults = faults_of(Entry::new(c"wrong").checksum::<T>());
    faults.into_iter().map(|fault| (fault.check, fault.len)).collect()
}

struct Right;

impl Checksum for Right {
    fn checksum(data: &[u8]) -> u16 {
        naive::checksum(data)
    }
}

impl Pieces for Right {
    fn checksum_of<'a>(pieces: impl Iterator<Item = &'a [u8]>) -> u16 {
        naive::checksum(&pieces.flatten().copied().collect::<Vec<u8>>())
    }
}

impl CopyAndSum for Right {
    fn copy_and_sum(dst: &mut [u8], src: &[u8]) -> u16 {
        dst.copy_from_slice(src);
        naive::checksum(src)
    }
}

#[test]
fn nothing_is_found_in_the_definition() {
    let entry = Entry::new(c"right").checksum::<Right>().pieces::<Right>().copy::<Right>();
    assert_eq!(faults_of(entry), []);
}

struct NothingOfNothing;

impl Checksum for NothingOfNothing {
    fn checksum(data: &[u8]) -> u16 {
        if data.is_empty() { 0 } else { naive::checksum(data) }
    }
}

#[test]
fn another_answer_for_no_bytes_is_found() {
    assert_eq!(wrong_lengths::<NothingOfNothing>(), [(Check::Empty, 0)]);
}

struct Narrow;

impl Checksum for Narrow {
    fn checksum(data: &[u8]) -> u16 {
        let pairs = data.chunks(2);
        let words = pairs.map(|pair| [pair[0], pair.get(1).copied().unwrap_or(0)]);
        let sum = words.fold(0_u32, |sum, word| sum.wrapping_add(u16::from_be_bytes(word).into()));
        naive::checksum(&sum.to_be_bytes())
    }
}

#[test]
fn the_overflow_of_32_bits_is_found() {
    // 65538 words of 0xffff are more than 32 bits hold.
    assert_eq!(wrong_lengths::<Narrow>(), [(Check::Slice, 131_075)]);
}

/// Adds numbers of `WIDTH` bytes and adds each carry to the next sum, where it may cause another.
struct Wide<const WIDTH: usize>;

impl<const WIDTH: usize> Checksum for Wide<WIDTH> {
    fn checksum(data: &[u8]) -> u16 {
        let most = u128::MAX >> (128 - 8 * WIDTH);
        let (mut sum, mut carry) = (0_u128, false);
        let (numbers, rest) = data.as_chunks::<WIDTH>();
        for number in numbers {
            let mut bytes = [0; 16];
            bytes[..WIDTH].copy_from_slice(number);
            let number = u128::from_le_bytes(bytes);
            let wrapping = sum.wrapping_add(number).wrapping_add(carry.into()) & most;
            carry = sum > most - number;
            sum = wrapping;
        }
        let mut all = sum.to_le_bytes().to_vec();
        all.extend([u8::from(carry), 0]);
        all.extend(rest);
        naive::checksum(&all)
    }
}

#[test]
fn a_second_carry_of_a_wide_accumulator_is_found() {
    for wrong in
        [wrong_lengths::<Wide<4>>(), wrong_lengths::<Wide<8>>(), wrong_lengths::<Wide<16>>()]
    {
        assert!(matches!(wrong[..], [(Check::Slice, ..=128)]), "{wrong:?}");
    }
}

struct ReadsBeyond;

impl Checksum for ReadsBeyond {
    fn checksum(data: &[u8]) -> u16 {
        if let Some(last) = data.last() {
            // SAFETY: none: this is the fault.
            unsafe { std::ptr::from_ref(last).wrapping_add(1).read_volatile() };
        }
        naive::checksum(data)
    }
}

#[test]
fn a_read_beyond_the_end_is_found() {
    assert_eq!(wrong_lengths::<ReadsBeyond>(), [(Check::PageEdge, 1)]);
}

struct NoParity;

impl Pieces for NoParity {
    fn checksum_of<'a>(pieces: impl Iterator<Item = &'a [u8]>) -> u16 {
        let sums = pieces.flat_map(|piece| (!naive::checksum(piece)).to_be_bytes());
        naive::checksum(&sums.collect::<Vec<u8>>())
    }
}

#[test]
fn pieces_joined_at_an_odd_place_are_found() {
    let faults = faults_of(Entry::new(c"wrong").pieces::<NoParity>());
    assert_eq!(faults.iter().map(|fault| fault.check).collect::<Vec<_>>(), [Check::Pieces]);
}

struct LosesTheLast;

impl CopyAndSum for LosesTheLast {
    fn copy_and_sum(dst: &mut [u8], src: &[u8]) -> u16 {
        let even = src.len() & !1;
        dst[..even].copy_from_slice(&src[..even]);
        naive::checksum(src)
    }
}

#[test]
fn a_byte_that_is_not_copied_is_found() {
    let faults = faults_of(Entry::new(c"wrong").copy::<LosesTheLast>());
    assert_eq!(
        faults.iter().map(|fault| (fault.check, fault.len)).collect::<Vec<_>>(),
        [(Check::Copy, 1)]
    );
}

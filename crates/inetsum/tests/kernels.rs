//! Every kernel of this CPU, and the crate's front door, against the definition.
//!
//! `INETSUM_TEST_SCALE=small` thins the offsets to one in thirteen for each length and stops at
//! 1 MiB, for emulators.

mod expected;
mod inputs;
mod naive;
mod random;
mod ways;

use std::collections::HashSet;
use std::env;
use std::mem::MaybeUninit;
#[cfg(panic = "unwind")]
use std::panic::{AssertUnwindSafe, catch_unwind};

use inetsum::{Kernel, Sum};
use inputs::{Arena, Input, OFFSETS, definition, fills};
use ways::Way;

const LENGTHS: usize = 1200;

fn small_scale() -> bool {
    env::var_os("INETSUM_TEST_SCALE").is_some_and(|scale| scale == "small")
}

/// Every length up to `LENGTHS` with every fill at every offset, or at every thirteenth.
fn for_each_short_input(mut check: impl FnMut(&Input<'_>)) {
    let mut arena = Arena::new(LENGTHS);
    let thinned = small_scale();
    for (number, (fill, bytes)) in fills(LENGTHS).into_iter().enumerate() {
        let expected: Vec<Sum> = (0..=LENGTHS).map(|len| definition(&bytes[..len])).collect();
        for offset in 0..OFFSETS {
            let placed = arena.place(offset, &bytes);
            for (len, &expected) in expected.iter().enumerate() {
                if !thinned || (len + offset) % 13 == number {
                    check(&Input { fill, offset, data: &placed[..len], expected });
                }
            }
        }
    }
}

fn for_each_length(
    longest: usize,
    lengths: impl Iterator<Item = usize> + Clone,
    fills: impl IntoIterator<Item = (&'static str, Vec<u8>)>,
) {
    let (mut src, mut dst) = (Arena::new(longest), Arena::new(longest));
    for (fill, bytes) in fills {
        for len in lengths.clone() {
            let offset = len % OFFSETS;
            let data = src.place(offset, &bytes[..len]);
            let input = Input { fill, offset, data, expected: definition(data) };
            for way in Way::all() {
                input.assert_summed(way);
                input.assert_copied(way, &mut dst);
            }
        }
    }
}

#[test]
fn short_inputs_are_summed_at_every_offset() {
    for_each_short_input(|input| Way::all().for_each(|way| input.assert_summed(way)));
}

#[test]
fn short_inputs_are_copied_and_summed_at_every_offset() {
    let mut arena = Arena::new(LENGTHS);
    for_each_short_input(|input| {
        Way::all().for_each(|way| input.assert_copied(way, &mut arena));
    });
}

#[test]
fn short_inputs_are_copied_to_uninitialised_memory() {
    let mut room = vec![MaybeUninit::uninit(); LENGTHS];
    for_each_short_input(|input| {
        Way::all().for_each(|way| input.assert_copied_to_uninit(way, &mut room));
    });
}

#[test]
fn lengths_near_powers_of_two_are_summed() {
    let powers = (11..=16).map(|power| 1usize << power);
    let lengths = powers.flat_map(|power| power - 33..=power + 33);
    for_each_length(66_000, lengths, fills(66_000));
}

#[test]
fn accumulators_are_drained_before_they_overflow() {
    let longest = if small_scale() { 1 << 20 } else { 1 << 25 };
    let powers = (17..).map(|power| 1usize << power).take_while(|&power| power <= longest);
    let lengths = powers.flat_map(|power| [power - 1, power, power + 2]);
    let longest = longest + 2;
    for_each_length(longest, lengths, [("ones", vec![0xff; longest]), ("zeros", vec![0; longest])]);
}

#[test]
fn lanes_of_32_bits_do_not_wrap_at_128_256_and_512_kib() {
    let kib = [(128, 4), (256, 8), (512, 32)].map(|(kib, around)| (kib << 10, around));
    let lengths = kib.into_iter().flat_map(|(edge, around)| {
        let next_blocks = [64, 128, 192, 256].map(|more| edge + more);
        (edge - around..=edge + around).chain(next_blocks)
    });
    let longest = (512 << 10) + 256;
    for_each_length(longest, lengths, [("ones", vec![0xff; longest])]);
}

#[test]
#[ignore = "reads 1 GiB"]
fn a_gigabyte_of_ones_loses_no_carry() {
    let data = vec![0xff; (1 << 30) + 3];
    for way in Way::all() {
        assert_eq!(way.sum(&data), expected::sum(0xff00, data.len()), "{way:?}");
    }
}

fn assert_summed_by_all(fill: &'static str, data: &[u8]) {
    let input = Input { fill, offset: 0, data, expected: definition(data) };
    Way::all().for_each(|way| input.assert_summed(way));
}

#[test]
fn a_carry_out_of_the_last_bytes_is_kept() {
    assert_eq!(inetsum::sum(&[0xff; 9]).fold(), 0xff00);
    for words in 0..40 {
        for tail in 1..8 {
            assert_summed_by_all("ones", &vec![0xff; 8 * words + tail]);
            let data = [vec![0x80; 8 * words], vec![0xff; tail]].concat();
            assert_summed_by_all("0x80, then 0xff", &data);
        }
    }
}

#[test]
fn carries_that_meet_at_the_end_of_a_block_are_kept() {
    let one = |len: usize| [vec![1], vec![0; len - 1]].concat();
    let ones_zeros = [vec![0xff; 16], one(16), vec![0xff; 16], vec![0; 16]].concat();
    assert_summed_by_all("crafted against 128-bit additions", &ones_zeros);
    for len in (8..=512).step_by(8) {
        assert_summed_by_all("ones, then 1", &[vec![0xff; len], one(8)].concat());
        assert_summed_by_all("1, then ones", &[one(8), vec![0; len], vec![0xff; 8]].concat());
    }
}

#[test]
fn a_word_that_completes_the_wrap_of_a_lane_is_kept() {
    for len in [262_144, 262_152, 131_076, 524_320] {
        for low in [[0, 0, 0, 1], [1, 0, 0, 0], [0xff, 0xff, 0, 0], [0, 0, 0xff, 0xff]] {
            let data = [vec![0xff; len - 8], low.to_vec(), low.to_vec()].concat();
            assert_summed_by_all("ones, then two words", &data);
        }
    }
}

#[test]
#[cfg(panic = "unwind")]
fn copies_between_unequal_lengths_panic_and_write_nothing() {
    for way in Way::all() {
        for (dst_len, src_len) in [(0, 1), (1, 0), (7, 8), (8, 7), (64, 128), (1500, 1499)] {
            let (mut dst, src) = (vec![0x5a; dst_len], vec![0; src_len]);
            let copy = AssertUnwindSafe(|| way.copy_and_sum(&mut dst, &src));
            assert!(catch_unwind(copy).is_err(), "{way:?}, {src_len} to {dst_len}");
            assert_eq!(dst, vec![0x5a; dst_len], "{way:?}, {src_len} to {dst_len}");
        }
    }
}

#[test]
fn names_and_kernels_correspond() {
    let kernels: Vec<Kernel> = Kernel::available().collect();
    let names: HashSet<&str> = kernels.iter().map(|kernel| kernel.name()).collect();
    assert_eq!(names.len(), kernels.len(), "{kernels:?}");
    assert_eq!(kernels.last(), Some(&Kernel::SCALAR));
    assert!(kernels.contains(&Kernel::detected()), "{kernels:?}");
    for kernel in kernels {
        assert_eq!(Kernel::by_name(kernel.name()), Some(kernel));
        assert!(format!("{kernel:?}").contains(kernel.name()));
    }
    assert_eq!(Kernel::by_name(""), None);
}

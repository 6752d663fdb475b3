//! Sums made while compiling, and those of arrays.

mod expected;
mod naive;
mod random;

use inetsum::{Sum, const_sum, sum, sum_array};

const LONGEST: usize = 300;

/// Bytes that make carries, even in a constant.
const DATA: [u8; LONGEST] = {
    let mut data = [0xff; LONGEST];
    let mut at = 0;
    while at < LONGEST {
        if at % 7 > 2 {
            data[at] = (at * 37) as u8;
        }
        at += 1;
    }
    data
};

const PREFIXES: [Sum; LONGEST + 1] = {
    let mut sums = [Sum::ZERO; LONGEST + 1];
    let mut len = 0;
    while len <= LONGEST {
        sums[len] = const_sum(DATA.split_at(len).0);
        len += 1;
    }
    sums
};

#[test]
fn a_constant_sum_equals_the_sum_at_run_time() {
    for (len, constant) in PREFIXES.into_iter().enumerate() {
        assert_eq!(constant, sum(&DATA[..len]), "{len}");
        assert_eq!(constant.fold(), naive::sum(&DATA[..len]), "{len}");
    }
}

#[test]
fn sums_are_joined_in_constants() {
    const PARTS: (Sum, Sum) = (const_sum(b"che"), const_sum(b"cksum"));
    const APPENDED: Sum = PARTS.0.append(PARTS.1);
    const PLACED: Sum = PARTS.1.at_offset(3).combine(PARTS.0);
    const HEAD: Sum = PLACED.remove(PARTS.1.at_offset(3));
    const PUSHED: Sum = {
        let mut sum = HEAD;
        sum.push_word(0x1234);
        sum
    };
    const NUMBERS: (u16, u16, bool) = (PUSHED.checksum(), PUSHED.udp_checksum(), PUSHED.is_valid());
    assert_eq!((APPENDED, PLACED, HEAD), (sum(b"checksum"), sum(b"checksum"), sum(b"che")));
    let checksum = !naive::sum(b"che\x12\x34");
    assert_eq!(NUMBERS, (checksum, checksum, false));
}

fn at<const N: usize>() {
    for seed in 0..4 {
        let bytes = random::bytes(seed, N);
        let ones = vec![0xff; N];
        for data in [bytes, ones, vec![0; N]] {
            let array: &[u8; N] = data.as_slice().try_into().unwrap();
            assert_eq!(sum_array(array), expected::sum(naive::sum(&data), N), "{array:?}");
        }
    }
}

#[test]
fn arrays_of_each_length_sum_as_the_definition() {
    let lengths = [
        at::<0>, at::<1>, at::<2>, at::<3>, at::<4>, at::<5>, at::<6>, at::<7>, at::<8>, at::<9>,
        at::<10>, at::<11>, at::<12>, at::<13>, at::<14>, at::<15>, at::<16>, at::<17>, at::<18>,
        at::<19>, at::<20>, at::<21>, at::<22>, at::<23>, at::<24>, at::<25>, at::<26>, at::<27>,
        at::<28>, at::<29>, at::<30>, at::<31>, at::<32>, at::<33>, at::<34>, at::<35>, at::<36>,
        at::<37>, at::<38>, at::<39>, at::<40>, at::<41>, at::<42>, at::<43>, at::<44>, at::<45>,
        at::<46>, at::<47>, at::<48>, at::<49>, at::<50>, at::<51>, at::<52>, at::<53>, at::<54>,
        at::<55>, at::<56>, at::<57>, at::<58>, at::<59>, at::<60>, at::<61>, at::<62>, at::<63>,
        at::<64>, at::<65>, at::<66>, at::<67>, at::<68>, at::<69>, at::<70>, at::<71>, at::<72>,
        at::<73>, at::<74>, at::<75>, at::<76>, at::<77>, at::<78>, at::<79>, at::<80>, at::<81>,
        at::<82>, at::<83>, at::<84>, at::<85>, at::<86>, at::<87>, at::<88>, at::<89>, at::<90>,
        at::<91>, at::<92>, at::<93>, at::<94>, at::<95>, at::<96>, at::<97>, at::<98>, at::<99>,
        at::<100>,
    ];
    lengths.into_iter().for_each(|check| check());
}

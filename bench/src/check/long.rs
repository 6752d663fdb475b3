//! Long inputs: lengths around the points where a narrow accumulator overflows, and one that needs
//! a carry in the last step of folding 64 bits to 16.

use std::fmt;

use super::fill::{Fill, Filled};
use super::{Case, compare, first_fault, naive};
use crate::results::{Check, Fault};
use crate::subject::Subject;

/// The longest input here.
const LONGEST: usize = (16 << 20) + 64;

/// An input.
#[derive(Clone, Copy, Debug)]
enum Long {
    /// So many bytes.
    Filled(usize, Fill),
    /// 65537 words of 0xffffffff and a last one of 0x00010000, as the machine reads them: they add
    /// up to 0x10000_ffffffff.
    DoubleCarry,
}

impl Case for Long {
    fn len(&self) -> usize {
        match self {
            Long::Filled(len, _) => *len,
            Long::DoubleCarry => 65538 * 4,
        }
    }
}

impl fmt::Display for Long {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Long::Filled(len, fill) => write!(f, "{}", Filled { len: *len, fill: *fill }),
            Long::DoubleCarry => write!(f, "262148 bytes of 0xff, then 0 0 1 0"),
        }
    }
}

/// 64 KiB to 16 MiB and what is around them, in rising order; more closely about 128, 256 and
/// 512 KiB, where accumulators of 32 bits overflow.
fn cases() -> Vec<Long> {
    let powers = (16..=24).map(|power| 1_usize << power);
    let near = [0, 2, 4, 6, 8, 12, 16, 32, 64].into_iter();
    let mut cases: Vec<Long> = powers
        .flat_map(|power| near.clone().flat_map(move |more| [power + more, power + more + 1]))
        .filter(|len| *len <= LONGEST)
        .map(|len| Long::Filled(len, Fill::Ones))
        .collect();
    cases.push(Long::DoubleCarry);
    cases.push(Long::Filled(1 << 20, Fill::Random(1)));
    cases.push(Long::Filled((1 << 20) + 1, Fill::OnesAndSparseOne));
    cases.sort_by_key(Case::len);
    cases
}

/// Checks one input after the other; after the first failure, those of 0xff that lie between the
/// last good length and the failed one, by halves.
pub(super) fn check(subject: &Subject) -> Option<Fault> {
    subject.entry.checksum?;
    let mut memory = vec![0; LONGEST];
    let mut outcome = |case: Long| {
        let data = &mut memory[..case.len()];
        match case {
            Long::Filled(_, fill) => fill.write(data),
            Long::DoubleCarry => {
                let (ones, last) = data.split_at_mut(65537 * 4);
                Fill::Ones.write(ones);
                last.copy_from_slice(&0x0001_0000_u32.to_ne_bytes());
            }
        }
        compare(subject.checksum(data)?, subject.convention(naive::checksum(data)))
    };
    let cases = cases();
    let mut fault = first_fault(Check::Slice, cases.iter().copied(), &mut outcome)?;
    let ones = |len| Long::Filled(len, Fill::Ones);
    let mut good = cases.iter().map(Case::len).filter(|len| *len < fault.len).max().unwrap_or(0);
    while fault.len - good > 1 && fault.input == ones(fault.len).to_string() {
        let middle = good.midpoint(fault.len);
        match first_fault(Check::Slice, std::iter::once(ones(middle)), &mut outcome) {
            Some(smaller) => fault = smaller,
            None => good = middle,
        }
    }
    Some(fault)
}

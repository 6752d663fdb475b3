//! Copies of up to 300 bytes between many offsets: the checksum, the bytes, and what lies beside
//! them.

use std::fmt;

use bench_abi::COPIES_ZEROS_AS_ONES;

use super::fill::{Fill, Filled};
use super::{Case, Wrong, compare, first_fault, naive};
use crate::results::{Check, Fault};
use crate::subject::Subject;

/// The longest copy here.
const LONGEST: usize = 300;
/// What must stay as it is on each side.
const MARGIN: usize = 64;

/// A copy.
#[derive(Clone, Copy, Debug)]
struct Copying {
    len: usize,
    fill: Fill,
    src: usize,
    dst: usize,
}

impl Case for Copying {
    fn len(&self) -> usize {
        self.len
    }
}

impl fmt::Display for Copying {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Copying { len, fill, src, dst } = *self;
        write!(f, "{}, from offset {src} to {dst}", Filled { len, fill })
    }
}

/// Checks one copy after the other.
pub(super) fn check(subject: &Subject) -> Option<Fault> {
    subject.entry.copy?;
    let zeros_as_ones = subject.entry.flags & COPIES_ZEROS_AS_ONES != 0;
    let offsets = [(0, 0), (1, 0), (0, 1), (1, 3), (7, 2), (32, 15)];
    let cases = (1..=LONGEST).flat_map(|len| {
        Fill::all().flat_map(move |fill| offsets.map(|(src, dst)| Copying { len, fill, src, dst }))
    });
    first_fault(Check::Copy, cases, |Copying { len, fill, src, dst }| {
        let mut from = [0; LONGEST + MARGIN];
        let from = &mut from[src..src + len];
        fill.write(from);
        let mut to = [0x5a; LONGEST + 3 * MARGIN];
        let got = subject.copy_and_sum(&mut to[MARGIN + dst..][..len], from)?;
        let mut expected = [0x5a; LONGEST + 3 * MARGIN];
        expected[MARGIN + dst..][..len].copy_from_slice(from);
        let checksum = match naive::checksum(from) {
            0xffff if zeros_as_ones => 0,
            checksum => subject.convention(checksum),
        };
        let wrong = compare(got, checksum);
        wrong.or((to != expected).then_some(Wrong::Bytes))
    })
}

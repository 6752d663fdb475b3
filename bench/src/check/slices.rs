//! Slices of every length up to 1200 bytes, at many offsets, with every fill.

use std::fmt;

use super::fill::{Fill, Filled};
use super::{Case, compare, first_fault, naive};
use crate::results::{Check, Fault};
use crate::subject::Subject;

/// The longest input here.
const LONGEST: usize = 1200;
/// Offsets from a multiple of 64.
const OFFSETS: [usize; 10] = [0, 1, 2, 3, 4, 7, 8, 15, 31, 63];

/// An input.
#[derive(Clone, Copy, Debug)]
struct Slice {
    len: usize,
    fill: Fill,
    offset: usize,
}

impl Case for Slice {
    fn len(&self) -> usize {
        self.len
    }
}

impl fmt::Display for Slice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", Filled { len: self.len, fill: self.fill })?;
        if self.offset == 0 { Ok(()) } else { write!(f, ", at offset {}", self.offset) }
    }
}

/// Memory at a multiple of 64.
#[repr(align(64))]
struct Aligned([u8; LONGEST + 64]);

/// Checks one slice after the other.
pub(super) fn check(subject: &Subject) -> Option<Fault> {
    subject.entry.checksum?;
    let mut memory = Box::new(Aligned([0; LONGEST + 64]));
    let cases = (1..=LONGEST).flat_map(|len| {
        let places = Fill::all().flat_map(|fill| OFFSETS.map(|offset| (fill, offset)));
        places.map(move |(fill, offset)| Slice { len, fill, offset })
    });
    let (mut pattern, mut expected) = ([0; LONGEST], 0);
    first_fault(Check::Slice, cases, |Slice { len, fill, offset }| {
        let pattern = &mut pattern[..len];
        if offset == OFFSETS[0] {
            fill.write(pattern);
            expected = subject.convention(naive::checksum(pattern));
        }
        let data = &mut memory.0[offset..offset + len];
        data.copy_from_slice(pattern);
        compare(subject.checksum(data)?, expected)
    })
}

//! Headers of 20 bytes.

use std::fmt;

use super::fill::{Fill, Filled};
use super::{Case, compare, first_fault, naive};
use crate::results::{Check, Fault};
use crate::subject::Subject;

/// A header.
#[derive(Clone, Copy, Debug)]
struct Header {
    fill: Fill,
    offset: usize,
}

impl Case for Header {
    fn len(&self) -> usize {
        20
    }
}

impl fmt::Display for Header {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a header of {}, at offset {}", Filled { len: 20, fill: self.fill }, self.offset)
    }
}

/// Checks one header after the other.
pub(super) fn check(subject: &Subject) -> Option<Fault> {
    subject.entry.headers?;
    let random = (0..=255).map(Fill::Random);
    let cases = Fill::all()
        .chain(random)
        .flat_map(|fill| (0..8).map(move |offset| Header { fill, offset }));
    first_fault(Check::Header, cases, |Header { fill, offset }| {
        let mut memory = [0; 28];
        let header: &mut [u8; 20] = memory[offset..].first_chunk_mut()?;
        fill.write(header);
        compare(subject.header(header)?, subject.convention(naive::checksum(header)))
    })
}

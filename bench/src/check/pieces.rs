//! Messages of up to 40 bytes in two and three pieces, at every split: odd and empty pieces, too.

use std::fmt;

use super::fill::{Fill, Filled};
use super::{Case, compare, first_fault, naive};
use crate::results::{Check, Fault};
use crate::subject::Subject;

/// The longest message here.
const LONGEST: usize = 40;

/// A message and where it is cut.
#[derive(Clone, Copy, Debug)]
struct Message {
    len: usize,
    fill: Fill,
    first: usize,
    /// Nothing if there are two pieces.
    second: Option<usize>,
}

impl Case for Message {
    fn len(&self) -> usize {
        self.len
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Message { len, fill, first, second } = *self;
        write!(f, "{} in {first}", Filled { len, fill })?;
        match second {
            None => write!(f, " + {}", len - first),
            Some(second) => write!(f, " + {} + {}", second - first, len - second),
        }
    }
}

/// Checks one message after the other, first in two pieces, then in three.
pub(super) fn check(subject: &Subject) -> Option<Fault> {
    subject.entry.pieces?;
    let cases = (1..=LONGEST).flat_map(|len| {
        Fill::NOT_ZERO.into_iter().flat_map(move |fill| {
            (0..=len).flat_map(move |first| {
                let thirds = (first..=len).map(Some);
                std::iter::once(None).chain(thirds).map(move |second| Message {
                    len,
                    fill,
                    first,
                    second,
                })
            })
        })
    });
    first_fault(Check::Pieces, cases, |Message { len, fill, first, second }| {
        let mut data = [0; LONGEST];
        let data = &mut data[..len];
        fill.write(data);
        let expected = subject.convention(naive::checksum(data));
        let (head, tail) = data.split_at(first);
        let got = match second {
            None => subject.checksum_of(&[head, tail]),
            Some(second) => {
                let (middle, tail) = tail.split_at(second - first);
                subject.checksum_of(&[head, middle, tail])
            }
        };
        compare(got?, expected)
    })
}

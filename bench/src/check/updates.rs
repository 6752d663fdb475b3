//! Updates of a 16-bit field between all pairs of values at which carries change.

use std::fmt;

use bench_abi::Change;

use super::{Case, compare, first_fault, naive};
use crate::results::{Check, Fault};
use crate::subject::Subject;

/// Values at which carries change.
const EDGES: [u16; 11] = [0, 1, 2, 0x00ff, 0x0100, 0x1234, 0x7fff, 0x8000, 0xfeff, 0xfffe, 0xffff];

/// A message of two words, of which the first changes.
#[derive(Clone, Copy, Debug)]
struct Update {
    change: Change,
    other: u16,
}

impl Case for Update {
    fn len(&self) -> usize {
        2
    }
}

impl fmt::Display for Update {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Update { change: Change { old, new }, other } = self;
        write!(f, "{old:#06x} becomes {new:#06x} beside {other:#06x}")
    }
}

/// Checks one update after the other. The other word is not 0: the sum of a message that is all
/// zero can't be told from the checksum. Where 0 is expected, 0xffff is right too: it verifies.
pub(super) fn check(subject: &Subject) -> Option<Fault> {
    subject.entry.updates?;
    let cases = EDGES.into_iter().skip(1).flat_map(|other| {
        EDGES
            .into_iter()
            .flat_map(move |old| EDGES.map(|new| Update { change: Change { old, new }, other }))
    });
    first_fault(Check::Update, cases, |Update { change, other }| {
        let message = |first: u16| {
            let ([a, b], [c, d]) = (first.to_be_bytes(), other.to_be_bytes());
            naive::checksum(&[a, b, c, d])
        };
        let (got, expected) =
            (subject.update(message(change.old), &[change])?, message(change.new));
        if expected == 0 && got == 0xffff { None } else { compare(got, expected) }
    })
}

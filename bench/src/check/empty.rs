//! No bytes at all: the sum is 0, its complement 0xffff.

use std::fmt;

use super::{Case, compare, first_fault};
use crate::results::{Check, Fault};
use crate::subject::Subject;

/// There is one empty input.
#[derive(Clone, Copy, Debug)]
struct Empty;

impl Case for Empty {
    fn len(&self) -> usize {
        0
    }
}

impl fmt::Display for Empty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no bytes")
    }
}

/// Checks the empty input.
pub(super) fn check(subject: &Subject) -> Option<Fault> {
    first_fault(Check::Empty, std::iter::once(Empty), |Empty| {
        compare(subject.checksum(&[])?, 0xffff)
    })
}

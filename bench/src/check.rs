//! CHECK: every subject's answers against the definition, before anything is timed.
//!
//! Random bytes find almost no fault in published code. Runs of 0xff, every length, every split,
//! lengths around the points where an accumulator overflows, and pages that must not be read do.

mod child;
mod copies;
mod datagrams;
mod empty;
mod fill;
mod headers;
mod long;
mod naive;
mod page_edge;
mod pieces;
mod slices;
#[cfg(test)]
mod tests;
mod updates;

use std::fmt;

use crate::results::{Check, Fault};
use crate::subject::Subject;

/// Every check that `subject` fails, with the smallest input that was found to fail.
pub(crate) fn faults(subject: &Subject) -> Vec<Fault> {
    const CHECKS: [fn(&Subject) -> Option<Fault>; 9] = [
        empty::check,
        slices::check,
        pieces::check,
        page_edge::check,
        copies::check,
        updates::check,
        headers::check,
        datagrams::check,
        long::check,
    ];
    let mut faults: Vec<Fault> = Vec::new();
    for check in CHECKS {
        let fault = check(subject);
        // A long input adds nothing if a short one fails already.
        faults.extend(fault.filter(|fault| {
            fault.check != Check::Slice || faults.iter().all(|known| known.check != Check::Slice)
        }));
    }
    faults
}

/// A call and what should come of it.
trait Case: Copy + fmt::Display {
    /// How many bytes it sums.
    fn len(&self) -> usize;
}

/// A wrong outcome.
#[derive(Clone, Copy, Debug)]
enum Wrong {
    /// Another checksum.
    Checksum {
        /// The subject's.
        got: u16,
        /// The definition's.
        expected: u16,
    },
    /// Bytes that are not those of the source, or bytes written beside the destination.
    Bytes,
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Wrong::Checksum { got, expected } => {
                write!(f, "gives {got:#06x} instead of {expected:#06x}")
            }
            Wrong::Bytes => write!(f, "writes other bytes than those of the source"),
        }
    }
}

/// Compares a subject's answer with what it should be.
fn compare(got: u16, expected: u16) -> Option<Wrong> {
    (got != expected).then_some(Wrong::Checksum { got, expected })
}

/// Runs all `cases`, the smallest first, in a process of its own, until one goes wrong.
fn first_fault<C: Case>(
    check: Check,
    cases: impl Iterator<Item = C>,
    outcome: impl FnMut(C) -> Option<Wrong>,
) -> Option<Fault> {
    let failure = child::first_failure(cases, outcome)?;
    let outcome = match failure.end {
        child::End::Wrong(wrong) => wrong.to_string(),
        child::End::Signal(libc::SIGSEGV | libc::SIGBUS) => "reads outside the slice".to_owned(),
        child::End::Signal(libc::SIGABRT) => "panics".to_owned(),
        child::End::Signal(signal) => format!("dies of signal {signal}"),
    };
    Some(Fault { check, input: failure.case.to_string(), len: failure.case.len(), outcome })
}

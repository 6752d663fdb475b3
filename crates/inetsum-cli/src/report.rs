//! REPORTS: what was found, for people and for programs.

pub(crate) mod finding;
pub(crate) mod json;
pub(crate) mod table;
pub(crate) mod tally;

/// A number with its noun.
pub(crate) fn count(number: u64, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

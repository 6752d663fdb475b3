//! REPORTS: what was found, for people and for programs.

mod by_protocol;
pub(crate) mod finding;
pub(crate) mod json;
pub(crate) mod table;
pub(crate) mod tally;

use inetsum_packet::{ChecksumField, Diagnosis};

/// A field that was met.
pub(crate) struct Met {
    /// The number of its frame.
    pub(crate) frame: u64,
    pub(crate) field: ChecksumField,
    /// What its value is, if that is not what belongs there.
    pub(crate) diagnosis: Option<Diagnosis>,
}

/// What a report shows of one capture.
#[derive(Clone, Copy)]
pub(crate) struct Wanted {
    /// How many fields at most.
    pub(crate) most: usize,
    pub(crate) wants: fn(&ChecksumField) -> bool,
}

/// A number with its noun.
pub(crate) fn count(number: u64, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

/// The longest line.
pub(crate) const LINE_LEN: usize = 80;

/// Breaks a text at its spaces into lines of at most `len` bytes, longer words aside.
pub(crate) fn wrapped(text: &str, len: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.len() + 1 + word.len() <= len => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

//! The exit status, and the one line that explains the worst of them.

use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;

/// What a run comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Status {
    Good = 0,
    /// Some checksum is wrong.
    Wrong = 1,
    /// Something could not be read, written or understood.
    Trouble = 2,
    /// Some checksum can't be verified, and `--strict` was asked for.
    Unverifiable = 3,
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> ExitCode {
        ExitCode::from(status as u8)
    }
}

/// Prints one line to standard error: the program, then the file, the place and the reason.
pub(crate) fn complain(error: &impl Display) {
    let line = format!("inetsum: {error:#}").replace('\n', "\\n");
    // Where standard error can't be written to, the exit status has to say it.
    let _ = writeln!(io::stderr(), "{line}");
}

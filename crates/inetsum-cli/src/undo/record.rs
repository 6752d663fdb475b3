//! The record: a line that says what it is, then one for each place: its offset in the capture, what
//! stood there and what was written, the bytes as hexadecimal digits.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use anyhow::{Context, Result, bail};

use super::Change;
use crate::output::Output;

const FIRST_LINE: &str = "inetsum undo 1";
/// The longest frame, twice as digits, and more; of a file that is no record no more is read.
const MAX_LINE_LEN: u64 = 2 << 20;

/// Bytes of a capture that are replaced by others.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Line {
    /// Where in the file they start.
    pub(crate) offset: u64,
    pub(crate) before: Vec<u8>,
    /// As many.
    pub(crate) after: Vec<u8>,
}

impl Line {
    pub(super) fn bytes(&self) -> impl Iterator<Item = Change> {
        let bytes = self.before.iter().zip(&self.after).zip(self.offset..);
        bytes.map(|((before, after), offset)| Change { offset, before: *before, after: *after })
    }

    fn parse(text: &str) -> Option<Line> {
        let mut words = text.split(' ');
        let mut next = || words.next();
        let (offset, before, after) = (next()?.parse().ok()?, bytes(next()?)?, bytes(next()?)?);
        let is_whole = before.len() == after.len()
            && words.next().is_none()
            && u64::checked_add(offset, before.len() as u64).is_some();
        is_whole.then_some(Line { offset, before, after })
    }
}

fn bytes(digits: &str) -> Option<Vec<u8>> {
    let (pairs, []) = digits.as_bytes().as_chunks::<2>() else { return None };
    let digit = |digit: u8| char::from(digit).to_digit(16);
    pairs.iter().map(|[high, low]| Some((digit(*high)? << 4 | digit(*low)?) as u8)).collect()
}

/// A record that is being written. It appears when it is complete.
pub(crate) struct Recorder<'p>(Output<'p>);

impl<'p> Recorder<'p> {
    pub(crate) fn create(path: &'p Path) -> Result<Recorder<'p>> {
        let mut output = Output::create(path)?;
        output.write(format!("{FIRST_LINE}\n").as_bytes())?;
        Ok(Recorder(output))
    }

    pub(crate) fn write(&mut self, lines: impl Iterator<Item = Line>) -> Result<()> {
        let mut text = String::new();
        for Line { offset, before, after } in lines {
            // Writing to a String can't fail.
            let _ = write!(text, "{offset}");
            for bytes in [before, after] {
                text.push(' ');
                bytes.iter().for_each(|byte| _ = write!(text, "{byte:02x}"));
            }
            text.push('\n');
        }
        self.0.write(text.as_bytes())
    }

    /// Puts it into its place, to stay there whatever happens to the machine.
    pub(crate) fn finish(self) -> Result<()> {
        self.0.sync()?;
        self.0.finish()
    }
}

/// The lines of a record that is read.
pub(crate) struct Lines<'p> {
    path: &'p Path,
    input: BufReader<File>,
    number: u64,
}

impl<'p> Lines<'p> {
    pub(crate) fn read(path: &'p Path) -> Result<Lines<'p>> {
        let file = File::open(path).with_context(|| format!("{}: byte 0", path.display()))?;
        let mut lines = Lines { path, input: BufReader::new(file), number: 0 };
        if lines.next_text()?.as_deref() != Some(FIRST_LINE) {
            bail!("{}: line 1: not a record of fix --in-place --undo", path.display());
        }
        Ok(lines)
    }

    fn next_line(&mut self) -> Result<Option<Line>> {
        let Some(text) = self.next_text()? else { return Ok(None) };
        match Line::parse(&text) {
            Some(line) => Ok(Some(line)),
            None => bail!("{}: not an offset and bytes to be exchanged", self.place()),
        }
    }

    fn next_text(&mut self) -> Result<Option<String>> {
        self.number += 1;
        let mut text = String::new();
        let mut limited = std::io::Read::take(&mut self.input, MAX_LINE_LEN);
        limited.read_line(&mut text).with_context(|| self.place())?;
        if text.is_empty() {
            return Ok(None);
        }
        match text.strip_suffix('\n') {
            Some(line) => Ok(Some(line.to_owned())),
            None => bail!("{}: cut off", self.place()),
        }
    }

    fn place(&self) -> String {
        format!("{}: line {}", self.path.display(), self.number)
    }
}

impl Iterator for Lines<'_> {
    type Item = Result<Line>;

    fn next(&mut self) -> Option<Result<Line>> {
        self.next_line().transpose()
    }
}

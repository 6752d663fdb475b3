//! What `fix --in-place` overwrites, recorded before; and `inetsum undo`: record → capture as it was.

mod record;

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

use anyhow::{Context, Result, bail};

use crate::args::Undo;
use crate::exit::Status;
use crate::output::STANDARD_OUTPUT;
use crate::report::count;
pub(crate) use record::{Line, Lines, Recorder};

pub(crate) fn run(args: &Undo) -> Result<Status> {
    let mut changes = Vec::new();
    for line in Lines::read(&args.record)? {
        changes.extend(line?.bytes());
    }
    // Where a byte was overwritten twice, the first time comes first.
    changes.sort_by_key(|change| change.offset);
    let mut file = Target::open(&args.capture)?;
    let mut spans = Vec::new();
    for span in changes.chunk_by(|one, next| next.offset - one.offset <= 1) {
        spans.push((span, file.state_of(span)?));
    }
    let mut restored = 0;
    for (span, state) in spans {
        if state == State::Overwritten {
            let before = first_of_each(span).map(|change| change.before);
            let before: Vec<u8> = before.collect();
            file.write(span[0].offset, &before)?;
            restored += before.len() as u64;
        }
    }
    let text = count(restored, "byte");
    writeln!(io::stdout(), "{text} put back").context(STANDARD_OUTPUT)?;
    Ok(Status::Good)
}

/// One byte that was overwritten.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Change {
    /// Where in the capture.
    offset: u64,
    before: u8,
    after: u8,
}

/// Of each byte, the first time it was overwritten.
fn first_of_each(span: &[Change]) -> impl Iterator<Item = &Change> {
    let each = span.chunk_by(|one, next| one.offset == next.offset);
    each.map(|changes| &changes[0])
}

/// What stands where bytes were to be overwritten.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    AsBefore,
    Overwritten,
}

/// The capture.
pub(crate) struct Target<'p> {
    path: &'p Path,
    file: File,
}

impl<'p> Target<'p> {
    pub(crate) fn open(path: &'p Path) -> Result<Target<'p>> {
        let place = || format!("{}: byte 0", path.display());
        if !path.metadata().with_context(place)?.is_file() {
            bail!("{}: only a file can be changed in its place", place());
        }
        let file = OpenOptions::new().read(true).write(true).open(path).with_context(place)?;
        Ok(Target { path, file })
    }

    pub(crate) fn write(&mut self, offset: u64, bytes: &[u8]) -> Result<()> {
        self.file
            .seek(SeekFrom::Start(offset))
            .and_then(|_| self.file.write_all(bytes))
            .with_context(|| self.place(offset))
    }

    /// Overwrites what the line says, where it stands.
    pub(crate) fn redo(&mut self, line: &Line) -> Result<()> {
        if self.read(line.offset, line.before.len())? != line.before {
            bail!("{}: it was changed meanwhile", self.place(line.offset));
        }
        self.write(line.offset, &line.after)
    }

    /// Each byte of the span must be one that stood there at some time.
    fn state_of(&mut self, span: &[Change]) -> Result<State> {
        let len = first_of_each(span).count();
        let bytes = self.read(span[0].offset, len)?;
        let each = span.chunk_by(|one, next| one.offset == next.offset);
        let mut state = State::AsBefore;
        for (byte, changes) in bytes.iter().zip(each) {
            if *byte == changes[0].before {
                continue;
            }
            if !changes.iter().any(|change| change.after == *byte) {
                let place = self.place(changes[0].offset);
                bail!("{place}: {byte:#04x} is neither what was overwritten nor what was written");
            }
            state = State::Overwritten;
        }
        Ok(state)
    }

    fn read(&mut self, offset: u64, len: usize) -> Result<Vec<u8>> {
        let mut bytes = vec![0; len];
        self.file
            .seek(SeekFrom::Start(offset))
            .and_then(|_| self.file.read_exact(&mut bytes))
            .with_context(|| self.place(offset))?;
        Ok(bytes)
    }

    fn place(&self, offset: u64) -> String {
        format!("{}: byte {offset}", self.path.display())
    }
}

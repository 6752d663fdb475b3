//! OUTPUT: a file that appears only when it is complete, or standard output.

mod unfinished;

use std::cell::RefCell;
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::Path;
use std::rc::Rc;

use anyhow::{Context, Result, bail};

use crate::capture::is_standard;
use unfinished::Unfinished;

/// What errors call the output that `-` stands for.
pub(crate) const STANDARD_OUTPUT: &str = "standard output";

const BUFFER_LEN: usize = 256 * 1024;

/// Where `fix` writes to.
pub(crate) struct Output<'p> {
    path: &'p Path,
    sink: Sink,
    /// Bytes written so far.
    offset: u64,
}

enum Sink {
    /// Shared with the reader, which flushes it before it waits for input.
    Standard(Rc<RefCell<Standard>>),
    /// Not in its place until it is complete.
    File(BufWriter<Unfinished>),
}

struct Standard {
    writer: BufWriter<io::Stdout>,
    /// What went wrong while the reader flushed it.
    failure: Option<io::Error>,
}

impl<'p> Output<'p> {
    /// Starts a file at `path`, where none must be, or standard output for `-`.
    pub(crate) fn create(path: &'p Path) -> Result<Output<'p>> {
        let sink = if is_standard(path) {
            let writer = BufWriter::with_capacity(BUFFER_LEN, io::stdout());
            Sink::Standard(Rc::new(RefCell::new(Standard { writer, failure: None })))
        } else {
            Sink::File(BufWriter::with_capacity(BUFFER_LEN, create_beside(path)?))
        };
        Ok(Output { path, sink, offset: 0 })
    }

    /// Something to be called before each read that may have to wait: it passes on what was written
    /// to standard output so far, so that a live capture flows through.
    pub(crate) fn flusher(&self) -> Box<dyn FnMut() -> io::Result<()>> {
        match &self.sink {
            Sink::Standard(standard) => {
                let standard = Rc::clone(standard);
                Box::new(move || {
                    let mut standard = standard.borrow_mut();
                    standard.writer.flush().map_err(|error| {
                        let kind = error.kind();
                        standard.failure = Some(error);
                        kind.into()
                    })
                })
            }
            Sink::File(_) => Box::new(|| Ok(())),
        }
    }

    /// The error behind one of reading, which is that of the output if the reader could not flush
    /// it.
    pub(crate) fn failure_or(&self, of_reading: anyhow::Error) -> anyhow::Error {
        match &self.sink {
            Sink::Standard(standard) => match standard.borrow_mut().failure.take() {
                Some(failure) => anyhow::Error::from(failure).context(self.place()),
                None => of_reading,
            },
            Sink::File(_) => of_reading,
        }
    }

    pub(crate) fn write(&mut self, bytes: &[u8]) -> Result<()> {
        match &mut self.sink {
            Sink::Standard(standard) => standard.borrow_mut().writer.write_all(bytes),
            Sink::File(writer) => writer.write_all(bytes),
        }
        .with_context(|| self.place())?;
        self.offset += bytes.len() as u64;
        Ok(())
    }

    /// Replaces bytes that were written before, which only a file allows.
    pub(crate) fn overwrite(&mut self, offset: u64, bytes: &[u8]) -> Result<()> {
        match &mut self.sink {
            Sink::Standard(_) => Err(io::ErrorKind::NotSeekable.into()),
            Sink::File(writer) => writer
                .seek(SeekFrom::Start(offset))
                .and_then(|_| writer.write_all(bytes))
                .and_then(|()| writer.seek(SeekFrom::Start(self.offset)))
                .map(drop),
        }
        .with_context(|| self.place())
    }

    /// Puts the complete file into its place.
    pub(crate) fn finish(self) -> Result<()> {
        let place = self.place();
        match self.sink {
            Sink::Standard(standard) => standard.borrow_mut().writer.flush(),
            Sink::File(writer) => writer
                .into_inner()
                .map_err(io::IntoInnerError::into_error)
                .and_then(|file| file.persist(self.path)),
        }
        .context(place)
    }

    fn place(&self) -> String {
        match self.sink {
            Sink::Standard(_) => format!("{STANDARD_OUTPUT}: byte {}", self.offset),
            Sink::File(_) => format!("{}: byte {}", self.path.display(), self.offset),
        }
    }
}

fn create_beside(path: &Path) -> Result<Unfinished> {
    let place = || format!("{}: byte 0", path.display());
    match path.symlink_metadata() {
        Ok(_) => bail!("{}: there is a file already, which is not overwritten", place()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(error).with_context(place),
    }
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    Unfinished::create_in(folder).with_context(place)
}

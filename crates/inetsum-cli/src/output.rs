//! OUTPUT: a file that appears only when it is complete, or standard output.

mod unfinished;

use std::fs::File;
use std::io::{self, Seek, SeekFrom, Stdout, Write};
use std::path::Path;

use anyhow::{Context, Result, bail};

use crate::capture::is_standard;
use unfinished::Unfinished;

/// What errors call the output that `-` stands for.
pub(crate) const STANDARD_OUTPUT: &str = "standard output";

/// Where `fix` writes to.
pub(crate) struct Output<'p> {
    path: &'p Path,
    sink: Sink,
    /// Bytes written so far.
    offset: u64,
    /// Bytes that it has in common with the input, and so holds already.
    shared: u64,
    /// Bytes for which there is room already.
    room: u64,
}

enum Sink {
    Standard(Stdout),
    /// Not in its place until it is complete.
    File(Unfinished),
}

impl<'p> Output<'p> {
    /// Starts a file at `path`, where none must be, or standard output for `-`.
    pub(crate) fn create(path: &'p Path) -> Result<Output<'p>> {
        let sink = if is_standard(path) {
            Sink::Standard(io::stdout())
        } else {
            Sink::File(create_beside(path)?)
        };
        Ok(Output { path, sink, offset: 0, shared: 0, room: 0 })
    }

    /// Prepares for a copy of a file with a few of its bytes changed.
    ///
    /// Where files can share what they have in common, all of it is there then. Else room is set
    /// aside where that can be done, which makes writing faster, and shows at once that a disk is
    /// too full.
    pub(crate) fn expect(&mut self, input: &File) -> Result<()> {
        let Sink::File(file) = &self.sink else { return Ok(()) };
        if let Some(shared) = file.share_with(input) {
            (self.shared, self.room) = (shared, shared);
        } else {
            let len = input.metadata().map_or(0, |about| about.len());
            if len > 0 && file.make_room(len).with_context(|| self.place())? {
                self.room = len;
            }
        }
        Ok(())
    }

    /// Whether the next bytes of the input are there already.
    pub(crate) fn holds_next(&self, len: usize) -> bool {
        self.offset + len as u64 <= self.shared
    }

    /// Leaves the next bytes as they are.
    pub(crate) fn skip(&mut self, len: usize) -> Result<()> {
        self.offset += len as u64;
        if let Sink::File(file) = &mut self.sink {
            file.seek(SeekFrom::Start(self.offset)).with_context(|| self.place())?;
        }
        Ok(())
    }

    /// Writes these bytes, so that who waits for them has them.
    pub(crate) fn write(&mut self, bytes: &[u8]) -> Result<()> {
        match &mut self.sink {
            Sink::Standard(out) => out.write_all(bytes).and_then(|()| out.flush()),
            Sink::File(file) => file.write_all(bytes),
        }
        .with_context(|| self.place())?;
        self.offset += bytes.len() as u64;
        Ok(())
    }

    /// Replaces bytes that were written before, which only a file allows.
    pub(crate) fn overwrite(&mut self, offset: u64, bytes: &[u8]) -> Result<()> {
        match &mut self.sink {
            Sink::Standard(_) => Err(io::ErrorKind::NotSeekable.into()),
            Sink::File(file) => file
                .seek(SeekFrom::Start(offset))
                .and_then(|_| file.write_all(bytes))
                .and_then(|()| file.seek(SeekFrom::Start(self.offset)))
                .map(drop),
        }
        .with_context(|| self.place())
    }

    /// Waits until what was written so far is on the disk.
    pub(crate) fn sync(&self) -> Result<()> {
        match &self.sink {
            Sink::Standard(_) => Ok(()),
            Sink::File(file) => file.sync().with_context(|| self.place()),
        }
    }

    /// Puts the complete file into its place.
    pub(crate) fn finish(self) -> Result<()> {
        let place = self.place();
        if let Sink::File(file) = self.sink {
            if self.room > self.offset {
                file.cut(self.offset).with_context(|| place.clone())?;
            }
            file.persist(self.path).context(place)?;
        }
        Ok(())
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

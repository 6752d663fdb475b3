//! OUTPUT: a file that appears only when it is complete, or standard output.

use std::cell::RefCell;
use std::fs::Permissions;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::rc::Rc;

use anyhow::{Context, Result, bail};
use tempfile::NamedTempFile;

use crate::capture::is_standard;

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
    Standard(Rc<RefCell<BufWriter<io::Stdout>>>),
    /// Beside its final place, until it is complete.
    File(BufWriter<NamedTempFile>),
}

impl<'p> Output<'p> {
    /// Starts a file at `path`, where none must be, or standard output for `-`.
    pub(crate) fn create(path: &'p Path) -> Result<Output<'p>> {
        let sink = if is_standard(path) {
            let writer = BufWriter::with_capacity(BUFFER_LEN, io::stdout());
            Sink::Standard(Rc::new(RefCell::new(writer)))
        } else {
            Sink::File(BufWriter::with_capacity(BUFFER_LEN, create_beside(path)?))
        };
        Ok(Output { path, sink, offset: 0 })
    }

    /// Something to be called before each read that may have to wait: it passes on what was written
    /// to standard output so far, so that a live capture flows through.
    pub(crate) fn flusher(&self) -> Box<dyn FnMut() -> io::Result<()>> {
        match &self.sink {
            Sink::Standard(writer) => {
                let writer = Rc::clone(writer);
                Box::new(move || writer.borrow_mut().flush())
            }
            Sink::File(_) => Box::new(|| Ok(())),
        }
    }

    pub(crate) fn write(&mut self, bytes: &[u8]) -> Result<()> {
        match &mut self.sink {
            Sink::Standard(writer) => writer.borrow_mut().write_all(bytes),
            Sink::File(writer) => writer.write_all(bytes),
        }
        .with_context(|| self.place())?;
        self.offset += bytes.len() as u64;
        Ok(())
    }

    /// Puts the complete file into its place.
    pub(crate) fn finish(self) -> Result<()> {
        let place = self.place();
        match self.sink {
            Sink::Standard(writer) => writer.borrow_mut().flush(),
            Sink::File(writer) => writer
                .into_inner()
                .map_err(io::IntoInnerError::into_error)
                .and_then(|file| file.persist_noclobber(self.path).map_err(io::Error::from))
                .map(drop),
        }
        .context(place)
    }

    fn place(&self) -> String {
        format!("{}: byte {}", self.path.display(), self.offset)
    }
}

fn create_beside(path: &Path) -> Result<NamedTempFile> {
    if path.symlink_metadata().is_ok() {
        bail!("{}: byte 0: there is a file already, which is not overwritten", path.display());
    }
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let mut builder = tempfile::Builder::new();
    builder.prefix(".inetsum-").suffix(".part");
    if let Some(permissions) = permissions_of_new_files() {
        builder.permissions(permissions);
    }
    builder.tempfile_in(folder).with_context(|| format!("{}: byte 0", path.display()))
}

/// Temporary files are made for their owner's eyes only; this one is to become an ordinary file,
/// for which the umask decides.
#[cfg(unix)]
fn permissions_of_new_files() -> Option<Permissions> {
    use std::os::unix::fs::PermissionsExt;
    Some(Permissions::from_mode(0o666))
}

/// Elsewhere a file's permissions come from its folder.
#[cfg(not(unix))]
fn permissions_of_new_files() -> Option<Permissions> {
    None
}

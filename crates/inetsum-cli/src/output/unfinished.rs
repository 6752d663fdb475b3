//! A file without its name until it is complete: nothing is left of it if the program is stopped.

use std::fs::{File, Permissions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::Path;

use tempfile::NamedTempFile;

pub(super) enum Unfinished {
    /// It has no name at all, so that it goes away with the process.
    #[cfg(target_os = "linux")]
    Unnamed(File),
    /// It has another name, where the file system or the system has no files without: removed if
    /// the program is interrupted, and left if it is killed.
    Named(NamedTempFile),
}

impl Unfinished {
    /// Starts a file that can be moved to a place in `folder`.
    pub(super) fn create_in(folder: &Path) -> io::Result<Unfinished> {
        #[cfg(target_os = "linux")]
        if let Some(file) = unnamed::create_in(folder) {
            return Ok(Unfinished::Unnamed(file));
        }
        let mut builder = tempfile::Builder::new();
        builder.prefix(".inetsum-").suffix(".part");
        if let Some(permissions) = permissions_of_new_files() {
            builder.permissions(permissions);
        }
        #[cfg(unix)]
        let signals = signals::hold_back()?;
        let file = builder.tempfile_in(folder)?;
        #[cfg(unix)]
        signals::remove_when_interrupted(file.path(), signals)?;
        Ok(Unfinished::Named(file))
    }

    /// Takes over all of another file without copying it, where the file system can do that; how many
    /// bytes there were.
    pub(super) fn share_with(&self, input: &File) -> Option<u64> {
        #[cfg(target_os = "linux")]
        {
            rustix::fs::ioctl_ficlone(self.file(), input).ok()?;
            Some(self.file().metadata().ok()?.len())
        }
        #[cfg(not(target_os = "linux"))]
        {
            let _ = input;
            None
        }
    }

    /// Sets room aside for so many bytes. False where that can't be done, but for want of room.
    pub(super) fn make_room(&self, len: u64) -> io::Result<bool> {
        #[cfg(target_os = "linux")]
        {
            use rustix::fs::{FallocateFlags, fallocate};
            use rustix::io::Errno;

            match fallocate(self.file(), FallocateFlags::empty(), 0, len) {
                Err(error @ (Errno::NOSPC | Errno::FBIG | Errno::DQUOT)) => Err(error.into()),
                result => Ok(result.is_ok()),
            }
        }
        #[cfg(not(target_os = "linux"))]
        {
            let _ = len;
            Ok(false)
        }
    }

    pub(super) fn sync(&self) -> io::Result<()> {
        self.file().sync_all()
    }

    /// Lets go of what lies behind so many bytes.
    pub(super) fn cut(&self, len: u64) -> io::Result<()> {
        self.file().set_len(len)
    }

    /// Puts it into its place, where none must be.
    pub(super) fn persist(self, path: &Path) -> io::Result<()> {
        match self {
            #[cfg(target_os = "linux")]
            Unfinished::Unnamed(file) => unnamed::link(&file, path),
            Unfinished::Named(file) => {
                file.persist_noclobber(path).map(drop).map_err(io::Error::from)
            }
        }
    }

    fn file(&self) -> &File {
        match self {
            #[cfg(target_os = "linux")]
            Unfinished::Unnamed(file) => file,
            Unfinished::Named(file) => file.as_file(),
        }
    }
}

impl Write for Unfinished {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file().flush()
    }
}

impl Seek for Unfinished {
    fn seek(&mut self, position: SeekFrom) -> io::Result<u64> {
        self.file().seek(position)
    }
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

#[cfg(target_os = "linux")]
mod unnamed {
    use std::fs::{File, OpenOptions};
    use std::io;
    use std::os::fd::AsRawFd;
    use std::os::unix::fs::OpenOptionsExt;
    use std::path::{Path, PathBuf};

    use rustix::fs::{AtFlags, CWD, OFlags, linkat};

    /// `None` where that can't be done, or where the file could not be given a name later.
    pub(super) fn create_in(folder: &Path) -> Option<File> {
        let flags = OFlags::TMPFILE.bits().cast_signed();
        let file = OpenOptions::new().write(true).custom_flags(flags).open(folder).ok()?;
        place(&file).symlink_metadata().is_ok().then_some(file)
    }

    pub(super) fn link(file: &File, path: &Path) -> io::Result<()> {
        Ok(linkat(CWD, place(file), CWD, path, AtFlags::SYMLINK_FOLLOW)?)
    }

    /// What names the open file as long as it is open.
    fn place(file: &File) -> PathBuf {
        PathBuf::from(format!("/proc/self/fd/{}", file.as_raw_fd()))
    }
}

#[cfg(unix)]
mod signals {
    use std::io;
    use std::path::Path;
    use std::{fs, thread};

    use signal_hook::consts::{SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    /// Holds those signals back that tell the program to end.
    pub(super) fn hold_back() -> io::Result<Signals> {
        Signals::new([SIGINT, SIGTERM])
    }

    /// Removes the file when such a signal came, and ends the program.
    pub(super) fn remove_when_interrupted(path: &Path, mut signals: Signals) -> io::Result<()> {
        let path = path.canonicalize()?;
        thread::Builder::new().spawn(move || {
            for signal in signals.forever() {
                // It may be in its place by now. What is left has a name that says what it is.
                let _ = fs::remove_file(&path);
                let _ = emulate_default_handler(signal);
            }
        })?;
        Ok(())
    }
}

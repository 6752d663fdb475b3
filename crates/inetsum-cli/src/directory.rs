//! Captures that are looked for in a directory.

use std::collections::HashSet;
use std::fs::{self, DirEntry, FileType};
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// What a directory holds, all directories in it included, in the order of names.
///
/// Symbolic links are followed, but to each file and directory once only: neither to what lies in
/// the directory anyway nor in a circle.
pub(crate) struct Walk {
    /// Next the last.
    pending: Vec<Entry>,
    /// Where the walk started, and where links led to.
    followed: HashSet<PathBuf>,
}

/// One thing that is found on a walk.
pub(crate) enum Found {
    /// A file, of any content.
    File(PathBuf),
    /// A device, a pipe, a link that leads nowhere.
    NoFile,
    /// A directory or link that can't be read.
    Unreadable(PathBuf, anyhow::Error),
}

struct Entry {
    /// As it was come to.
    path: PathBuf,
    /// Where it really is.
    place: PathBuf,
    kind: FileType,
}

impl Walk {
    /// Starts in a directory.
    pub(crate) fn from(directory: &Path) -> Result<Walk> {
        let place = directory.canonicalize().with_context(|| beginning(directory))?;
        let mut walk = Walk { pending: Vec::new(), followed: HashSet::from([place.clone()]) };
        walk.enter(directory, &place)?;
        Ok(walk)
    }

    fn enter(&mut self, directory: &Path, place: &Path) -> Result<()> {
        let entries: io::Result<Vec<DirEntry>> =
            fs::read_dir(directory).and_then(Iterator::collect);
        let mut entries = entries.with_context(|| beginning(directory))?;
        entries.sort_by_key(|entry| std::cmp::Reverse(entry.file_name()));
        for entry in entries {
            let kind = entry.file_type().with_context(|| beginning(&entry.path()))?;
            let place = place.join(entry.file_name());
            if !self.followed.contains(&place) {
                self.pending.push(Entry { path: entry.path(), place, kind });
            }
        }
        Ok(())
    }

    fn visit(&mut self, entry: Entry) -> Result<Option<Found>> {
        if entry.kind.is_symlink() {
            return self.follow(&entry);
        }
        if entry.kind.is_dir() {
            self.enter(&entry.path, &entry.place)?;
            return Ok(None);
        }
        Ok(Some(if entry.kind.is_file() { Found::File(entry.path) } else { Found::NoFile }))
    }

    fn follow(&mut self, link: &Entry) -> Result<Option<Found>> {
        let place = match link.path.canonicalize() {
            Ok(place) => place,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Ok(Some(Found::NoFile));
            }
            Err(error) => return Err(error).with_context(|| beginning(&link.path)),
        };
        if place.ancestors().any(|place| self.followed.contains(place)) {
            return Ok(None);
        }
        let kind = place.metadata().with_context(|| beginning(&link.path))?.file_type();
        self.followed.insert(place.clone());
        self.visit(Entry { path: link.path.clone(), place, kind })
    }
}

impl Iterator for Walk {
    type Item = Found;

    fn next(&mut self) -> Option<Found> {
        loop {
            let entry = self.pending.pop()?;
            let path = entry.path.clone();
            match self.visit(entry) {
                Ok(Some(found)) => return Some(found),
                Ok(None) => {}
                Err(error) => return Some(Found::Unreadable(path, error)),
            }
        }
    }
}

fn beginning(path: &Path) -> String {
    format!("{}: byte 0", path.display())
}

//! `fix --in-place`: writes checksums into the capture itself, and not one other byte.

use std::fs::{File, OpenOptions};
use std::io::{Seek, SeekFrom, Write};
use std::path::Path;

use anyhow::{Context, Result, bail};

use super::{Done, Policy};
use crate::args::Fix;
use crate::capture::{Capture, is_standard};
use crate::reassembly::fixing::{Fixing, Rewritten, differences};

/// Reads the capture to its end before the first byte is written, so that one that is damaged or cut
/// off stays as it is.
pub(super) fn run(args: &Fix, policy: &Policy, done: &mut Done) -> Result<()> {
    let mut patch = Patch::open(&args.input)?;
    let mut capture = Capture::open(&args.input, || Ok(()))?;
    while capture.next_block()?.is_some() {}

    let mut capture = Capture::open(&args.input, || Ok(()))?;
    let mut fixing = Fixing::new(args.reassemble.reassemble);
    while let Some(mut block) = capture.next_block()? {
        let (written, fragment) = fixing.fix(&mut block, policy);
        for checksum in &written {
            let frame = block.frame_offset().unwrap_or_default();
            patch.write(frame + checksum.field.at as u64, &checksum.checksum.to_be_bytes())?;
        }
        done.note(&block, &written);
        patch.rewrite(done, fixing.take(fragment, policy))?;
    }
    patch.rewrite(done, fixing.finish(policy))?;
    done.reassembly = fixing.counts();
    Ok(())
}

/// A capture that is being written to.
struct Patch<'p> {
    path: &'p Path,
    file: File,
}

impl<'p> Patch<'p> {
    fn open(path: &'p Path) -> Result<Patch<'p>> {
        if is_standard(path) {
            bail!("--in-place: standard input can't be changed: IN must be a file");
        }
        let place = || format!("{}: byte 0", path.display());
        if !path.metadata().with_context(place)?.is_file() {
            bail!("{}: only a file can be changed in its place", place());
        }
        let file = OpenOptions::new().write(true).open(path).with_context(place)?;
        Ok(Patch { path, file })
    }

    fn write(&mut self, offset: u64, bytes: &[u8]) -> Result<()> {
        self.file
            .seek(SeekFrom::Start(offset))
            .and_then(|_| self.file.write_all(bytes))
            .with_context(|| format!("{}: byte {offset}", self.path.display()))
    }

    /// Writes those bytes of frames that differ from what is in the file.
    fn rewrite(&mut self, done: &mut Done, frames: Vec<Rewritten>) -> Result<()> {
        for frame in frames {
            for range in differences(&frame.piece.bytes, &frame.bytes) {
                let offset = frame.piece.place + range.start as u64;
                self.write(offset, &frame.bytes[range])?;
            }
            done.note_rewritten(&frame);
        }
        Ok(())
    }
}

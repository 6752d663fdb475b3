//! `fix --in-place`: writes checksums into the capture itself, and not one other byte.
//!
//! Of a packet the outermost checksum is written first: it is right for the inner ones to come, so
//! that after a run that was killed the next one sees what is left to be done.

use std::fs::{File, OpenOptions};
use std::io::{Seek, SeekFrom, Write};
use std::path::Path;

use std::sync::Arc;

use anyhow::{Context, Result, bail};
use inetsum_capture::Batch;

use super::{Change, Destination, Done, Policy, fix_capture};
use crate::args::Fix;
use crate::batches;
use crate::capture::{Capture, is_standard};
use crate::reassembly::fixing::{Rewritten, differences};

/// Reads the capture to its end before the first byte is written, so that one that is damaged or cut
/// off stays as it is.
pub(super) fn run(args: &Fix, policy: &Arc<Policy>) -> Result<Done> {
    let mut patch = Patch::open(&args.input)?;
    let mut len = 0;
    batches::in_order(
        Capture::open(&args.input)?,
        &args.jobs,
        |_| (),
        |batch, ()| {
            len = batch.offset() + batch.bytes().len() as u64;
            Ok(())
        },
    )??;
    // What was added to the file meanwhile may not be complete.
    let capture = Capture::open_up_to(&args.input, len)?;
    fix_capture(capture, args, policy, &mut patch)
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
}

impl Destination for Patch<'_> {
    fn put(&mut self, _: &Batch, changes: &[Change]) -> Result<()> {
        for Change { place, written, .. } in changes {
            for checksum in written {
                let offset = place + checksum.field.at as u64;
                self.write(offset, &checksum.checksum.to_be_bytes())?;
            }
        }
        Ok(())
    }

    /// Writes those bytes that differ from what is in the file.
    fn put_again(&mut self, frame: &Rewritten) -> Result<()> {
        for range in differences(&frame.piece.bytes, &frame.bytes) {
            let offset = frame.piece.place + range.start as u64;
            self.write(offset, &frame.bytes[range])?;
        }
        Ok(())
    }
}

//! `fix --in-place`: writes checksums into the capture itself, and not one other byte.
//!
//! Of a packet the outermost checksum is written first: it is right for the inner ones to come, so
//! that after a run that was killed the next one sees what is left to be done.

use std::path::Path;
use std::sync::Arc;

use anyhow::{Result, bail};
use inetsum_capture::Batch;

use super::{Change, Destination, Done, Policy, fix_capture};
use crate::args::Fix;
use crate::batches;
use crate::capture::{Capture, is_standard};
use crate::reassembly::fixing::Rewritten;
use crate::undo::{Line, Lines, Recorder, Target};

/// Reads the capture to its end before the first byte is written, so that one that is damaged or cut
/// off stays as it is.
pub(super) fn run(args: &Fix, policy: &Arc<Policy>) -> Result<Done> {
    if is_standard(&args.input) {
        bail!("--in-place: standard input can't be changed: IN must be a file");
    }
    let mut target = Target::open(&args.input)?;
    if let Some(record) = &args.undo {
        return run_recorded(args, policy, record, &mut target);
    }
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
    fix_capture(capture, args, policy, &mut target)
}

/// Writes what is recorded and nothing else, once the record is complete.
fn run_recorded(
    args: &Fix,
    policy: &Arc<Policy>,
    record: &Path,
    target: &mut Target<'_>,
) -> Result<Done> {
    if is_standard(record) {
        bail!("--undo: the record must be a file");
    }
    let mut recorder = Recorder::create(record)?;
    let done = fix_capture(Capture::open(&args.input)?, args, policy, &mut recorder)?;
    recorder.finish()?;
    for line in Lines::read(record)? {
        target.redo(&line?)?;
    }
    Ok(done)
}

/// Takes what is to be replaced in the capture.
trait Patched {
    fn patch(&mut self, lines: impl Iterator<Item = Line>) -> Result<()>;
}

impl Patched for Target<'_> {
    fn patch(&mut self, mut lines: impl Iterator<Item = Line>) -> Result<()> {
        lines.try_for_each(|line| self.write(line.offset, &line.after))
    }
}

impl Patched for Recorder<'_> {
    fn patch(&mut self, lines: impl Iterator<Item = Line>) -> Result<()> {
        self.write(lines)
    }
}

impl<P: Patched> Destination for P {
    fn put(&mut self, _: &Batch, changes: &[Change]) -> Result<()> {
        self.patch(changes.iter().flat_map(Change::patches))
    }

    fn put_again(&mut self, frame: &Rewritten) -> Result<()> {
        self.patch(frame.patches())
    }
}

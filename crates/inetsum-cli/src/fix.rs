//! `inetsum fix`: capture → batches of frames → checksum fields → patch → the same capture, byte for
//! byte but for the checksums.

mod change;
mod done;
mod in_place;
mod policy;

use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use inetsum_capture::Batch;

use crate::args::Fix;
use crate::batches;
use crate::capture::{Capture, is_standard};
use crate::exit::Status;
use crate::output::{Output, STANDARD_OUTPUT};
use crate::reassembly::fixing::{Fixing, Rewritten};
use crate::report::finding::finding;
use change::{Change, Fixed};
use done::Done;

pub(crate) use change::Written;
pub(crate) use policy::Policy;

pub(crate) fn run(args: &Fix) -> Result<Status> {
    let policy = Arc::new(Policy::try_from(args)?);
    let Some(output) = &args.output else {
        if args.in_place {
            let done = in_place::run(args, &policy)?;
            report(args, &done)?;
        } else {
            dry_run(args, &policy)?;
        }
        return Ok(Status::Good);
    };
    let done = write_copy(args, output, &policy)?;
    report(args, &done)?;
    Ok(Status::Good)
}

fn write_copy(args: &Fix, output: &Path, policy: &Arc<Policy>) -> Result<Done> {
    if args.reassemble.reassemble && is_standard(output) {
        bail!("--reassemble: a fragment that was passed on can't be changed: OUT must be a file");
    }
    let mut output = Output::create(output)?;
    let capture = Capture::open(&args.input)?;
    if let Some(file) = capture.file() {
        output.expect(file)?;
    }
    let done = fix_capture(capture, args, policy, &mut output)?;
    output.finish()?;
    Ok(done)
}

/// Where what was fixed goes.
trait Destination {
    /// A batch in which these changes were made.
    fn put(&mut self, batch: &Batch, changes: &[Change]) -> Result<()>;
    /// A frame of an earlier batch that is to be written again.
    fn put_again(&mut self, frame: &Rewritten) -> Result<()>;
}

/// Fixes all of a capture.
fn fix_capture(
    capture: Capture,
    args: &Fix,
    policy: &Arc<Policy>,
    destination: &mut impl Destination,
) -> Result<Done> {
    let mut done = Done::default();
    if !args.reassemble.reassemble {
        let policy = Arc::clone(policy);
        let work = move |batch: &mut _| Fixed::of_frames(batch, &policy);
        batches::in_order(capture, &args.jobs, work, |batch, fixed| {
            done.add(&fixed.done);
            destination.put(batch, &fixed.changes)
        })??;
        return Ok(done);
    }
    let mut fixing = Fixing::default();
    batches::in_order(
        capture,
        &args.jobs,
        |_| (),
        |batch, ()| {
            let (fixed, fragments) = Fixed::of_all_but_fragments(batch, policy);
            done.add(&fixed.done);
            destination.put(batch, &fixed.changes)?;
            for fragment in fragments {
                put_again(destination, &mut done, &fixing.take(fragment, policy))?;
            }
            Ok(())
        },
    )??;
    put_again(destination, &mut done, &fixing.finish(policy))?;
    done.reassembly = Some(fixing.counts());
    Ok(done)
}

fn put_again(
    destination: &mut impl Destination,
    done: &mut Done,
    frames: &[Rewritten],
) -> Result<()> {
    for frame in frames {
        destination.put_again(frame)?;
        done.note_rewritten(frame);
    }
    Ok(())
}

impl Destination for Output<'_> {
    fn put(&mut self, batch: &Batch, changes: &[Change]) -> Result<()> {
        if !self.holds_next(batch.bytes().len()) {
            return self.write(batch.bytes());
        }
        for patch in changes.iter().flat_map(Change::patches) {
            self.overwrite(patch.offset, &patch.after)?;
        }
        self.skip(batch.bytes().len())
    }

    fn put_again(&mut self, frame: &Rewritten) -> Result<()> {
        self.overwrite(frame.piece.place, &frame.bytes)
    }
}

fn dry_run(args: &Fix, policy: &Arc<Policy>) -> Result<()> {
    let mut list = List(io::BufWriter::new(io::stdout().lock()));
    let done = fix_capture(Capture::open(&args.input)?, args, policy, &mut list)?;
    let List(mut out) = list;
    writeln!(out, "{}", done.to_string("to be written")).context(STANDARD_OUTPUT)?;
    out.flush().context(STANDARD_OUTPUT)?;
    done.warn();
    Ok(())
}

/// What would be written, in words.
struct List<W>(W);

impl<W: Write> List<W> {
    fn add(&mut self, frame: u64, written: &[Written]) -> Result<()> {
        for Written { field, checksum } in written {
            let line = finding(frame, field, *checksum, None);
            writeln!(self.0, "{line}").context(STANDARD_OUTPUT)?;
        }
        Ok(())
    }
}

impl<W: Write> Destination for List<W> {
    fn put(&mut self, _: &Batch, changes: &[Change]) -> Result<()> {
        changes.iter().try_for_each(|change| self.add(change.frame, &change.written))
    }

    fn put_again(&mut self, frame: &Rewritten) -> Result<()> {
        self.add(frame.piece.frame.number, &frame.written)
    }
}

/// Says what was done, where it does not mix with the capture.
fn report(args: &Fix, done: &Done) -> Result<()> {
    let text = done.to_string("written");
    if args.output.as_deref().is_some_and(is_standard) {
        writeln!(io::stderr(), "{text}").context("standard error")?;
    } else {
        writeln!(io::stdout(), "{text}").context(STANDARD_OUTPUT)?;
    }
    done.warn();
    Ok(())
}

//! `inetsum fix`: capture → frames → checksum fields → patch → the same capture, byte for byte but
//! for the checksums.

mod done;
mod in_place;

use std::io::{self, Write};

use anyhow::{Context, Error, Result, bail};
use inetsum_capture::Block;
use inetsum_packet::{ChecksumField, Protocol, Verdict, fix_where};

use crate::args::Fix;
use crate::capture::{Capture, Frame, is_standard};
use crate::exit::Status;
use crate::output::{Output, STANDARD_OUTPUT};
use crate::reassembly::fixing::{Fixing, Rewritten};
use crate::report::finding::finding;
use crate::selection::Selection;
use done::Done;

pub(crate) fn run(args: &Fix) -> Result<Status> {
    let policy = Policy::try_from(args)?;
    let mut done = Done::default();
    if args.in_place {
        in_place::run(args, &policy, &mut done)?;
        report(args, &done)?;
        return Ok(Status::Good);
    }
    let Some(output) = &args.output else {
        dry_run(args, &policy, &mut done)?;
        return Ok(Status::Good);
    };
    if args.reassemble.reassemble && is_standard(output) {
        bail!("--reassemble: a fragment that was passed on can't be changed: OUT must be a file");
    }
    let mut output = Output::create(output)?;
    let mut capture = Capture::open(&args.input, output.flusher())?;
    let mut fixing = Fixing::new(args.reassemble.reassemble);
    while let Some(mut block) = capture.next_block().map_err(|error| output.failure_or(error))? {
        let (written, fragment) = fixing.fix(&mut block, &policy);
        done.note(&block, &written);
        output.write(block.bytes)?;
        rewrite(&mut output, &mut done, fixing.take(fragment, &policy))?;
    }
    rewrite(&mut output, &mut done, fixing.finish(&policy))?;
    output.finish()?;
    done.reassembly = fixing.counts();
    report(args, &done)?;
    Ok(Status::Good)
}

fn rewrite(output: &mut Output<'_>, done: &mut Done, frames: Vec<Rewritten>) -> Result<()> {
    for frame in frames {
        output.overwrite(frame.piece.place, &frame.bytes)?;
        done.note_rewritten(&frame);
    }
    Ok(())
}

/// Which checksums are to be written.
pub(crate) struct Policy {
    selection: Selection,
    offloaded_only: bool,
    fill_absent: bool,
    canonical: bool,
    quoted: bool,
}

impl TryFrom<&Fix> for Policy {
    type Error = Error;

    fn try_from(args: &Fix) -> Result<Policy> {
        let selection = Selection::from(&args.only);
        if args.fill_absent && !selection.contains(Protocol::Udp) {
            bail!("--fill-absent: it is for udp, which --only leaves out");
        }
        Ok(Policy {
            selection,
            offloaded_only: args.offloaded_only,
            fill_absent: args.fill_absent,
            canonical: args.canonical,
            quoted: args.quoted,
        })
    }
}

impl Policy {
    pub(crate) fn wants(&self, field: &ChecksumField) -> bool {
        self.selection.contains(field.protocol)
            && (self.quoted || !field.quoted)
            && match field.verdict {
                Verdict::Offloaded { .. } => true,
                Verdict::Wrong { .. } | Verdict::ZeroForbidden { .. } => !self.offloaded_only,
                Verdict::Noncanonical => self.canonical,
                Verdict::Absent => self.fill_absent && field.protocol == Protocol::Udp,
                _ => false,
            }
    }
}

/// A checksum that was written.
pub(crate) struct Written {
    /// As it was before.
    pub(crate) field: ChecksumField,
    pub(crate) checksum: u16,
}

impl Written {
    /// If `bytes`, in which the field lies, hold another checksum now.
    pub(crate) fn into(bytes: &[u8], field: ChecksumField) -> Option<Written> {
        let checksum = u16::from_be_bytes(*bytes.get(field.at..)?.first_chunk()?);
        (field.is_captured() && checksum != field.stored).then_some(Written { field, checksum })
    }
}

/// Fixes those checksums of a frame that are wanted.
pub(crate) fn fix(
    frame: Frame,
    block: &mut Block<'_>,
    wanted: impl Fn(&ChecksumField) -> bool,
) -> Vec<Written> {
    // Most frames are right, and are walked through once only.
    if !frame.checksum_fields(block).any(|field| wanted(&field)) {
        return Vec::new();
    }
    let before: Vec<ChecksumField> = frame.checksum_fields(block).collect();
    fix_where(frame.bytes_mut(block), frame.link, frame.original_len, wanted);
    let bytes = frame.bytes(block);
    before.into_iter().filter_map(|field| Written::into(bytes, field)).collect()
}

fn dry_run(args: &Fix, policy: &Policy, done: &mut Done) -> Result<()> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    let mut capture = Capture::open(&args.input, || Ok(()))?;
    let mut fixing = Fixing::new(args.reassemble.reassemble);
    while let Some(mut block) = capture.next_block()? {
        let (written, fragment) = fixing.fix(&mut block, policy);
        if let Some(frame) = &block.frame {
            print(&mut out, frame.number, &written)?;
        }
        done.note(&block, &written);
        print_rewritten(&mut out, done, fixing.take(fragment, policy))?;
    }
    print_rewritten(&mut out, done, fixing.finish(policy))?;
    done.reassembly = fixing.counts();
    writeln!(out, "{}", done.to_string("to be written")).context(STANDARD_OUTPUT)?;
    out.flush().context(STANDARD_OUTPUT)?;
    done.warn();
    Ok(())
}

fn print_rewritten(
    out: &mut impl io::Write,
    done: &mut Done,
    frames: Vec<Rewritten>,
) -> Result<()> {
    for frame in frames {
        print(out, frame.piece.frame.number, &frame.written)?;
        done.note_rewritten(&frame);
    }
    Ok(())
}

fn print(out: &mut impl io::Write, frame: u64, written: &[Written]) -> Result<()> {
    for Written { field, checksum } in written {
        writeln!(out, "{}", finding(frame, field, *checksum, None)).context(STANDARD_OUTPUT)?;
    }
    Ok(())
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

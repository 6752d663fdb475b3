//! `inetsum fix`: capture → frames → checksum fields → patch → the same capture, byte for byte but
//! for the checksums.

use std::fmt::Write as _;
use std::io::{self, Write};

use anyhow::Result;
use inetsum_capture::Block;
use inetsum_packet::{ChecksumField, Layer, Protocol, Verdict, fix_where};

use crate::args::Fix;
use crate::capture::{Capture, Frame, is_standard};
use crate::exit::Status;
use crate::output::Output;
use crate::report::count;
use crate::report::finding::finding;
use crate::selection::Selection;

pub(crate) fn run(args: &Fix) -> Result<Status> {
    let policy = Policy::from(args);
    let mut done = Done::default();
    let Some(output) = &args.output else {
        dry_run(args, &policy, &mut done)?;
        return Ok(Status::Good);
    };
    let mut output = Output::create(output)?;
    let mut capture = Capture::open(&args.input, output.flusher())?;
    while let Some(mut block) = capture.next_block()? {
        if let Some(frame) = Frame::of(&block) {
            fix(frame, &mut block, &policy, &mut done);
        }
        output.write(block.bytes)?;
    }
    output.finish()?;
    report(args, &done.to_string("written"))?;
    Ok(Status::Good)
}

/// Which checksums are to be written.
struct Policy {
    selection: Selection,
    offloaded_only: bool,
    fill_absent: bool,
    canonical: bool,
    quoted: bool,
}

impl From<&Fix> for Policy {
    fn from(args: &Fix) -> Policy {
        Policy {
            selection: Selection::from(&args.only),
            offloaded_only: args.offloaded_only,
            fill_absent: args.fill_absent,
            canonical: args.canonical,
            quoted: args.quoted,
        }
    }
}

impl Policy {
    fn wants(&self, field: &ChecksumField) -> bool {
        self.selection.contains(field)
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

fn fix(frame: Frame, block: &mut Block<'_>, policy: &Policy, done: &mut Done) {
    let wanted = |field: &ChecksumField| policy.wants(field);
    // Most frames are right, and are walked through once only.
    if frame.checksum_fields(block).any(|field| wanted(&field)) {
        done.warn_of(frame, block, policy);
        let bytes = frame.bytes_mut(block);
        done.count(fix_where(bytes, frame.link, frame.original_len, wanted).written);
    }
    done.frames += 1;
}

fn dry_run(args: &Fix, policy: &Policy, done: &mut Done) -> Result<()> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    let mut capture = Capture::open(&args.input, || Ok(()))?;
    while let Some(mut block) = capture.next_block()? {
        let Some(frame) = Frame::of(&block) else { continue };
        for field in frame.checksum_fields(&block).filter(|field| policy.wants(field)) {
            let expected = field.compute(frame.bytes(&block)).unwrap_or_default();
            writeln!(out, "{}", finding(frame.number, &field, expected))?;
        }
        fix(frame, &mut block, policy, done);
    }
    writeln!(out, "{}", done.to_string("to be written"))?;
    Ok(out.flush()?)
}

/// Says what was done, where it does not mix with the capture.
fn report(args: &Fix, text: &str) -> Result<()> {
    if args.output.as_deref().is_some_and(is_standard) {
        writeln!(io::stderr(), "{text}")?;
    } else {
        writeln!(io::stdout(), "{text}")?;
    }
    Ok(())
}

/// What was written, and what went stale by it.
#[derive(Debug, Default)]
struct Done {
    frames: u64,
    frames_fixed: u64,
    checksums: u64,
    stale_check_sequences: u64,
    stale_hashes: u64,
    stale_authentication: u64,
}

impl Done {
    fn count(&mut self, written: usize) {
        self.checksums += written as u64;
        self.frames_fixed += u64::from(written > 0);
    }

    fn warn_of(&mut self, frame: Frame, block: &Block<'_>, policy: &Policy) {
        if let Some(in_file) = &block.frame {
            self.stale_check_sequences += u64::from(in_file.fcs_len.is_some_and(|len| len > 0));
            self.stale_hashes += u64::from(in_file.has_hash);
        }
        let is_authenticated = |field: &ChecksumField| field.path.layers().contains(&Layer::Ah);
        let mut wanted = frame.checksum_fields(block).filter(|field| policy.wants(field));
        self.stale_authentication += u64::from(wanted.any(|field| is_authenticated(&field)));
    }

    fn to_string(&self, written: &str) -> String {
        let mut text = format!(
            "{} {written}, in {} of {}",
            count(self.checksums, "checksum"),
            self.frames_fixed,
            count(self.frames, "frame"),
        );
        for (stale, what) in [
            (self.stale_check_sequences, "captured frame check sequences"),
            (self.stale_hashes, "hashes in the capture (epb_hash)"),
            (self.stale_authentication, "integrity check values of authentication headers"),
        ] {
            if stale > 0 {
                // Writing to a String can't fail.
                let _ = write!(text, "\nwarning: {what} that no longer match: {stale}");
            }
        }
        text
    }
}

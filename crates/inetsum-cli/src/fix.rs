//! `inetsum fix`: capture → frames → checksum fields → patch → the same capture, byte for byte but
//! for the checksums.

use std::fmt::Write as _;
use std::io::{self, Write};

use anyhow::{Context, Result};
use inetsum_capture::Block;
use inetsum_packet::{ChecksumField, Layer, Protocol, Verdict, fix_where};

use crate::args::Fix;
use crate::capture::{Capture, Frame, is_standard};
use crate::exit::Status;
use crate::output::{Output, STANDARD_OUTPUT};
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
    while let Some(mut block) = capture.next_block().map_err(|error| output.failure_or(error))? {
        if let Some(frame) = Frame::of(&block) {
            let written = fix(frame, &mut block, &policy);
            done.note(&block, &written);
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

/// A checksum that was written.
struct Written {
    /// As it was before.
    field: ChecksumField,
    checksum: u16,
}

fn fix(frame: Frame, block: &mut Block<'_>, policy: &Policy) -> Vec<Written> {
    let wanted = |field: &ChecksumField| policy.wants(field);
    // Most frames are right, and are walked through once only.
    if !frame.checksum_fields(block).any(|field| wanted(&field)) {
        return Vec::new();
    }
    let before: Vec<ChecksumField> = frame.checksum_fields(block).collect();
    fix_where(frame.bytes_mut(block), frame.link, frame.original_len, wanted);
    let bytes = frame.bytes(block);
    let written = before.into_iter().filter(ChecksumField::is_captured).filter_map(|field| {
        let checksum = u16::from_be_bytes(*bytes.get(field.at..)?.first_chunk()?);
        (checksum != field.stored).then_some(Written { field, checksum })
    });
    written.collect()
}

fn dry_run(args: &Fix, policy: &Policy, done: &mut Done) -> Result<()> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    let mut capture = Capture::open(&args.input, || Ok(()))?;
    while let Some(mut block) = capture.next_block()? {
        let Some(frame) = Frame::of(&block) else { continue };
        let written = fix(frame, &mut block, policy);
        for Written { field, checksum } in &written {
            writeln!(out, "{}", finding(frame.number, field, *checksum))
                .context(STANDARD_OUTPUT)?;
        }
        done.note(&block, &written);
    }
    writeln!(out, "{}", done.to_string("to be written")).context(STANDARD_OUTPUT)?;
    out.flush().context(STANDARD_OUTPUT)
}

/// Says what was done, where it does not mix with the capture.
fn report(args: &Fix, text: &str) -> Result<()> {
    if args.output.as_deref().is_some_and(is_standard) {
        writeln!(io::stderr(), "{text}").context("standard error")
    } else {
        writeln!(io::stdout(), "{text}").context(STANDARD_OUTPUT)
    }
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
    fn note(&mut self, block: &Block<'_>, written: &[Written]) {
        self.frames += 1;
        if written.is_empty() {
            return;
        }
        self.frames_fixed += 1;
        self.checksums += written.len() as u64;
        if let Some(in_file) = &block.frame {
            let is_checked = in_file.fcs_len.is_some_and(|len| len > 0)
                || written.iter().any(|written| written.field.has_check_sequence);
            self.stale_check_sequences += u64::from(is_checked);
            self.stale_hashes += u64::from(in_file.has_hash);
        }
        let is_authenticated = |written: &Written| {
            let layers = written.field.path.layers();
            layers.contains(&Layer::Ah) || layers.contains(&Layer::Macsec)
        };
        self.stale_authentication += u64::from(written.iter().any(is_authenticated));
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
            (self.stale_authentication, "integrity check values (authentication header, MACsec)"),
        ] {
            if stale > 0 {
                // Writing to a String can't fail.
                let _ = write!(text, "\nwarning: {what} that no longer match: {stale}");
            }
        }
        text
    }
}

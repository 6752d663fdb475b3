//! `inetsum fix`: capture → frames → checksum fields → patch → the same capture, byte for byte but
//! for the checksums.

use std::fmt::Write as _;
use std::io::{self, Write};

use anyhow::{Context, Result, bail};
use inetsum_capture::Block;
use inetsum_packet::{ChecksumField, Layer, Protocol, Verdict, fix_where};

use crate::args::Fix;
use crate::capture::{Capture, Frame, is_standard};
use crate::exit::Status;
use crate::output::{Output, STANDARD_OUTPUT};
use crate::reassembly::Counts;
use crate::reassembly::fixing::{Fixing, Rewritten};
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
    report(args, &done.to_string("written"))?;
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
    pub(crate) fn wants(&self, field: &ChecksumField) -> bool {
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
    out.flush().context(STANDARD_OUTPUT)
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
    reassembly: Option<Counts>,
}

impl Done {
    fn note(&mut self, block: &Block<'_>, written: &[Written]) {
        let Some(in_file) = &block.frame else { return };
        self.frames += 1;
        if !written.is_empty() {
            self.note_frame(in_file, written);
            self.note_checksums(written);
        }
    }

    fn note_rewritten(&mut self, frame: &Rewritten) {
        if !frame.piece.is_fixed {
            self.note_frame(&frame.piece.in_file, &frame.written);
        }
        self.note_checksums(&frame.written);
    }

    fn note_frame(&mut self, in_file: &inetsum_capture::Frame, written: &[Written]) {
        self.frames_fixed += 1;
        let is_checked = in_file.fcs_len.is_some_and(|len| len > 0)
            || written.iter().any(|written| written.field.has_check_sequence);
        self.stale_check_sequences += u64::from(is_checked);
        self.stale_hashes += u64::from(in_file.has_hash);
    }

    fn note_checksums(&mut self, written: &[Written]) {
        self.checksums += written.len() as u64;
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
        if let Some(counts) = self.reassembly.filter(|counts| counts.datagrams() > 0) {
            // Writing to a String can't fail.
            let _ = write!(text, "\n{counts}");
        }
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

//! `inetsum verify`: capture → frames → checksum fields → verdicts → report.

use std::io::{self, BufWriter, StdoutLock, Write};
use std::path::Path;

use anyhow::{Context, Result};
use inetsum_packet::{ChecksumField, Diagnosis, Verdict, diagnose};

use crate::args::{Allow, Verify};
use crate::capture::{Capture, Frame};
use crate::exit::{Status, complain};
use crate::output::STANDARD_OUTPUT;
use crate::reassembly::judging::{Judging, Note};
use crate::report::json::JsonReport;
use crate::report::table::TableReport;
use crate::report::tally::Tally;
use crate::selection::Selection;

/// How many wrong fields are shown unless `--limit` says otherwise.
const DEFAULT_LIMIT: usize = 10;

pub(crate) fn run(args: &Verify) -> Result<Status> {
    let mut out = BufWriter::new(io::stdout().lock());
    report_on(args, &mut out).context(STANDARD_OUTPUT)
}

/// Reads and reports. The error is of the output; those of captures are part of the report.
fn report_on(args: &Verify, out: &mut Out) -> Result<Status> {
    let mut report = new_report(args);
    let mut total = Tally::default();
    let selection = Selection::from(&args.only);
    let mut trouble = false;
    for path in &args.captures {
        let mut tally = Tally::default();
        let outcome = match Capture::open(path, || Ok(())) {
            Ok(mut capture) => {
                let mut report_field = |frame, field: &ChecksumField, diagnosis| {
                    report.field(out, path, frame, field, diagnosis)
                };
                let mut judging = args.reassemble.reassemble.then(Judging::default);
                let outcome =
                    verify(&mut capture, &selection, &mut judging, &mut tally, &mut report_field)?;
                report.finish_file(out, path, &tally)?;
                outcome
            }
            Err(error) => Err(error),
        };
        if let Err(error) = outcome {
            out.flush()?;
            trouble = true;
            report.trouble(out, path, &error)?;
            complain(&error);
        }
        total.add(&tally);
    }
    report.finish(out, args.captures.len(), &total)?;
    out.flush()?;
    Ok(status(args, trouble, &total))
}

/// What reports are made of, in either form.
pub(crate) trait Report {
    /// A field was met; `diagnosis` says what its value is.
    fn field(
        &mut self,
        out: &mut Out,
        path: &Path,
        frame: u64,
        field: &ChecksumField,
        diagnosis: Option<Diagnosis>,
    ) -> Result<()>;
    /// A file was read, to its end or to where it breaks.
    fn finish_file(&mut self, out: &mut Out, path: &Path, tally: &Tally) -> Result<()>;
    /// A file could not be read, or not further.
    fn trouble(&mut self, out: &mut Out, path: &Path, error: &anyhow::Error) -> Result<()>;
    /// All files were read.
    fn finish(&mut self, out: &mut Out, files: usize, total: &Tally) -> Result<()>;
}

/// Where reports go.
pub(crate) type Out = BufWriter<StdoutLock<'static>>;

fn new_report(args: &Verify) -> Box<dyn Report> {
    if args.json {
        let limit = if args.summary { 0 } else { args.limit.unwrap_or(usize::MAX) };
        Box::new(JsonReport::new(limit, args.all))
    } else {
        let limit = if args.summary { 0 } else { args.limit.unwrap_or(DEFAULT_LIMIT) };
        Box::new(TableReport::new(limit, args.allow.contains(&Allow::Offloaded)))
    }
}

/// Reads one capture. The outer error is of the output, the inner one of the capture.
fn verify(
    capture: &mut Capture<'_>,
    selection: &Selection,
    judging: &mut Option<Judging>,
    tally: &mut Tally,
    report_field: Note<'_>,
) -> Result<Result<()>> {
    let outcome = loop {
        let block = match capture.next_block() {
            Ok(Some(block)) => block,
            Ok(None) => break Ok(()),
            Err(error) => break Err(error),
        };
        let Some(frame) = Frame::of(&block) else { continue };
        tally.count_frame(&frame);
        let mut note = |number, field: &ChecksumField, diagnosis| {
            note(number, field, diagnosis, selection, tally, report_field)
        };
        match judging {
            None => {
                let bytes = frame.bytes(&block);
                frame
                    .checksum_fields(&block)
                    .try_for_each(|field| note(frame.number, &field, diagnose(&field, bytes)))?
            }
            Some(judging) => judging.take(frame, &block, &mut note)?,
        }
    };
    if let Some(judging) = judging {
        let counts = judging.finish(&mut |number, field, diagnosis| {
            note(number, field, diagnosis, selection, tally, report_field)
        })?;
        tally.reassembly = Some(counts);
    }
    Ok(outcome)
}

/// Counts a field, if it is looked at, and reports it.
fn note(
    frame: u64,
    field: &ChecksumField,
    diagnosis: Option<Diagnosis>,
    selection: &Selection,
    tally: &mut Tally,
    report_field: Note<'_>,
) -> Result<()> {
    if !selection.contains(field) {
        return Ok(());
    }
    tally.count(field, diagnosis);
    report_field(frame, field, diagnosis)
}

fn status(args: &Verify, trouble: bool, total: &Tally) -> Status {
    let counts = total.all();
    let offloaded = if args.allow.contains(&Allow::Offloaded) { 0 } else { counts.offloaded };
    if trouble {
        Status::Trouble
    } else if counts.wrong + counts.zero_forbidden + offloaded > 0 {
        Status::Wrong
    } else if args.strict && total.unverified() > 0 {
        Status::Unverifiable
    } else {
        Status::Good
    }
}

/// Whether a report that leaves out what is right shows this verdict.
pub(crate) fn is_worth_showing(verdict: Verdict) -> bool {
    verdict.is_bad() || matches!(verdict, Verdict::Unverifiable(_))
}

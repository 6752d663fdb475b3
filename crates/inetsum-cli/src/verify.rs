//! `inetsum verify`: capture → frames → checksum fields → verdicts → report.

use std::io::{self, BufWriter, StdoutLock, Write};
use std::path::Path;

use anyhow::Result;
use inetsum_packet::{ChecksumField, Verdict};

use crate::args::{Allow, Verify};
use crate::capture::{Capture, Frame};
use crate::exit::{Status, complain};
use crate::report::json::JsonReport;
use crate::report::table::TableReport;
use crate::report::tally::Tally;
use crate::selection::Selection;

/// How many wrong fields are shown unless `--limit` says otherwise.
const DEFAULT_LIMIT: usize = 10;

pub(crate) fn run(args: &Verify) -> Result<Status> {
    let mut out = BufWriter::new(io::stdout().lock());
    let mut report = new_report(args);
    let mut total = Tally::default();
    let selection = Selection::from(&args.only);
    let mut trouble = false;
    for path in &args.captures {
        let mut tally = Tally::default();
        let outcome = verify(path, &selection, &mut tally, report.as_mut(), &mut out)?;
        report.finish_file(&mut out, path, &tally)?;
        if let Err(error) = outcome {
            out.flush()?;
            trouble = true;
            report.trouble(&mut out, path, &error)?;
            complain(&error);
        }
        total.add(&tally);
    }
    report.finish(&mut out, args.captures.len(), &total)?;
    out.flush()?;
    Ok(status(args, trouble, &total))
}

/// What reports are made of, in either form.
pub(crate) trait Report {
    /// A field was met.
    fn field(
        &mut self,
        out: &mut Out,
        path: &Path,
        frame: u64,
        field: &ChecksumField,
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
        Box::new(TableReport::new(limit))
    }
}

/// Reads one capture. The outer error is of the output, the inner one of the capture.
fn verify(
    path: &Path,
    selection: &Selection,
    tally: &mut Tally,
    report: &mut dyn Report,
    out: &mut Out,
) -> Result<Result<()>> {
    let mut capture = match Capture::open(path, || Ok(())) {
        Ok(capture) => capture,
        Err(error) => return Ok(Err(error)),
    };
    loop {
        let block = match capture.next_block() {
            Ok(Some(block)) => block,
            Ok(None) => return Ok(Ok(())),
            Err(error) => return Ok(Err(error)),
        };
        let Some(frame) = Frame::of(&block) else { continue };
        tally.count_frame();
        for field in frame.checksum_fields(&block).filter(|field| selection.contains(field)) {
            tally.count(&field);
            report.field(out, path, frame.number, &field)?;
        }
    }
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

//! `inetsum verify`: capture → frames → checksum fields → verdicts → report.

use std::io::{self, BufWriter, StdoutLock, Write};
use std::path::Path;

use anyhow::{Context, Result, anyhow};
use inetsum_packet::{ChecksumField, Diagnosis, Verdict, diagnose};

use crate::args::{Allow, Verify};
use crate::capture::{Capture, Frame, is_of_no_capture, is_standard};
use crate::directory::{Found, Walk};
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
    let mut run = Run::new(args, out);
    for path in &args.captures {
        if !is_standard(path) && path.is_dir() {
            run.verify_directory(path)?;
        } else {
            run.verify_named(path)?;
        }
    }
    run.report.finish(run.out, &run.files, &run.total)?;
    run.out.flush()?;
    Ok(status(args, run.trouble, &run.total))
}

/// How many files there were.
#[derive(Debug, Default)]
pub(crate) struct Files {
    /// Captures, and files that could not be read.
    pub(crate) read: usize,
    /// What is no capture, in directories.
    pub(crate) skipped: usize,
}

/// What has been found in the captures so far.
struct Run<'a> {
    out: &'a mut Out,
    report: Box<dyn Report>,
    selection: Selection,
    reassemble: bool,
    files: Files,
    total: Tally,
    trouble: bool,
}

impl<'a> Run<'a> {
    fn new(args: &Verify, out: &'a mut Out) -> Run<'a> {
        Run {
            out,
            report: new_report(args),
            selection: Selection::from(&args.only),
            reassemble: args.reassemble.reassemble,
            files: Files::default(),
            total: Tally::default(),
            trouble: false,
        }
    }

    /// Reads what is a capture of the files in a directory.
    fn verify_directory(&mut self, directory: &Path) -> Result<()> {
        let files_before = self.files.read;
        let walk = match Walk::from(directory) {
            Ok(walk) => walk,
            Err(error) => return self.note_trouble(directory, &error),
        };
        for found in walk {
            match found {
                Found::File(path) => match Capture::open(&path, || Ok(())) {
                    Ok(capture) => self.verify(&path, capture)?,
                    Err(error) if is_of_no_capture(&error) => self.files.skipped += 1,
                    Err(error) => self.note_trouble(&path, &error)?,
                },
                Found::NoFile => self.files.skipped += 1,
                Found::Unreadable(path, error) => self.note_trouble(&path, &error)?,
            }
        }
        if self.files.read > files_before {
            return Ok(());
        }
        let error = anyhow!("{}: there is no capture in it", directory.display());
        self.note_trouble(directory, &error)
    }

    fn verify_named(&mut self, path: &Path) -> Result<()> {
        match Capture::open(path, || Ok(())) {
            Ok(capture) => self.verify(path, capture),
            Err(error) => self.note_trouble(path, &error),
        }
    }

    /// Reads a capture to its end, or to where it breaks.
    fn verify(&mut self, path: &Path, mut capture: Capture<'_>) -> Result<()> {
        let mut tally = Tally::default();
        let mut report_field = |frame, field: &ChecksumField, diagnosis| {
            self.report.field(self.out, path, frame, field, diagnosis)
        };
        let mut judging = self.reassemble.then(Judging::default);
        let selection = &self.selection;
        let outcome = verify(&mut capture, selection, &mut judging, &mut tally, &mut report_field)?;
        self.report.finish_file(self.out, path, &tally)?;
        self.total.add(&tally);
        match outcome {
            Ok(()) => {
                self.files.read += 1;
                Ok(())
            }
            Err(error) => self.note_trouble(path, &error),
        }
    }

    /// Tells of a file that can't be read, or not further.
    fn note_trouble(&mut self, path: &Path, error: &anyhow::Error) -> Result<()> {
        self.files.read += 1;
        self.trouble = true;
        self.out.flush()?;
        self.report.trouble(path, error);
        complain(error);
        Ok(())
    }
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
    fn trouble(&mut self, path: &Path, error: &anyhow::Error);
    /// All files were read.
    fn finish(&mut self, out: &mut Out, files: &Files, total: &Tally) -> Result<()>;
}

/// Where reports go.
pub(crate) type Out = BufWriter<StdoutLock<'static>>;

fn new_report(args: &Verify) -> Box<dyn Report> {
    if args.json {
        let limit = if args.summary { 0 } else { args.limit.unwrap_or(usize::MAX) };
        Box::new(JsonReport::new(limit, args.all))
    } else {
        let is_brief = args.captures.iter().any(|path| path.is_dir());
        let default_limit = if is_brief { 0 } else { DEFAULT_LIMIT };
        let limit = if args.summary { 0 } else { args.limit.unwrap_or(default_limit) };
        Box::new(TableReport::new(limit, args.allow.contains(&Allow::Offloaded), is_brief))
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
    if !selection.contains(field.protocol) {
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

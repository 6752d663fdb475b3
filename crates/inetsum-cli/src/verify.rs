//! `inetsum verify`: capture → batches of frames → checksum fields → verdicts → report.

mod examine;

use std::io::{self, BufWriter, StdoutLock, Write};
use std::path::Path;

use anyhow::{Context, Result, anyhow};

use crate::args::{Allow, Verify};
use crate::batches;
use crate::capture::{Capture, is_of_no_capture, is_standard};
use crate::directory::{Found, Walk};
use crate::exit::{Status, complain};
use crate::output::STANDARD_OUTPUT;
use crate::reassembly::judging::Judging;
use crate::report::json::JsonReport;
use crate::report::table::TableReport;
use crate::report::tally::Tally;
use crate::report::{Met, Wanted};
use crate::selection::Selection;
use examine::{Examination, Examined};

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
    args: &'a Verify,
    out: &'a mut Out,
    report: Box<dyn Report>,
    files: Files,
    total: Tally,
    trouble: bool,
}

impl<'a> Run<'a> {
    fn new(args: &'a Verify, out: &'a mut Out) -> Run<'a> {
        Run {
            args,
            out,
            report: new_report(args),
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
                Found::File(path) => match Capture::open(&path) {
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
        match Capture::open(path) {
            Ok(capture) => self.verify(path, capture),
            Err(error) => self.note_trouble(path, &error),
        }
    }

    /// Reads a capture to its end, or to where it breaks.
    fn verify(&mut self, path: &Path, capture: Capture) -> Result<()> {
        let mut tally = Tally::default();
        let outcome = self.examine(path, capture, &mut tally)?;
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

    /// The outer error is of the output, the inner one of the capture.
    fn examine(&mut self, path: &Path, capture: Capture, tally: &mut Tally) -> Result<Result<()>> {
        let selection = Selection::from(&self.args.only);
        let examination = Examination { selection, wanted: self.report.wanted() };
        let mut take = |examined: Examined| {
            tally.add(&examined.tally);
            let mut fields = examined.fields.iter();
            fields.try_for_each(|met| self.report.field(self.out, path, met))
        };
        let jobs = &self.args.jobs;
        if !self.args.reassemble.reassemble {
            let work = move |batch: &mut _| examination.of_frames(batch);
            return batches::in_order(capture, jobs, work, |_, examined| take(examined));
        }
        let mut judging = Judging::default();
        let outcome = batches::in_order(
            capture,
            jobs,
            |_| (),
            |batch, ()| take(examination.of_datagrams(batch, &mut judging)),
        )?;
        take(examination.of_the_rest(&mut judging))?;
        Ok(outcome)
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
    /// What it shows of each capture.
    fn wanted(&self) -> Wanted;
    /// A field was met that it shows, unless it has shown as many as it may.
    fn field(&mut self, out: &mut Out, path: &Path, met: &Met) -> Result<()>;
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

//! The report for programs: one JSON object a line, as `docs/verify.schema.json` describes it.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;

use anyhow::Result;
use inetsum_packet::{ChecksumField, Diagnosis, Verdict};
use serde::Serialize;

use crate::reassembly;
use crate::report::tally::{Counts, Tally};
use crate::report::{Met, Wanted};
use crate::verify::{Files, Out, Report};

pub(crate) struct JsonReport {
    limit: usize,
    /// How many fields of the capture at hand may still be printed.
    left: usize,
    all: bool,
    troubles: Vec<Trouble>,
}

impl JsonReport {
    /// Prints at most `limit` fields of each capture; with `all` the right ones too.
    pub(crate) fn new(limit: usize, all: bool) -> JsonReport {
        JsonReport { limit, left: limit, all, troubles: Vec::new() }
    }
}

#[derive(Serialize)]
struct Field<'a> {
    file: &'a str,
    frame: u64,
    offset: usize,
    path: String,
    protocol: String,
    stored: Option<String>,
    expected: Option<String>,
    verdict: &'static str,
    reason: Option<&'static str>,
    why: Option<&'static str>,
    quoted: bool,
    note: Option<&'static str>,
}

#[derive(Serialize)]
struct Trouble {
    file: String,
    error: String,
}

#[derive(Serialize)]
struct Summary<'a> {
    summary: Total<'a>,
}

#[derive(Serialize)]
struct Total<'a> {
    files: usize,
    skipped: usize,
    frames: u64,
    frames_beyond_original: u64,
    fields: u64,
    quoted: u64,
    #[serde(flatten)]
    counts: Counts,
    protocols: BTreeMap<String, &'a Counts>,
    reasons: BTreeMap<&'static str, u64>,
    diagnoses: BTreeMap<&'static str, u64>,
    notes: BTreeMap<&'static str, u64>,
    captured_before_offload: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    reassembly: Option<reassembly::Counts>,
    errors: &'a [Trouble],
}

impl Report for JsonReport {
    fn wanted(&self) -> Wanted {
        let wants = if self.all { |_: &_| true } else { is_worth_showing };
        Wanted { most: self.limit, wants }
    }

    fn field(&mut self, out: &mut Out, path: &Path, met: &Met) -> Result<()> {
        if self.left == 0 {
            return Ok(());
        }
        let Met { frame, field, diagnosis } = met;
        self.left -= 1;
        let line = Field {
            file: &path.to_string_lossy(),
            frame: *frame,
            offset: field.at,
            path: field.path.to_string(),
            protocol: field.protocol.to_string(),
            stored: field.is_captured().then(|| word(field.stored)),
            expected: field.expected().map(word),
            verdict: field.verdict.name(),
            reason: match field.verdict {
                Verdict::Unverifiable(reason) => Some(reason.name()),
                _ => field.offload_form().map(|form| form.name()),
            },
            why: diagnosis.map(Diagnosis::name),
            quoted: field.quoted,
            note: field.note.map(|note| note.name()),
        };
        write_line(out, &line)
    }

    fn finish_file(&mut self, _: &mut Out, _: &Path, _: &Tally) -> Result<()> {
        self.left = self.limit;
        Ok(())
    }

    fn trouble(&mut self, path: &Path, error: &anyhow::Error) {
        let file = path.to_string_lossy().into_owned();
        self.troubles.push(Trouble { file, error: format!("{error:#}") });
    }

    fn finish(&mut self, out: &mut Out, files: &Files, total: &Tally) -> Result<()> {
        let counts = total.all();
        let summary = Total {
            files: files.read,
            skipped: files.skipped,
            frames: total.frames,
            frames_beyond_original: total.frames_beyond_original,
            fields: counts.fields(),
            quoted: total.quoted,
            counts,
            protocols: total.protocols().map(|(protocol, n)| (protocol.to_string(), n)).collect(),
            reasons: total.reasons().collect(),
            diagnoses: total.diagnoses().collect(),
            notes: total.notes().collect(),
            captured_before_offload: total.looks_offloaded(),
            reassembly: total.reassembly,
            errors: &self.troubles,
        };
        write_line(out, &Summary { summary })
    }
}

/// Whether a report that leaves out what is right shows this field.
fn is_worth_showing(field: &ChecksumField) -> bool {
    field.verdict.is_bad() || matches!(field.verdict, Verdict::Unverifiable(_))
}

fn word(word: u16) -> String {
    format!("{word:#06x}")
}

fn write_line(out: &mut Out, line: &impl Serialize) -> Result<()> {
    serde_json::to_writer(&mut *out, line).map_err(std::io::Error::from)?;
    Ok(out.write_all(b"\n")?)
}

//! The report for people: a table a capture, then the first wrong fields.

use std::io::Write;
use std::path::Path;

use anyhow::Result;
use inetsum_packet::ChecksumField;

use crate::report::count;
use crate::report::finding::finding;
use crate::report::tally::{Counts, Tally};
use crate::verify::{Out, Report};

pub(crate) struct TableReport {
    limit: usize,
    /// The first wrong fields of the capture at hand, a line each.
    findings: Vec<String>,
}

impl TableReport {
    /// Shows at most `limit` wrong fields of each capture.
    pub(crate) fn new(limit: usize) -> TableReport {
        TableReport { limit, findings: Vec::new() }
    }
}

impl Report for TableReport {
    fn field(&mut self, _: &mut Out, _: &Path, frame: u64, field: &ChecksumField) -> Result<()> {
        if self.findings.len() < self.limit
            && field.verdict.is_bad()
            && !field.quoted
            && let Some(expected) = field.expected()
        {
            self.findings.push(finding(frame, field, expected));
        }
        Ok(())
    }

    fn finish_file(&mut self, out: &mut Out, path: &Path, tally: &Tally) -> Result<()> {
        let all = tally.all();
        let (frames, fields) = (count(tally.frames, "frame"), count(all.fields(), "checksum"));
        writeln!(out, "{}: {frames}, {fields}", path.display())?;
        if all.fields() > 0 {
            write_table(out, tally)?;
        }
        write_notes(out, tally)?;
        for finding in self.findings.drain(..) {
            writeln!(out, "  {finding}")?;
        }
        write_hint(out, path, tally)
    }

    fn trouble(&mut self, _: &mut Out, _: &Path, _: &anyhow::Error) -> Result<()> {
        Ok(())
    }

    fn finish(&mut self, out: &mut Out, files: usize, total: &Tally) -> Result<()> {
        if files < 2 {
            return Ok(());
        }
        let all = total.all();
        writeln!(
            out,
            "\ntotal: {}, {}, {}, {} wrong, {} offloaded, {} unverifiable",
            count(files as u64, "file"),
            count(total.frames, "frame"),
            count(all.fields(), "checksum"),
            all.wrong + all.zero_forbidden,
            all.offloaded,
            all.unverifiable,
        )?;
        Ok(())
    }
}

const HEADINGS: [&str; 6] = ["protocol", "correct", "wrong", "offloaded", "absent", "unverifiable"];

fn write_table(out: &mut Out, tally: &Tally) -> Result<()> {
    let rows: Vec<(String, &Counts)> =
        tally.protocols().map(|(protocol, counts)| (protocol.to_string(), counts)).collect();
    let names = rows.iter().map(|(name, _)| name.len());
    let width = names.chain([HEADINGS[0].len()]).max().unwrap_or(0);
    let [protocol, columns @ ..] = HEADINGS;
    write!(out, "\n  {protocol:width$}")?;
    for heading in columns {
        write!(out, "  {heading:>12}")?;
    }
    writeln!(out)?;
    for (name, counts) in rows {
        write!(out, "  {name:width$}")?;
        for number in [
            counts.correct + counts.noncanonical,
            counts.wrong + counts.zero_forbidden,
            counts.offloaded,
            counts.absent,
            counts.unverifiable,
        ] {
            write!(out, "  {number:>12}")?;
        }
        writeln!(out)?;
    }
    writeln!(out)?;
    Ok(())
}

fn write_notes(out: &mut Out, tally: &Tally) -> Result<()> {
    let all = tally.all();
    if all.unverifiable > 0 {
        let reasons: Vec<String> =
            tally.reasons().map(|(reason, n)| format!("{n} {reason}")).collect();
        writeln!(out, "unverifiable: {}", reasons.join(", "))?;
    }
    if all.noncanonical > 0 {
        writeln!(out, "stored as 0xffff instead of 0x0000, which is right: {}", all.noncanonical)?;
    }
    if tally.quoted > 0 {
        writeln!(out, "in packets that ICMP errors quote, not counted: {}", tally.quoted)?;
    }
    if all.bad() > 0 {
        writeln!(out, "to be fixed: {}", all.bad())?;
    }
    Ok(())
}

fn write_hint(out: &mut Out, path: &Path, tally: &Tally) -> Result<()> {
    if tally.looks_offloaded() {
        writeln!(
            out,
            "\nThis was captured before checksum offload: the sending host left these checksums to \
             its\nnetwork card, so they were right on the wire. `inetsum fix {} OUT` writes them.",
            path.display(),
        )?;
    }
    Ok(())
}

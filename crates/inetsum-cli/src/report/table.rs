//! The report for people: a table a capture, then the first wrong fields; or a line a capture, then
//! the table of all.

use std::fmt;
use std::io::Write;
use std::path::Path;

use anyhow::Result;
use inetsum_packet::{ChecksumField, LinkType, Protocol, Verdict};

use crate::report::finding::finding;
use crate::report::tally::{Counts, Tally};
use crate::report::{Met, Wanted, count};
use crate::verify::{Files, Out, Report};

/// How many lines are held back until the table is written. Where more are asked for, they come
/// first, one by one.
const MOST_HELD: usize = 1000;

pub(crate) struct TableReport {
    limit: usize,
    allows_offloaded: bool,
    /// Whether a capture gets a line instead of a table.
    is_brief: bool,
    /// Whether a capture was reported on before.
    is_begun: bool,
    /// How many wrong fields of the capture at hand were shown, or are to be.
    shown: usize,
    /// Those that are to be, a line each.
    findings: Vec<String>,
}

impl TableReport {
    /// Shows at most `limit` wrong fields of each capture; `is_brief` spares all tables but one.
    pub(crate) fn new(limit: usize, allows_offloaded: bool, is_brief: bool) -> TableReport {
        let (is_begun, shown, findings) = (false, 0, Vec::new());
        TableReport { limit, allows_offloaded, is_brief, is_begun, shown, findings }
    }

    /// Leaves a line between captures.
    fn begin(&mut self, out: &mut Out) -> Result<()> {
        if self.is_begun && !self.is_brief {
            writeln!(out)?;
        }
        self.is_begun = true;
        Ok(())
    }

    /// How many of those that are wrong are not to be counted as such.
    fn allowed(&self, counts: &Counts) -> u64 {
        if self.allows_offloaded { counts.offloaded } else { 0 }
    }

    /// Writes the table with all that is to be said about it.
    fn write_all(&self, out: &mut Out, tally: &Tally) -> Result<()> {
        let all = tally.all();
        if all.fields() > 0 {
            write_table(out, tally)?;
        }
        if all.fields() + tally.quoted > 0 {
            writeln!(out)?;
            write_notes(out, tally, self.allowed(&all))?;
        }
        Ok(())
    }

    fn write_hint(&self, out: &mut Out, path: &Path, tally: &Tally) -> Result<()> {
        if self.allows_offloaded || !tally.looks_offloaded() {
            return Ok(());
        }
        writeln!(
            out,
            "\nThis was captured before checksum offload: the sending host left checksums to\n\
             its network card, so they were right on the wire. To write what is missing here:\n\n  \
             inetsum fix {} OUT",
            path.display(),
        )?;
        Ok(())
    }

    fn show(&mut self, out: &mut Out, path: &Path, line: String) -> Result<()> {
        self.shown += 1;
        if self.limit <= MOST_HELD {
            self.findings.push(line);
            return Ok(());
        }
        if self.shown == 1 {
            self.begin(out)?;
            writeln!(out, "{}:", path.display())?;
        }
        Ok(writeln!(out, "  {line}")?)
    }
}

impl Report for TableReport {
    fn wanted(&self) -> Wanted {
        let wants = if self.allows_offloaded { is_bad_on_the_wire } else { is_bad };
        Wanted { most: self.limit, wants }
    }

    fn field(&mut self, out: &mut Out, path: &Path, met: &Met) -> Result<()> {
        match met.field.expected() {
            Some(expected) if self.shown < self.limit => {
                self.show(out, path, finding(met.frame, &met.field, expected, met.diagnosis))
            }
            _ => Ok(()),
        }
    }

    fn finish_file(&mut self, out: &mut Out, path: &Path, tally: &Tally) -> Result<()> {
        self.begin(out)?;
        let all = tally.all();
        let bad = all.bad() - self.allowed(&all);
        let (frames, fields) = (count(tally.frames, "frame"), count(all.fields(), "checksum"));
        write!(out, "{}: {frames}, {fields}", path.display())?;
        if self.is_brief {
            writeln!(out, "{}", Brief { bad, unverifiable: all.unverifiable })?;
        } else {
            writeln!(out)?;
            self.write_all(out, tally)?;
        }
        for finding in &self.findings {
            writeln!(out, "  {finding}")?;
        }
        let more = bad - self.shown as u64;
        if more > 0 && self.limit > 0 {
            writeln!(out, "  and {more} more (--limit N shows more)")?;
        }
        self.findings.clear();
        self.shown = 0;
        if self.is_brief { Ok(()) } else { self.write_hint(out, path, tally) }
    }

    fn trouble(&mut self, _: &Path, _: &anyhow::Error) {}

    fn finish(&mut self, out: &mut Out, files: &Files, total: &Tally) -> Result<()> {
        if files.read < 2 && !self.is_brief {
            return Ok(());
        }
        let all = total.all();
        writeln!(
            out,
            "\ntotal: {}, {}, {}, {} wrong, {} offloaded, {} unverifiable",
            count(files.read as u64, "file"),
            count(total.frames, "frame"),
            count(all.fields(), "checksum"),
            all.wrong + all.zero_forbidden,
            all.offloaded,
            all.unverifiable,
        )?;
        if files.skipped > 0 {
            writeln!(out, "skipped, as they are no captures: {}", files.skipped)?;
        }
        if self.is_brief {
            self.write_all(out, total)?;
            self.write_hint(out, Path::new("CAPTURE"), total)?;
        }
        Ok(())
    }
}

/// Whether another value belongs into the field.
fn is_bad(field: &ChecksumField) -> bool {
    field.verdict.is_bad() && !field.quoted
}

/// The same, but for what the network card has put right.
fn is_bad_on_the_wire(field: &ChecksumField) -> bool {
    is_bad(field) && !matches!(field.verdict, Verdict::Offloaded { .. })
}

/// What is to be said of a capture in its line.
struct Brief {
    bad: u64,
    unverifiable: u64,
}

impl fmt::Display for Brief {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.bad > 0 {
            write!(f, ", {} to be fixed", self.bad)?;
        }
        if self.unverifiable > 0 {
            write!(f, ", {} unverifiable", self.unverifiable)?;
        }
        Ok(())
    }
}

/// The columns, each with its width: room for a thousand million, and for the longest name of a
/// protocol, in lines of 80.
const HEADINGS: [(&str, usize); 6] = [
    ("protocol", 8),
    ("correct", 9),
    ("wrong", 9),
    ("offloaded", 9),
    ("absent", 9),
    ("unverifiable", 12),
];

fn write_table(out: &mut Out, tally: &Tally) -> Result<()> {
    let rows: Vec<(String, &Counts)> =
        tally.protocols().map(|(protocol, counts)| (protocol.to_string(), counts)).collect();
    let names = rows.iter().map(|(name, _)| name.len());
    let [(protocol, min_width), columns @ ..] = HEADINGS;
    let name_width = names.chain([min_width]).max().unwrap_or(0);
    write!(out, "\n  {protocol:name_width$}")?;
    for (heading, width) in columns {
        write!(out, "  {heading:>width$}")?;
    }
    writeln!(out)?;
    for (name, counts) in rows {
        write!(out, "  {name:name_width$}")?;
        let numbers = [
            counts.correct + counts.noncanonical,
            counts.wrong + counts.zero_forbidden,
            counts.offloaded,
            counts.absent,
            counts.unverifiable,
        ];
        for ((_, width), number) in columns.iter().zip(numbers) {
            write!(out, "  {number:>width$}")?;
        }
        writeln!(out)?;
    }
    Ok(())
}

fn write_notes(out: &mut Out, tally: &Tally, allowed: u64) -> Result<()> {
    let all = tally.all();
    if all.unverifiable > 0 {
        writeln!(out, "unverifiable: {}", list(tally.reasons()))?;
    }
    if tally.notes().next().is_some() {
        writeln!(out, "noted: {}", list(tally.notes()))?;
    }
    let mut diagnoses: Vec<String> =
        tally.diagnoses().map(|(diagnosis, n)| format!("{n} {diagnosis}")).collect();
    if !diagnoses.is_empty() {
        let unexplained = all.wrong - tally.diagnoses().map(|(_, n)| n).sum::<u64>();
        diagnoses.extend((unexplained > 0).then(|| format!("{unexplained} unexplained")));
        writeln!(out, "wrong: {}", diagnoses.join(", "))?;
    }
    if all.noncanonical > 0 {
        writeln!(out, "stored as 0xffff instead of 0x0000, which is right: {}", all.noncanonical)?;
    }
    if tally.quoted > 0 {
        writeln!(out, "in packets that others quote, not counted: {}", tally.quoted)?;
    }
    if tally.frames_beyond_original > 0 {
        let frames = tally.frames_beyond_original;
        writeln!(out, "frames said to be shorter than what was captured of them: {frames}")?;
    }
    if let Some(counts) = tally.reassembly.filter(|counts| counts.datagrams() > 0) {
        writeln!(out, "{counts}")?;
    }
    for (protocol, _) in tally.protocols() {
        if let Protocol::Link(number) = protocol
            && let Some(name) = LinkType(number).name()
        {
            writeln!(out, "{protocol} is {name}")?;
        }
    }
    if allowed > 0 {
        writeln!(out, "left to the network card, as allowed: {allowed}")?;
    }
    match all.bad() - allowed {
        0 => writeln!(out, "nothing to be fixed")?,
        bad => writeln!(out, "to be fixed: {bad}")?,
    }
    Ok(())
}

/// Numbers and their names, with commas.
fn list(counts: impl Iterator<Item = (&'static str, u64)>) -> String {
    let items: Vec<String> = counts.map(|(name, n)| format!("{n} {name}")).collect();
    items.join(", ")
}

//! One checksum: where it is, what went into it, and what was made of it.

use std::fmt;
use std::io::Write;

use anyhow::Result;
use inetsum::Sum;
use inetsum_packet::{Addresses, ChecksumField, Note, PseudoHeader, Reason, Verdict, diagnose};

use super::dump::dump;
use crate::report::{LINE_LEN, count, wrapped};

/// Where values start in a line.
const INDENT: usize = 17;

pub(super) fn write(out: &mut impl Write, frame: &[u8], field: &ChecksumField) -> Result<()> {
    writeln!(out, "\n{}", Heading(field))?;
    if field.quoted {
        row(out, "quoted", "by the packet around it: not counted, not fixed")?;
    }
    if field.is_captured() {
        row(out, "field", &format!("bytes {} and {}", field.at, field.at + 1))?;
    }
    if !field.covers.is_empty() {
        write_covered(out, frame, field)?;
    }
    if !field.omits.is_empty() {
        let (first, last) = (field.omits.start, field.omits.end - 1);
        row(out, "", &format!("bytes {first} to {last} left out"))?;
    }
    if let Some(pseudo_header) = &field.pseudo_header {
        write_pseudo_header(out, pseudo_header)?;
    }
    if field.compute(frame).is_some()
        && let Some(sum) = field.sum_without_field(frame)
    {
        write_sum(out, field.pseudo_header.as_ref(), sum)?;
    }
    if field.is_captured() {
        row(out, "stored", &hex(field.stored))?;
    }
    if let Some(expected) = field.expected() {
        row(out, "expected", &hex(expected))?;
    }
    row(out, "verdict", &field.verdict.to_string())?;
    if let Some(why) = why(field, frame) {
        write_wrapped(out, "why", &why)?;
    }
    field.note.map_or(Ok(()), |note| row(out, "note", explain_note(note)))
}

/// The path, and where it ends before it, the protocol that could not be followed.
struct Heading<'a>(&'a ChecksumField);

impl fmt::Display for Heading<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ChecksumField { path, protocol, .. } = self.0;
        match path.layers().last() {
            Some(layer) if layer.name() == protocol.to_string() => write!(f, "{path}"),
            Some(_) => write!(f, "{path}, {protocol}"),
            None => write!(f, "{protocol}"),
        }
    }
}

fn write_covered(out: &mut impl Write, frame: &[u8], field: &ChecksumField) -> Result<()> {
    let (first, end) = (field.covers.start, field.covers.end);
    let len = count(field.covers.len() as u64, "byte");
    row(out, "covers", &format!("bytes {first} to {}: {len}", end - 1))?;
    let captured = frame.get(first..end.min(frame.len())).unwrap_or_default();
    for line in dump(first, captured, field.at) {
        row(out, "", &line)?;
    }
    Ok(())
}

fn write_pseudo_header(out: &mut impl Write, pseudo_header: &PseudoHeader) -> Result<()> {
    let (source, destination) = match pseudo_header.addresses {
        Addresses::V4 { source, destination } => (
            (source.to_string(), inetsum::sum(&source.octets())),
            (destination.to_string(), inetsum::sum(&destination.octets())),
        ),
        Addresses::V6 { source, destination } => (
            (source.to_string(), inetsum::sum(&source.octets())),
            (destination.to_string(), inetsum::sum(&destination.octets())),
        ),
        _ => return Ok(()),
    };
    let PseudoHeader { protocol, length, .. } = pseudo_header;
    let length_sum = inetsum::sum(&length.to_be_bytes());
    let fields = [
        ("source", source),
        ("destination", destination),
        ("protocol", (protocol.to_string(), Sum::from_word((*protocol).into()))),
        ("length", (length.to_string(), length_sum)),
        ("sum", (String::new(), pseudo_header.sum())),
    ];
    let width = fields.iter().map(|(_, (value, _))| value.len()).max().unwrap_or(0);
    let mut heading = "pseudo-header";
    for (name, (value, sum)) in fields {
        row(out, heading, &format!("{name:<11}  {value:<width$}  {}", hex(sum.fold())))?;
        heading = "";
    }
    Ok(())
}

/// The sum of all, and where there is a pseudo-header, that of the bytes before.
fn write_sum(out: &mut impl Write, pseudo_header: Option<&PseudoHeader>, all: Sum) -> Result<()> {
    let Some(pseudo_header) = pseudo_header else {
        return row(out, "sum", &format!("{} without the field", hex(all.fold())));
    };
    let covered = all.remove(pseudo_header.sum());
    row(out, "sum", &format!("{} of the bytes without the field", hex(covered.fold())))?;
    row(out, "", &format!("{} with the pseudo-header", hex(all.fold())))
}

fn hex(word: u16) -> String {
    format!("{word:#06x}")
}

fn row(out: &mut impl Write, name: &str, value: &str) -> Result<()> {
    Ok(writeln!(out, "  {name:<14} {value}")?)
}

/// A row over as many lines as it takes.
fn write_wrapped(out: &mut impl Write, name: &str, text: &str) -> Result<()> {
    let mut name = name;
    for line in wrapped(text, LINE_LEN - INDENT) {
        row(out, name, &line)?;
        name = "";
    }
    Ok(())
}

/// What the verdict's name leaves open.
fn why(field: &ChecksumField, frame: &[u8]) -> Option<String> {
    let stored = hex(field.stored);
    Some(match (field.verdict, diagnose(field, frame)) {
        (_, Some(diagnosis)) => format!("{stored} is {diagnosis}"),
        (Verdict::Wrong { expected }, None) => {
            format!("no fault known gives {stored}: {}", difference(field.stored, expected))
        }
        (Verdict::Absent, _) => "the sender sent none, as it may".to_owned(),
        (Verdict::Unverifiable(reason), _) => explain_reason(reason).to_owned(),
        _ => return None,
    })
}

/// By how much one word covered would have to differ for the checksum to be right.
fn difference(stored: u16, expected: u16) -> String {
    // A checksum falls by what a word rises.
    let more = Sum::from_word(expected).remove(Sum::from_word(stored)).fold();
    let (difference, direction) = if more <= 0x7fff { (more, "more") } else { (!more, "less") };
    let bit = if difference.is_power_of_two() { ", a single bit" } else { "" };
    format!(
        "it is right if one 16-bit word covered is {difference} ({difference:#x}{bit}) {direction}"
    )
}

fn explain_note(note: Note) -> &'static str {
    match note {
        Note::UnknownRouting => "a routing header of unknown type may hold another destination",
        Note::WithPseudoHeader => "over IPv4 with a pseudo-header, as in RFC 5798",
        Note::WithoutPseudoHeader => "over IPv4 without a pseudo-header, as in RFC 9568",
        Note::WholeRegister => "over the packet inside too, which receivers are to accept",
        _ => note.name(),
    }
}

fn explain_reason(reason: Reason) -> &'static str {
    match reason {
        Reason::Truncated => "not all of the bytes covered were captured",
        Reason::Fragment => "it covers a datagram of which this is one fragment",
        Reason::Encrypted => "it is encrypted",
        Reason::BadLength => "a length field contradicts the packet",
        Reason::UnknownLength => "the length field is zero, and the frame may be padded",
        Reason::UnknownLink => "what frames of this link type hold is not known",
        Reason::Unsupported => "this protocol is not known",
        Reason::NotInternetChecksum => "it has a check of another kind",
        Reason::Depth => "it lies too deep",
        _ => "",
    }
}

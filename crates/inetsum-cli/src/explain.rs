//! `inetsum explain`: every checksum of one frame, with what went into it.

use std::fmt;
use std::fmt::Write as _;
use std::io::{self, Write};

use anyhow::{Context, Result, bail};
use inetsum::Sum;
use inetsum_packet::{
    Addresses, ChecksumField, LayerSpan, Note, PseudoHeader, Reason, Verdict, diagnose, layers,
};

use crate::args::Explain;
use crate::capture::{self, Capture, Frame};
use crate::exit::Status;
use crate::output::STANDARD_OUTPUT;
use crate::report::count;

/// How many columns of a line of 80 are left beside the names of rows.
const VALUE_WIDTH: usize = 63;

pub(crate) fn run(args: &Explain) -> Result<Status> {
    let mut capture = Capture::open(&args.capture, || Ok(()))?;
    let mut frames = 0;
    while let Some(block) = capture.next_block()? {
        let Some(frame) = Frame::of(&block) else { continue };
        frames = frame.number;
        if frame.number == args.frame {
            let bytes = frame.bytes(&block);
            let fields: Vec<ChecksumField> = frame.checksum_fields(&block).collect();
            write_frame(&frame, bytes, &fields).context(STANDARD_OUTPUT)?;
            let any_bad = fields.iter().any(|field| !field.quoted && field.verdict.is_bad());
            return Ok(if any_bad { Status::Wrong } else { Status::Good });
        }
    }
    bail!("{}: there is no frame {}: {frames} in all", capture::name(&args.capture), args.frame)
}

fn write_frame(frame: &Frame, bytes: &[u8], fields: &[ChecksumField]) -> Result<()> {
    let mut out = io::stdout().lock();
    writeln!(
        out,
        "frame {}: {} captured of {}, link type {}{}, {}",
        frame.number,
        count(bytes.len() as u64, "byte"),
        frame.original_len,
        frame.link.0,
        frame.link.name().map_or(String::new(), |name| format!(" ({name})")),
        count(fields.len() as u64, "checksum"),
    )?;
    write_layers(&mut out, frame, bytes)?;
    for field in fields {
        write_field(&mut out, bytes, field)?;
    }
    Ok(())
}

/// Each layer and its place, as far as the headers before it tell.
fn write_layers(out: &mut impl Write, frame: &Frame, bytes: &[u8]) -> Result<()> {
    for (index, layer) in layers(bytes, frame.link, frame.original_len).enumerate() {
        if index == 0 {
            writeln!(out, "\nlayers")?;
        }
        let LayerSpan { layer, at, end, quoted, .. } = layer;
        let quoted = if quoted { ", quoted" } else { "" };
        let place = match end.checked_sub(at) {
            None | Some(0) => format!("nothing at byte {at}"),
            Some(len) => format!("bytes {at} to {}: {}", end - 1, count(len as u64, "byte")),
        };
        row(out, layer.name(), &format!("{place}{quoted}"))?;
    }
    Ok(())
}

fn write_field(out: &mut impl Write, frame: &[u8], field: &ChecksumField) -> Result<()> {
    writeln!(out, "\n{}", Heading(field))?;
    if field.quoted {
        row(out, "quoted", "by the packet around it: not counted, not fixed")?;
    }
    if field.is_captured() {
        row(out, "field", &format!("bytes {} and {}", field.at, field.at + 1))?;
    }
    if !field.covers.is_empty() {
        let (first, last) = (field.covers.start, field.covers.end - 1);
        let len = count(field.covers.len() as u64, "byte");
        row(out, "covers", &format!("bytes {first} to {last}: {len}"))?;
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
        row(out, "sum", &format!("{:#06x} without the field", sum.fold()))?;
    }
    if field.is_captured() {
        row(out, "stored", &format!("{:#06x}", field.stored))?;
    }
    if let Some(expected) = field.expected() {
        row(out, "expected", &format!("{expected:#06x}"))?;
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

fn write_pseudo_header(out: &mut impl Write, pseudo_header: &PseudoHeader) -> Result<()> {
    let (source, destination) = match pseudo_header.addresses {
        Addresses::V4 { source, destination } => (source.to_string(), destination.to_string()),
        Addresses::V6 { source, destination } => (source.to_string(), destination.to_string()),
        _ => return Ok(()),
    };
    let PseudoHeader { protocol, length, .. } = pseudo_header;
    let sum: Sum = pseudo_header.sum();
    row(out, "pseudo-header", &format!("source       {source}"))?;
    row(out, "", &format!("destination  {destination}"))?;
    row(out, "", &format!("protocol     {protocol}"))?;
    row(out, "", &format!("length       {length}"))?;
    row(out, "", &format!("sum          {:#06x}", sum.fold()))
}

fn row(out: &mut impl Write, name: &str, value: &str) -> Result<()> {
    Ok(writeln!(out, "  {name:<14} {value}")?)
}

/// A row of as many lines as it takes.
fn write_wrapped(out: &mut impl Write, name: &str, value: &str) -> Result<()> {
    let (mut name, mut line) = (name, String::new());
    for word in value.split(' ') {
        if !line.is_empty() && line.len() + 1 + word.len() > VALUE_WIDTH {
            row(out, name, &line)?;
            (name, line) = ("", String::new());
        }
        let space = if line.is_empty() { "" } else { " " };
        // Writing to a String can't fail.
        let _ = write!(line, "{space}{word}");
    }
    row(out, name, &line)
}

/// What the verdict's name leaves open.
fn why(field: &ChecksumField, frame: &[u8]) -> Option<String> {
    if let Some(diagnosis) = diagnose(field, frame) {
        return Some(format!("the value stored is {diagnosis}"));
    }
    let why = match field.verdict {
        Verdict::Correct => return None,
        Verdict::Absent => "the sender sent none, as it may",
        Verdict::Unverifiable(reason) => explain_reason(reason),
        _ => "none of the faults that are known gives the value stored",
    };
    Some(why.to_owned())
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

//! `inetsum explain`: the layers of one frame, and every checksum with what went into it.

mod dump;
mod field;
mod layers;

use std::io::{self, Write};

use anyhow::{Context, Result, bail};
use inetsum_packet::ChecksumField;

use crate::args::Explain;
use crate::capture::{self, Capture, Frame};
use crate::exit::Status;
use crate::output::STANDARD_OUTPUT;
use crate::report::count;

pub(crate) fn run(args: &Explain) -> Result<Status> {
    let mut capture = Capture::open(&args.capture)?;
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
    let mut out = io::BufWriter::new(io::stdout().lock());
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
    layers::write(&mut out, frame, bytes)?;
    for field in fields {
        field::write(&mut out, bytes, field)?;
    }
    Ok(out.flush()?)
}

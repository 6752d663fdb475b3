//! Verifies a capture with nothing but the two libraries:
//! `cargo run --example verify_capture -- CAPTURE` prints a line for each checksum that is bad.

use std::error::Error;
use std::fs::File;
use std::io::{Read, Write, stdout};

use inetsum_capture::Reader;
use inetsum_packet::{LinkType, checksum_fields};

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args_os().nth(1).ok_or("usage: verify_capture CAPTURE")?;
    verify(File::open(path)?, &mut stdout())
}

pub(crate) fn verify(capture: impl Read, out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let mut reader = Reader::new(capture)?;
    while let Some(block) = reader.next_block()? {
        // Without the frame check sequence, where the capture has one.
        let (Some(frame), Some(packet)) = (&block.frame, block.packet_bytes()) else { continue };
        for field in checksum_fields(packet, LinkType(frame.link_type), frame.packet_len()) {
            if field.verdict.is_bad() && !field.quoted {
                let (number, path, verdict) = (frame.number, field.path, field.verdict);
                writeln!(out, "frame {number}, byte {}, {path}: {verdict}", field.at)?;
            }
        }
    }
    Ok(())
}

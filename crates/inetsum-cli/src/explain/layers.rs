//! Where the layers of the frame lie.

use std::io::Write;

use anyhow::Result;
use inetsum_packet::{LayerSpan, layers};

use crate::capture::Frame;

/// Writes a line for each layer in the order of the bytes, and one for what is behind the last.
pub(super) fn write(out: &mut impl Write, frame: &Frame, bytes: &[u8]) -> Result<()> {
    let mut layers: Vec<LayerSpan> = layers(bytes, frame.link, frame.original_len).collect();
    layers.sort_by_key(|layer| layer.at);
    let Some(last) = layers.last() else { return Ok(()) };
    let behind = (last.end < bytes.len()).then_some("behind");
    let names = layers.iter().map(|layer| layer.layer.name()).chain(behind);
    let width = names.map(str::len).max().unwrap_or(0);
    let mut line = |name: &str, start: usize, end: usize, note: &str| {
        let place = match end.saturating_sub(start) {
            0 => format!("byte {start}, of which nothing is there"),
            1 => format!("byte {start}"),
            len => format!("bytes {start} to {}: {len} bytes", end - 1),
        };
        writeln!(out, "  {name:<width$}  {place}{note}")
    };
    for (index, layer) in layers.iter().enumerate() {
        let next = layers.get(index + 1);
        let end = next.map_or(layer.end, |next| next.at);
        let note = match (layer.quoted, next) {
            (true, Some(_)) => ", quoted",
            (true, None) => " with its payload, quoted",
            (false, Some(_)) => "",
            (false, None) => " with its payload",
        };
        line(layer.layer.name(), layer.at, end, note)?;
    }
    if let Some(name) = behind {
        line(name, last.end, bytes.len(), ", no part of the packet")?;
    }
    Ok(())
}

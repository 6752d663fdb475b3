//! A short hexadecimal dump.

/// How many bytes stand in a line.
const WIDTH: usize = 16;
/// How many lines are shown before what is left out, and behind it.
const FIRST: usize = 3;
const LAST: usize = 1;

/// Lines of bytes, each with its place in the frame, `bytes` starting at `start`. The two bytes at
/// `field` stand in brackets; of a long dump the middle is left out.
pub(super) fn dump(start: usize, bytes: &[u8], field: usize) -> Vec<String> {
    let mut lines: Vec<String> = bytes
        .chunks(WIDTH)
        .enumerate()
        .map(|(index, chunk)| line(start + index * WIDTH, chunk, field))
        .collect();
    let behind = lines.len().saturating_sub(LAST);
    // A line in place of one line spares nothing.
    if behind > FIRST + 1 {
        lines.splice(FIRST..behind, [format!("   …  {} bytes more", (behind - FIRST) * WIDTH)]);
    }
    lines
}

fn line(at: usize, bytes: &[u8], field: usize) -> String {
    let mut line = format!("{at:>4} ");
    for (place, byte) in (at..).zip(bytes) {
        let before = match place.checked_sub(field) {
            Some(0) => '[',
            Some(2) => ']',
            _ => ' ',
        };
        line.push(before);
        line.push_str(&format!("{byte:02x}"));
    }
    if at + bytes.len() == field + 2 {
        line.push(']');
    }
    line
}

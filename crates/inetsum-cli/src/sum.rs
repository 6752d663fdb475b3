//! `inetsum sum`: the checksum of files, and the check of what it printed before.

use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};

use crate::args;
use crate::capture::{self, open};
use crate::exit::{Status, complain};
use crate::output::STANDARD_OUTPUT;

const BUFFER_LEN: usize = 256 * 1024;
/// Far more than any name takes that a file can be opened by.
const MAX_LINE_LEN: u64 = 64 * 1024;

pub(crate) fn run(args: &args::Sum) -> Result<Status> {
    let standard_input = [PathBuf::from("-")];
    let files = if args.files.is_empty() { standard_input.as_slice() } else { &args.files };
    let mut out = BufWriter::new(io::stdout().lock());
    let mut worst = Status::Good;
    for file in files {
        let outcome = if args.check { check(&mut out, file) } else { print(&mut out, file) };
        out.flush().context(STANDARD_OUTPUT)?;
        match outcome {
            Ok(Status::Good) => {}
            Ok(status) if worst == Status::Good => worst = status,
            Ok(_) => {}
            Err(error) => {
                complain(&error);
                worst = Status::Trouble;
            }
        }
    }
    Ok(worst)
}

/// What a file comes to.
#[derive(Debug, PartialEq, Eq)]
struct Checksum {
    checksum: u16,
    len: u64,
}

fn checksum(path: &Path) -> Result<Checksum> {
    let mut input = open(path)?;
    let mut buffer = vec![0; BUFFER_LEN];
    let mut sum = inetsum::Sum::ZERO;
    let mut len = 0;
    loop {
        match input.read(&mut buffer) {
            Ok(0) => return Ok(Checksum { checksum: sum.checksum(), len }),
            Ok(read) => {
                sum.push(&buffer[..read]);
                len += read as u64;
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => {
                return Err(error).with_context(|| format!("{}: byte {len}", capture::name(path)));
            }
        }
    }
}

fn print(out: &mut impl Write, path: &Path) -> Result<Status> {
    let Checksum { checksum, len } = checksum(path)?;
    write_line(out, &[format!("{checksum:04x} {len} ").as_bytes(), &escape(path)])?;
    Ok(Status::Good)
}

/// Reads lines that [`print()`] wrote and checks the files that they name.
fn check(out: &mut impl Write, list: &Path) -> Result<Status> {
    let mut worst = Status::Good;
    let mut input = BufReader::new(open(list)?);
    let mut line = Vec::new();
    let mut lines = 0;
    loop {
        let place = || format!("{}: line {}", capture::name(list), lines + 1);
        line.clear();
        input.by_ref().take(MAX_LINE_LEN).read_until(b'\n', &mut line).with_context(place)?;
        if line.is_empty() {
            break;
        }
        let (path, recorded) = parse(line.strip_suffix(b"\n").unwrap_or(&line))
            .ok_or_else(|| anyhow!("{}: not a line of `inetsum sum`", place()))?;
        let verdict = match checksum(&path) {
            Ok(found) if found == recorded => "OK",
            Ok(_) => {
                worst = if worst == Status::Good { Status::Wrong } else { worst };
                "FAILED"
            }
            Err(error) => {
                complain(&error);
                worst = Status::Trouble;
                "FAILED to read"
            }
        };
        lines += 1;
        write_line(out, &[&escape(&path), b": ", verdict.as_bytes()])?;
    }
    if lines == 0 {
        bail!("{}: no line of `inetsum sum` in it", capture::name(list));
    }
    Ok(worst)
}

fn write_line(out: &mut impl Write, parts: &[&[u8]]) -> Result<()> {
    parts
        .iter()
        .chain([&b"\n".as_slice()])
        .try_for_each(|part| out.write_all(part))
        .context(STANDARD_OUTPUT)
}

fn parse(line: &[u8]) -> Option<(PathBuf, Checksum)> {
    let mut parts = line.splitn(3, |byte| *byte == b' ');
    let checksum = std::str::from_utf8(parts.next()?).ok()?;
    let checksum = u16::from_str_radix(checksum, 16).ok()?;
    let len = std::str::from_utf8(parts.next()?).ok()?.parse().ok()?;
    let path = PathBuf::from(os_string(unescape(parts.next()?)?)?);
    Some((path, Checksum { checksum, len }))
}

/// Writes a line feed in a name as `\n` and a backslash as `\\`, so that a name takes one line.
fn escape(path: &Path) -> Vec<u8> {
    let name = path.as_os_str().as_encoded_bytes();
    let mut escaped = Vec::with_capacity(name.len());
    for byte in name {
        match byte {
            b'\n' => escaped.extend(b"\\n"),
            b'\\' => escaped.extend(b"\\\\"),
            _ => escaped.push(*byte),
        }
    }
    escaped
}

fn unescape(escaped: &[u8]) -> Option<Vec<u8>> {
    let mut name = Vec::with_capacity(escaped.len());
    let mut bytes = escaped.iter();
    while let Some(byte) = bytes.next() {
        name.push(match byte {
            b'\\' => match bytes.next()? {
                b'n' => b'\n',
                b'\\' => b'\\',
                _ => return None,
            },
            _ => *byte,
        });
    }
    Some(name)
}

/// A file name from bytes, which on Unix need not be text.
#[cfg(unix)]
fn os_string(bytes: Vec<u8>) -> Option<OsString> {
    use std::os::unix::ffi::OsStringExt;
    Some(OsString::from_vec(bytes))
}

/// A file name from bytes.
#[cfg(not(unix))]
fn os_string(bytes: Vec<u8>) -> Option<OsString> {
    String::from_utf8(bytes).ok().map(OsString::from)
}

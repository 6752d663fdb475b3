//! `inetsum sum`: the checksum of files, and the check of what it printed before.

use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};

use crate::args;
use crate::capture::open;
use crate::exit::{Status, complain};

const BUFFER_LEN: usize = 256 * 1024;

pub(crate) fn run(args: &args::Sum) -> Result<Status> {
    let standard_input = [PathBuf::from("-")];
    let files = if args.files.is_empty() { standard_input.as_slice() } else { &args.files };
    let mut out = BufWriter::new(io::stdout().lock());
    let mut worst = Status::Good;
    for file in files {
        let outcome = if args.check { check(&mut out, file) } else { print(&mut out, file) };
        out.flush()?;
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
                return Err(error).with_context(|| format!("{}: byte {len}", path.display()));
            }
        }
    }
}

fn print(out: &mut impl Write, path: &Path) -> Result<Status> {
    let Checksum { checksum, len } = checksum(path)?;
    write!(out, "{checksum:04x} {len} ")?;
    out.write_all(&escape(path.as_os_str().as_encoded_bytes()))?;
    out.write_all(b"\n")?;
    Ok(Status::Good)
}

/// Reads lines that [`print()`] wrote and checks the files that they name.
fn check(out: &mut impl Write, list: &Path) -> Result<Status> {
    let mut worst = Status::Good;
    for (number, line) in BufReader::new(open(list)?).split(b'\n').enumerate() {
        let place = || format!("{}: line {}", list.display(), number + 1);
        let line = line.with_context(place)?;
        let (path, recorded) =
            parse(&line).ok_or_else(|| anyhow!("{}: not a line of `inetsum sum`", place()))?;
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
        writeln!(out, "{}: {verdict}", path.display())?;
    }
    Ok(worst)
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
fn escape(name: &[u8]) -> Vec<u8> {
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

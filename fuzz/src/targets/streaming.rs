//! Input that arrives in pieces of any size, with interruptions: the same comes of it as of the whole.

use std::io::{self, BufRead, BufReader, ErrorKind, IoSlice, Read, Write};

use arbitrary::{Result, Unstructured};
use inetsum::io::{SumReader, SumWriter, read_and_sum};

use crate::capture_input::capture;
use crate::memory::definition;
use crate::reading::read;

const MOST_SIZES: usize = 12;

/// Passes the capture that the input stands for through everything that reads or writes.
pub fn run(input: &[u8]) {
    let Ok((file, sizes)) = file_and_sizes(input) else { return };
    assert_same_capture(&file, &sizes);
    assert_read_and_summed(&file, &sizes);
    assert_written_and_summed(&file, &sizes);
}

/// The capture and the sizes of its pieces, of which 0 is an interruption and not all are that.
fn file_and_sizes(input: &[u8]) -> Result<(Vec<u8>, Vec<usize>)> {
    let mut from = Unstructured::new(input);
    let count = from.int_in_range(0..=MOST_SIZES)?;
    let sizes = (0..count).map(|_| from.int_in_range(0..=70usize)).collect::<Result<Vec<_>>>()?;
    Ok((capture(&mut from)?, [sizes, vec![1]].concat()))
}

/// Gives or takes bytes in pieces of these sizes, again and again.
struct Pieces<'s> {
    bytes: Vec<u8>,
    sizes: std::iter::Cycle<std::slice::Iter<'s, usize>>,
}

impl<'s> Pieces<'s> {
    fn new(bytes: &[u8], sizes: &'s [usize]) -> Pieces<'s> {
        Pieces { bytes: bytes.to_vec(), sizes: sizes.iter().cycle() }
    }

    fn size(&mut self) -> io::Result<usize> {
        match self.sizes.next() {
            Some(0) => Err(ErrorKind::Interrupted.into()),
            size => Ok(size.copied().unwrap_or_default()),
        }
    }
}

impl Read for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let len = self.size()?.min(buffer.len()).min(self.bytes.len());
        let rest = self.bytes.split_off(len);
        buffer[..len].copy_from_slice(&self.bytes);
        self.bytes = rest;
        Ok(len)
    }
}

impl Write for Pieces<'_> {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        let len = self.size()?.min(buffer.len());
        self.bytes.write(&buffer[..len])
    }

    fn write_vectored(&mut self, slices: &[IoSlice<'_>]) -> io::Result<usize> {
        let all: Vec<u8> = slices.iter().flat_map(|slice| slice.iter().copied()).collect();
        self.write(&all)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn assert_same_capture(file: &[u8], sizes: &[usize]) {
    let (whole, piecewise) = (read(file), read(Pieces::new(file, sizes)));
    assert!(whole.blocks == piecewise.blocks);
    assert_eq!(whole.frames, piecewise.frames);
    assert_eq!(whole.message(), piecewise.message());
}

fn assert_read_and_summed(bytes: &[u8], sizes: &[usize]) {
    let mut reader = SumReader::new(Pieces::new(bytes, sizes));
    let mut read = Vec::new();
    reader.read_to_end(&mut read).expect("interruptions are passed over");
    assert_eq!((&read[..], reader.sum()), (bytes, definition(bytes)));

    let capacity = sizes.iter().sum();
    let mut reader = SumReader::new(BufReader::with_capacity(capacity, Pieces::new(bytes, sizes)));
    read.clear();
    while reader.read_until(b'\n', &mut read).expect("interruptions are passed over") > 0 {
        assert_eq!(reader.sum(), definition(&read));
    }
    assert_eq!(read, bytes);

    let mut filled = vec![0xa5; bytes.len() + sizes.len() % 2];
    match read_and_sum(Pieces::new(bytes, sizes), &mut filled) {
        Ok(sum) => assert_eq!(sum, definition(bytes)),
        Err(error) => {
            assert!(filled.len() > bytes.len(), "{error}");
            assert_eq!((error.summed(), error.sum()), (bytes.len(), definition(bytes)));
        }
    }
    assert!(filled.starts_with(bytes) && filled[bytes.len()..].iter().all(|byte| *byte == 0));
}

fn assert_written_and_summed(bytes: &[u8], sizes: &[usize]) {
    let mut writer = SumWriter::new(Pieces::new(b"", sizes));
    writer.write_all(bytes).expect("interruptions are passed over");
    assert_eq!(writer.sum(), definition(bytes));
    assert_eq!(writer.into_inner().bytes, bytes);

    let mut writer = SumWriter::new(Pieces::new(b"", sizes));
    let (first, second) = bytes.split_at(bytes.len() / 3);
    let slices = [first, second].map(IoSlice::new);
    let taken = writer.write_vectored(&slices).unwrap_or(0);
    assert_eq!(writer.sum(), definition(&bytes[..taken]));
    assert_eq!(writer.into_inner().bytes, bytes[..taken]);
}

//! Sums of what passes through readers and writers.

#![cfg(feature = "std")]

mod random;

use std::collections::VecDeque;
use std::error::Error;
use std::io::{self, BufRead, BufReader, ErrorKind, IoSlice, Read, Write};

use inetsum::io::{SumReader, SumWriter, read_and_sum};
use inetsum::{Sum, sum};

/// What a call answers: at most so many bytes, an error, or a number that can't be true.
#[derive(Clone, Copy, Debug)]
enum Answer {
    AtMost(usize),
    Fail(ErrorKind),
    Claim(usize),
}

use Answer::{AtMost, Claim, Fail};

/// Gives or takes bytes as its answers say, one a call, and none after the last answer.
struct Scripted {
    bytes: VecDeque<u8>,
    answers: VecDeque<Answer>,
    calls: usize,
}

impl Scripted {
    fn new(bytes: &[u8], answers: &[Answer]) -> Scripted {
        let (bytes, answers) = (bytes.iter().copied().collect(), answers.iter().copied().collect());
        Scripted { bytes, answers, calls: 0 }
    }

    fn answer(
        &mut self,
        pass: impl FnOnce(&mut VecDeque<u8>, usize) -> io::Result<usize>,
    ) -> io::Result<usize> {
        self.calls += 1;
        match self.answers.pop_front() {
            None => Ok(0),
            Some(AtMost(most)) => pass(&mut self.bytes, most),
            Some(Fail(kind)) => Err(kind.into()),
            Some(Claim(number)) => Ok(number),
        }
    }
}

impl Read for Scripted {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        self.answer(|bytes, most| {
            let most = most.min(buf.len());
            bytes.read(&mut buf[..most])
        })
    }
}

impl Write for Scripted {
    fn write(&mut self, buf: &[u8]) -> io::Result<usize> {
        self.answer(|bytes, most| bytes.write(&buf[..most.min(buf.len())]))
    }

    fn write_vectored(&mut self, slices: &[IoSlice<'_>]) -> io::Result<usize> {
        let all: Vec<u8> = slices.iter().flat_map(|slice| slice.iter().copied()).collect();
        self.write(&all)
    }

    fn flush(&mut self) -> io::Result<()> {
        match self.answers.pop_front() {
            Some(Fail(kind)) => Err(kind.into()),
            _ => Ok(()),
        }
    }
}

#[test]
fn a_reader_sums_what_is_read_in_pieces_of_any_size() {
    let data = random::bytes(9, 3000);
    for size in (1..40).chain([1499, 3000, 9000]) {
        let mut reader = SumReader::new(data.as_slice());
        let mut buf = vec![0; size];
        let mut passed = 0;
        loop {
            let read = reader.read(&mut buf).unwrap();
            passed += read;
            assert_eq!(reader.sum(), sum(&data[..passed]), "{size}");
            if read == 0 {
                break;
            }
        }
        assert_eq!((passed, reader.into_inner()), (data.len(), [].as_slice()));
    }
}

#[test]
fn a_failing_or_lying_reader_adds_nothing() {
    let answers = [AtMost(3), Fail(ErrorKind::TimedOut), Claim(9), AtMost(2)];
    let mut reader = SumReader::new(Scripted::new(b"checksum", &answers));
    assert_eq!(reader.sum(), Sum::ZERO);
    let mut read = || reader.read(&mut [0; 8]).map_err(|error| error.kind());
    let outcomes = [read(), read(), read(), read(), read()];
    assert_eq!(outcomes, [Ok(3), Err(ErrorKind::TimedOut), Err(ErrorKind::Other), Ok(2), Ok(0)]);
    assert_eq!(reader.sum(), sum(b"check"));
}

#[test]
fn a_buffered_reader_sums_what_is_consumed() {
    let text = b"one\n\nthree lines\nand a rest";
    for capacity in 1..40 {
        let mut reader = SumReader::new(BufReader::with_capacity(capacity, text.as_slice()));
        let mut passed = Vec::new();
        while reader.read_until(b'\n', &mut passed).unwrap() > 0 {
            assert_eq!(reader.sum(), sum(&passed), "{capacity}");
        }
        assert_eq!(passed, text);
    }
}

#[test]
fn looking_at_a_buffer_adds_nothing_until_it_is_consumed() {
    let mut reader = SumReader::new(b"checksum".as_slice());
    assert_eq!(reader.fill_buf().unwrap(), b"checksum");
    assert_eq!(reader.sum(), Sum::ZERO);
    reader.consume(5);
    reader.consume(0);
    assert_eq!(reader.sum(), sum(b"check"));
    let mut rest = [0; 2];
    reader.read_exact(&mut rest).unwrap();
    assert_eq!((&rest, reader.sum()), (b"su", sum(b"checksu")));
}

#[test]
fn consuming_nothing_reads_nothing() {
    let mut reader = SumReader::new(BufReader::new(Scripted::new(b"late", &[AtMost(4)])));
    reader.consume(0);
    assert_eq!(reader.into_inner().into_inner().calls, 0);
}

#[test]
fn a_writer_sums_what_the_inner_one_took() {
    let answers = [AtMost(3), AtMost(0), Fail(ErrorKind::BrokenPipe), Claim(99), AtMost(4)];
    let mut writer = SumWriter::new(Scripted::new(b"", &answers));
    assert_eq!(writer.sum(), Sum::ZERO);
    let mut write = |data| writer.write(data).map_err(|error| error.kind());
    let outcomes =
        [write(b"checksum"), write(b"k"), write(b"k"), write(b"ksum"), write(b"ksum and more")];
    let broken = Err(ErrorKind::BrokenPipe);
    assert_eq!(outcomes, [Ok(3), Ok(0), broken, Err(ErrorKind::Other), Ok(4)]);
    assert_eq!(writer.sum(), sum(b"cheksum"));
    assert_eq!(writer.into_inner().bytes, b"cheksum");
}

#[test]
fn short_writes_are_finished_and_summed_once() {
    let data = random::bytes(10, 500);
    for size in 1..50 {
        let mut writer = SumWriter::new(Scripted::new(b"", &[AtMost(size); 500]));
        writer.write_all(&data).unwrap();
        assert_eq!(writer.sum(), sum(&data), "{size}");
        assert_eq!(writer.into_inner().bytes, data);
    }
}

#[test]
fn vectored_writes_are_summed_as_far_as_they_got() {
    let slices = [&b"che"[..], b"", b"c", b"ksum"].map(IoSlice::new);
    for most in 0..=8 {
        let mut writer = SumWriter::new(Scripted::new(b"", &[AtMost(most)]));
        assert_eq!(writer.write_vectored(&slices).unwrap(), most);
        assert_eq!(writer.sum(), sum(&b"checksum"[..most]));
    }
    for answer in [Claim(9), Claim(usize::MAX), Fail(ErrorKind::BrokenPipe)] {
        let mut writer = SumWriter::new(Scripted::new(b"", &[answer]));
        assert!(writer.write_vectored(&slices).is_err(), "{answer:?}");
        assert_eq!(writer.sum(), Sum::ZERO, "{answer:?}");
    }
}

#[test]
fn flushing_reaches_the_inner_writer() {
    let mut writer = SumWriter::new(Scripted::new(b"", &[Fail(ErrorKind::BrokenPipe)]));
    assert_eq!(writer.flush().unwrap_err().kind(), ErrorKind::BrokenPipe);
    assert!(writer.flush().is_ok());
}

#[test]
fn a_full_read_gives_the_sum_and_reads_no_further() {
    let data = random::bytes(11, 300);
    for len in 0..data.len() {
        let answers = [AtMost(7), Fail(ErrorKind::Interrupted), AtMost(2), AtMost(1000)];
        let mut reader = Scripted::new(&data, &answers);
        let mut dst = vec![0x5a; len];
        assert_eq!(read_and_sum(&mut reader, &mut dst).unwrap(), sum(&data[..len]), "{len}");
        assert_eq!(dst, data[..len]);
        assert_eq!(reader.bytes, &data[len..]);
    }
}

/// Reads eight bytes: what came before `last` must be summed, what is left zeroed.
fn assert_stops_with(last: Answer, kind: ErrorKind) {
    for arrived in 0..8 {
        let answers = [AtMost(arrived.min(3)), AtMost(arrived.saturating_sub(3)), last];
        let answers: Vec<Answer> =
            answers.into_iter().filter(|answer| !matches!(answer, AtMost(0))).collect();
        let mut dst = [0x5a; 8];
        let error = read_and_sum(Scripted::new(b"checksum", &answers), &mut dst).unwrap_err();
        let read = &b"checksum"[..arrived];
        assert_eq!((error.summed(), error.sum()), (arrived, sum(read)));
        assert_eq!(dst[..], [read, &[0; 8][arrived..]].concat(), "stale bytes after {arrived}");
        assert!(error.to_string().contains(&arrived.to_string()));
        let source = error.source().and_then(|source| source.downcast_ref::<io::Error>());
        assert_eq!(source.map(io::Error::kind), Some(kind));
        assert_eq!(io::Error::from(error).kind(), kind);
    }
}

#[test]
fn a_read_that_ends_early_leaves_no_stale_byte() {
    assert_stops_with(AtMost(0), ErrorKind::UnexpectedEof);
}

#[test]
fn an_error_in_the_middle_is_no_sum() {
    assert_stops_with(Fail(ErrorKind::ConnectionReset), ErrorKind::ConnectionReset);
}

#[test]
fn a_reader_that_claims_too_much_is_found_out() {
    assert_stops_with(Claim(9), ErrorKind::Other);
    assert_stops_with(Claim(usize::MAX), ErrorKind::Other);
}

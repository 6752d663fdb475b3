//! Sums of what passes through [`std::io`].

use std::error::Error;
use std::fmt;
use std::io::{self, BufRead, IoSlice, Read, Write};

use crate::Sum;

/// A reader that sums the bytes read through it.
///
/// # Examples
///
/// ```
/// use std::io::Read;
///
/// let mut reader = inetsum::io::SumReader::new(b"checksum".as_slice());
/// reader.read_to_end(&mut Vec::new())?;
/// assert_eq!(reader.sum(), inetsum::sum(b"checksum"));
/// # std::io::Result::Ok(())
/// ```
#[derive(Debug, Clone)]
pub struct SumReader<R> {
    inner: R,
    sum: Sum,
}

impl<R> SumReader<R> {
    /// Starts with the sum of no bytes.
    pub const fn new(inner: R) -> Self {
        SumReader { inner, sum: Sum::ZERO }
    }

    /// The sum of all bytes read so far.
    pub const fn sum(&self) -> Sum {
        self.sum
    }

    /// Gives the reader back.
    pub fn into_inner(self) -> R {
        self.inner
    }
}

impl<R: Read> Read for SumReader<R> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buf)?;
        self.sum.push(buf.get(..read).ok_or_else(read_too_much)?);
        Ok(read)
    }
}

impl<R: BufRead> BufRead for SumReader<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.inner.fill_buf()
    }

    fn consume(&mut self, amount: usize) {
        // What is buffered is there without another read, so no error is lost here. Nothing may be
        // buffered when nothing is consumed, at the end for one, and a read there could block.
        if amount > 0
            && let Ok(buffered) = self.inner.fill_buf()
        {
            self.sum.push(&buffered[..amount]);
        }
        self.inner.consume(amount);
    }
}

/// A writer that sums the bytes written through it.
///
/// # Examples
///
/// ```
/// use std::io::Write;
///
/// let mut writer = inetsum::io::SumWriter::new(Vec::new());
/// writer.write_all(b"checksum")?;
/// assert_eq!(writer.sum(), inetsum::sum(b"checksum"));
/// assert_eq!(writer.into_inner(), b"checksum");
/// # std::io::Result::Ok(())
/// ```
#[derive(Debug, Clone)]
pub struct SumWriter<W> {
    inner: W,
    sum: Sum,
}

impl<W> SumWriter<W> {
    /// Starts with the sum of no bytes.
    pub const fn new(inner: W) -> Self {
        SumWriter { inner, sum: Sum::ZERO }
    }

    /// The sum of all bytes that the inner writer took so far.
    pub const fn sum(&self) -> Sum {
        self.sum
    }

    /// Gives the writer back.
    pub fn into_inner(self) -> W {
        self.inner
    }
}

impl<W: Write> Write for SumWriter<W> {
    fn write(&mut self, buf: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(buf)?;
        self.sum.push(buf.get(..written).ok_or_else(wrote_too_much)?);
        Ok(written)
    }

    fn write_vectored(&mut self, slices: &[IoSlice<'_>]) -> io::Result<usize> {
        let written = self.inner.write_vectored(slices)?;
        let (mut sum, mut left) = (self.sum, written);
        for slice in slices {
            let taken = left.min(slice.len());
            sum.push(&slice[..taken]);
            left -= taken;
        }
        if left > 0 {
            return Err(wrote_too_much());
        }
        self.sum = sum;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

/// Fills `dst` from `reader` and sums it.
///
/// # Errors
///
/// [`ReadAndSumError`] if the reader fails or ends early: it says how many bytes arrived and what
/// they sum to. The rest of `dst` is zeroed, so that no stale byte is taken for data.
///
/// # Examples
///
/// ```
/// use inetsum::io::read_and_sum;
///
/// let mut dst = [0xff; 4];
/// assert_eq!(read_and_sum(b"ping".as_slice(), &mut dst)?, inetsum::sum(b"ping"));
///
/// let short = read_and_sum(b"pi".as_slice(), &mut dst).unwrap_err();
/// assert_eq!((short.summed(), short.sum()), (2, inetsum::sum(b"pi")));
/// assert_eq!(&dst, b"pi\0\0");
/// # Ok::<(), inetsum::io::ReadAndSumError>(())
/// ```
pub fn read_and_sum<R: Read>(mut reader: R, dst: &mut [u8]) -> Result<Sum, ReadAndSumError> {
    let mut sum = Sum::ZERO;
    let mut summed = 0;
    while summed < dst.len() {
        let room = &mut dst[summed..];
        let outcome = match reader.read(room) {
            Ok(0) => Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(read) => room.get(..read).ok_or_else(read_too_much),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => Err(error),
        };
        match outcome {
            Ok(arrived) => {
                summed += arrived.len();
                sum.push(arrived);
            }
            Err(source) => {
                room.fill(0);
                return Err(ReadAndSumError { summed, sum, source });
            }
        }
    }
    Ok(sum)
}

/// Why [`read_and_sum`] could not fill its destination.
#[derive(Debug)]
pub struct ReadAndSumError {
    summed: usize,
    sum: Sum,
    source: io::Error,
}

impl ReadAndSumError {
    /// How many bytes at the start of the destination were read and summed.
    #[must_use]
    pub fn summed(&self) -> usize {
        self.summed
    }

    /// The sum of those bytes.
    #[must_use]
    pub fn sum(&self) -> Sum {
        self.sum
    }
}

impl fmt::Display for ReadAndSumError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "reading stopped after {} bytes", self.summed)
    }
}

impl Error for ReadAndSumError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&self.source)
    }
}

impl From<ReadAndSumError> for io::Error {
    fn from(error: ReadAndSumError) -> io::Error {
        io::Error::new(error.source.kind(), error)
    }
}

fn read_too_much() -> io::Error {
    io::Error::other("the reader claims more bytes than the buffer holds")
}

fn wrote_too_much() -> io::Error {
    io::Error::other("the writer claims more bytes than it was given")
}

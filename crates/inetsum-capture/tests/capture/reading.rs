//! Reads a capture to its end, in blocks and in batches, and keeps all that came of it.

// Not every program that tests uses all of it.
#![allow(dead_code)]

use std::collections::VecDeque;
use std::io::{self, Read};

use inetsum_capture::{Batch, Block, Error, Frame, Reader};

#[derive(Default)]
pub(crate) struct Reading {
    /// Offset and bytes of each block.
    pub(crate) blocks: Vec<(u64, Vec<u8>)>,
    pub(crate) frames: Vec<ReadFrame>,
    pub(crate) error: Option<Error>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ReadFrame {
    /// Without its timestamp, which `timestamps` tests.
    pub(crate) about: Frame,
    pub(crate) offset: u64,
    pub(crate) bytes: Vec<u8>,
}

/// Block by block; in batches it must come to the same.
pub(crate) fn read(input: impl Read) -> Reading {
    let mut recorder = Recorder { input, reads: VecDeque::new() };
    let reading = read_with(&mut recorder, |reader, keep| {
        let block = reader.next_block()?;
        Ok(block.map(|block| keep(&block)).is_some())
    });
    let mut batch = Batch::default();
    let in_batches = read_with(Replay(recorder.reads), |reader, keep| {
        let is_more = reader.next_batch(&mut batch)?;
        let joined: Vec<u8> = batch.blocks().inspect(keep).flat_map(|b| b.bytes.to_vec()).collect();
        assert!(joined == batch.bytes());
        assert_eq!(joined.is_empty(), !is_more);
        Ok(is_more)
    });
    assert!(reading.blocks == in_batches.blocks);
    assert!(reading.frames == in_batches.frames);
    assert_eq!(reading.message(), in_batches.message());
    reading
}

fn read_with<R: Read>(
    input: R,
    mut next: impl FnMut(&mut Reader<R>, &mut dyn FnMut(&Block<'_>)) -> Result<bool, Error>,
) -> Reading {
    let mut reading = Reading::default();
    let mut reader = match Reader::new(input) {
        Ok(reader) => reader,
        Err(error) => {
            reading.error = Some(error);
            return reading;
        }
    };
    loop {
        match next(&mut reader, &mut |block| reading.keep(block)) {
            Ok(true) => {}
            Ok(false) => break,
            Err(error) => {
                reading.error = Some(error);
                break;
            }
        }
    }
    assert!(
        matches!(next(&mut reader, &mut |_| ()), Ok(false)),
        "the end is reached once and stays"
    );
    reading
}

/// Passes on what its input gives, and remembers it.
struct Recorder<R> {
    input: R,
    reads: VecDeque<io::Result<Vec<u8>>>,
}

impl<R: Read> Read for Recorder<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let result = self.input.read(buffer);
        self.reads.push_back(match &result {
            Ok(count) => Ok(buffer[..*count].to_vec()),
            Err(error) => Err(io::Error::new(error.kind(), error.to_string())),
        });
        result
    }
}

/// Gives what was remembered, as far as there is room for it.
struct Replay(VecDeque<io::Result<Vec<u8>>>);

impl Read for Replay {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut bytes = self.0.pop_front().unwrap_or(Ok(Vec::new()))?;
        let count = bytes.len().min(buffer.len());
        buffer[..count].copy_from_slice(&bytes[..count]);
        if bytes.len() > count {
            self.0.push_front(Ok(bytes.split_off(count)));
        }
        Ok(count)
    }
}

/// Reads a capture that has no fault.
pub(crate) fn read_whole(file: &[u8]) -> Reading {
    let reading = read(file);
    assert!(reading.error.is_none(), "{}", reading.error.unwrap());
    assert_eq!(reading.joined(), file);
    reading
}

impl Reading {
    fn keep(&mut self, block: &Block<'_>) {
        self.frames.extend(block.frame.clone().map(|about| ReadFrame {
            about: Frame { timestamp: None, ..about },
            offset: block.frame_offset().unwrap(),
            bytes: block.frame_bytes().unwrap().to_vec(),
        }));
        self.blocks.push((block.offset, block.bytes.to_vec()));
    }

    /// The bytes of all blocks, each of which must start where the one before ended.
    pub(crate) fn joined(&self) -> Vec<u8> {
        let mut joined = Vec::new();
        for (offset, bytes) in &self.blocks {
            assert_eq!(*offset, joined.len() as u64);
            joined.extend(bytes);
        }
        joined
    }

    pub(crate) fn message(&self) -> String {
        self.error.as_ref().map(ToString::to_string).unwrap_or_default()
    }
}

//! Reads a capture to its end and keeps all that came of it.

// Not every program that tests uses all of it.
#![allow(dead_code)]

use std::io::Read;

use inetsum_capture::{Error, Frame, Reader};

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

pub(crate) fn read(input: impl Read) -> Reading {
    let mut reading = Reading::default();
    let mut reader = match Reader::new(input) {
        Ok(reader) => reader,
        Err(error) => {
            reading.error = Some(error);
            return reading;
        }
    };
    loop {
        match reader.next_block() {
            Ok(Some(block)) => {
                reading.frames.extend(block.frame.clone().map(|about| ReadFrame {
                    about: Frame { timestamp: None, ..about },
                    offset: block.frame_offset().unwrap(),
                    bytes: block.frame_bytes().unwrap().to_vec(),
                }));
                reading.blocks.push((block.offset, block.bytes.to_vec()));
            }
            Ok(None) => break,
            Err(error) => {
                reading.error = Some(error);
                break;
            }
        }
    }
    assert!(matches!(reader.next_block(), Ok(None)), "the end is reached once and stays");
    reading
}

/// Reads a capture that has no fault.
pub(crate) fn read_whole(file: &[u8]) -> Reading {
    let reading = read(file);
    assert!(reading.error.is_none(), "{}", reading.error.unwrap());
    assert_eq!(reading.joined(), file);
    reading
}

impl Reading {
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

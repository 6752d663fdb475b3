//! The reader against inputs that give what they like, when they like, or not at all.

use std::collections::VecDeque;
use std::error::Error as _;
use std::io::{self, Read};

use inetsum_capture::{Batch, Error, Reader};
use proptest::prelude::*;

use crate::builder::{MICROSECONDS, MODIFIED, Order, Pcap, Pcapng};
use crate::reading::{Reading, read, read_whole};

/// Gives its bytes in pieces of the sizes listed, again and again.
struct Chunked<'a> {
    bytes: &'a [u8],
    sizes: std::iter::Cycle<std::slice::Iter<'a, usize>>,
}

impl<'a> Chunked<'a> {
    fn new(bytes: &'a [u8], sizes: &'a [usize]) -> Self {
        Self { bytes, sizes: sizes.iter().cycle() }
    }
}

impl Read for Chunked<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let len = self.sizes.next().unwrap().min(&buffer.len()).to_owned();
        self.bytes.read(&mut buffer[..len])
    }
}

/// Gives one piece at a time; asked for more than there are, it fails as a pipe would block.
#[derive(Default)]
struct Pipe(VecDeque<io::Result<Vec<u8>>>);

impl Read for &mut Pipe {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let piece = self.0.pop_front().unwrap_or_else(|| Err(io::ErrorKind::WouldBlock.into()))?;
        buffer[..piece.len()].copy_from_slice(&piece);
        Ok(piece.len())
    }
}

fn small_pcap() -> Vec<u8> {
    Pcap::new(Order::Big, MODIFIED, 1).record(b"first", 60).record(b"", 4).record(b"3rd", 3).bytes
}

fn small_pcapng() -> Vec<u8> {
    Pcapng::new(Order::Little)
        .interface(1, 0, &[(2, b"eth0"), (13, &[4])])
        .enhanced(0, b"enhanced", 90, &[(1, b"comment"), (3, b"\x02hash")])
        .block(0xbad, b"whatever")
        .section(Order::Big)
        .interface(101, 5, &[])
        .simple(b"simple", 6)
        .obsolete(0, b"old", 30, &[])
        .bytes
}

/// Frames larger than the reader's buffer between small ones.
fn large_frames() -> Vec<u8> {
    let mut pcap = Pcap::new(Order::Little, MICROSECONDS, 1);
    for len in [70_000, 1_000_000, 3, 262_144, 262_128, 0, 600_000] {
        let data: Vec<u8> = (0..len).map(|i| (i % 251) as u8).collect();
        pcap = pcap.record(&data, len);
    }
    pcap.bytes
}

#[track_caller]
fn assert_same(one: &Reading, other: &Reading) {
    assert!(one.blocks == other.blocks);
    assert!(one.frames == other.frames);
    assert_eq!(one.message(), other.message());
}

#[test]
fn every_prefix_yields_what_is_whole_and_then_tells_what_is_missing() {
    for file in [small_pcap(), small_pcapng()] {
        let whole = read_whole(&file);
        for len in 0..file.len() {
            let part = read(&file[..len]);
            let blocks: Vec<_> = whole
                .blocks
                .iter()
                .filter(|(offset, bytes)| *offset as usize + bytes.len() <= len)
                .cloned()
                .collect();
            assert_eq!(part.blocks, blocks);
            assert_eq!(part.frames, whole.frames[..part.frames.len()]);

            let rest = len - part.joined().len();
            match part.error {
                None => assert!(rest == 0 && len != 0),
                Some(Error::NotACapture { start }) => assert!(len < 4 && start == file[..len]),
                Some(Error::Truncated { offset, needed, left }) => {
                    assert_eq!((offset as usize, left), (len - rest, rest));
                    assert!(left < needed && left > 0);
                }
                Some(error) => panic!("{error}"),
            }
        }
    }
}

#[test]
fn blocks_do_not_depend_on_how_the_input_is_cut() {
    for file in [small_pcap(), small_pcapng(), large_frames()] {
        let whole = read_whole(&file);
        for sizes in [&[1][..], &[3], &[1, 65_536], &[262_143, 2]] {
            assert_same(&read(Chunked::new(&file, sizes)), &whole);
        }
    }
}

#[test]
fn what_is_no_capture_is_refused_alike_however_it_arrives() {
    let page = b"GET / HTTP/1.1\r\n";
    let message = read(&page[..]).message();
    assert_eq!(read(Chunked::new(page, &[1])).message(), message);
    assert_eq!(read(Chunked::new(page, &[5, 3])).message(), message);
}

#[test]
fn a_block_is_returned_as_soon_as_it_is_there() {
    for file in [small_pcap(), small_pcapng()] {
        let whole = read_whole(&file);
        let mut pipe = Pipe::default();
        pipe.0.extend(whole.blocks.iter().map(|(_, bytes)| Ok(bytes.clone())));
        let mut reader = Reader::new(&mut pipe).unwrap();
        for (offset, bytes) in &whole.blocks {
            let block = reader.next_block().unwrap().unwrap();
            assert_eq!((block.offset, &*block.bytes), (*offset, bytes.as_slice()));
        }
        let error = reader.next_block().unwrap_err();
        assert_eq!(error.offset(), file.len() as u64);
        assert!(reader.next_block().unwrap().is_none());
    }
}

#[test]
fn a_batch_holds_what_came_at_once_and_waits_for_no_more() {
    for file in [small_pcap(), small_pcapng()] {
        let whole = read_whole(&file);
        let ends: Vec<usize> =
            whole.blocks.iter().map(|(offset, bytes)| *offset as usize + bytes.len()).collect();
        let half = ends[ends.len() - 2] + 5;
        let mut pipe = Pipe::default();
        pipe.0.push_back(Ok(file[..half].to_vec()));
        pipe.0.push_back(Ok(file[half..].to_vec()));

        let mut reader = Reader::new(&mut pipe).unwrap();
        let mut batch = Batch::default();
        assert!(reader.next_batch(&mut batch).unwrap());
        assert_eq!((batch.offset(), batch.bytes()), (0, &file[..half - 5]));
        assert_eq!(batch.blocks().count(), ends.len() - 1);
        assert!(reader.next_batch(&mut batch).unwrap());
        assert_eq!((batch.offset(), batch.bytes()), (half as u64 - 5, &file[half - 5..]));
        let error = reader.next_batch(&mut batch).unwrap_err();
        assert_eq!(error.offset(), file.len() as u64);
        assert!(!reader.next_batch(&mut batch).unwrap());
        assert!(batch.bytes().is_empty() && batch.blocks().next().is_none());
    }
}

#[test]
fn an_interrupted_read_is_tried_again() {
    let file = small_pcap();
    let mut pipe = Pipe::default();
    for byte in &file {
        pipe.0.push_back(Err(io::ErrorKind::Interrupted.into()));
        pipe.0.push_back(Ok(vec![*byte]));
    }
    pipe.0.push_back(Ok(vec![]));
    assert_same(&read(&mut pipe), &read_whole(&file));
}

#[test]
fn a_failing_input_is_reported_once_with_its_reason_and_place() {
    let file = small_pcap();
    let mut pipe = Pipe::default();
    pipe.0.push_back(Ok(file[..30].to_vec()));
    pipe.0.push_back(Err(io::Error::other("the disk is on fire")));
    pipe.0.push_back(Ok(file[30..].to_vec()));
    let reading = read(&mut pipe);
    assert_eq!(reading.message(), "byte 30: reading failed: the disk is on fire");
    assert!(reading.error.unwrap().source().is_none(), "the reason would be told twice");
    assert_eq!(reading.blocks.len(), 1);
}

/// Remembers the largest buffer that it was asked to fill.
struct Measured<'a> {
    bytes: &'a [u8],
    largest: &'a mut usize,
}

impl Read for Measured<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        *self.largest = buffer.len().max(*self.largest);
        self.bytes.read(buffer)
    }
}

#[test]
fn memory_grows_with_what_arrives_not_with_what_is_declared() {
    for (arrived, bound) in [(100, 1 << 20), (3_000_000, 8 << 20)] {
        let file = Pcap::new(Order::Little, MICROSECONDS, 1)
            .record_with_lengths([200_000_000; 2], &vec![0; arrived]);
        let mut largest = 0;
        let reading = read(Measured { bytes: &file.bytes, largest: &mut largest });
        assert!(matches!(reading.error, Some(Error::Truncated { .. })));
        assert!(largest <= bound, "{largest} bytes for a file of {arrived}");
    }
}

proptest! {
    #[test]
    fn any_cut_of_the_input_yields_the_same_blocks(
        sizes in prop::collection::vec(1usize..100, 1..20),
    ) {
        for file in [small_pcap(), small_pcapng()] {
            assert_same(&read(Chunked::new(&file, &sizes)), &read_whole(&file));
        }
    }

    #[test]
    fn any_damage_leaves_blocks_that_are_the_file_up_to_the_fault(
        pcapng in any::<bool>(),
        edits in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
    ) {
        let mut file = if pcapng { small_pcapng() } else { small_pcap() };
        for (at, byte) in edits {
            let at = at.index(file.len());
            file[at] = byte;
        }
        let reading = read(file.as_slice());
        let joined = reading.joined();
        prop_assert!(file.starts_with(&joined));
        match reading.error {
            None => prop_assert_eq!(joined.len(), file.len()),
            Some(error) => {
                prop_assert!(joined.len() as u64 <= error.offset());
                prop_assert!(error.offset() < file.len() as u64);
                prop_assert!(!error.to_string().contains('\n'));
            }
        }
    }

    #[test]
    fn any_bytes_after_a_sound_beginning_are_survived(
        pcapng in any::<bool>(),
        tail in prop::collection::vec(prop_oneof![Just(0u8), 0u8..40, any::<u8>()], 0..200),
    ) {
        let sound = if pcapng { small_pcapng() } else { small_pcap() };
        let file = [sound.as_slice(), &tail].concat();
        let reading = read(file.as_slice());
        prop_assert!(reading.joined().len() >= sound.len());
        prop_assert!(file.starts_with(&reading.joined()));
    }
}

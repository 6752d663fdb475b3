//! Any capture file: what the reader gives is the file, whole or up to a fault, wherever it is cut,
//! and pcap-parser finds the same frames in it.

use arbitrary::{Result, Unstructured};
use inetsum_capture::{Error, Frame, Reader};

use crate::capture_input::capture;
use crate::pcap_oracle::read_with_oracle;
use crate::reading::{Reading, read};

/// How many places the file is cut at, where not every one is tried.
const MOST_CUTS: usize = 4;
/// The type of the block that pcapng begins with.
const SECTION_HEADER: &[u8] = b"\x0a\x0d\x0d\x0a";
/// Block types, in either byte order.
const OBSOLETE_PACKET: [u8; 4] = [2, 0, 0, 0];
const SIMPLE_PACKET: [u8; 4] = [3, 0, 0, 0];
const INTERFACE: [u8; 4] = [1, 0, 0, 0];
/// Where an interface's description has its snaplen.
const SNAPLEN: std::ops::Range<usize> = 12..16;

/// Reads the capture that the input stands for.
pub fn run(input: &[u8]) {
    let Ok((file, step)) = file_and_step(input) else { return };
    let whole = read(&file[..]);
    assert_is_file(&whole, &file);
    assert_frames_lie_in_blocks(&file);
    for len in (0..file.len()).step_by(step) {
        assert_is_part(&read(&file[..len]), &whole, &file[..len]);
    }
    if whole.error.is_none() && is_known_to_oracle(&whole) {
        assert_oracle_agrees(&whole, &file);
    }
}

/// The capture, and how far the places are apart that it is cut at.
fn file_and_step(input: &[u8]) -> Result<(Vec<u8>, usize)> {
    let mut from = Unstructured::new(input);
    let cuts_everywhere = from.ratio(1u8, 64u8)?;
    let file = capture(&mut from)?;
    let step = if cuts_everywhere { 1 } else { file.len() / MOST_CUTS + 1 };
    Ok((file, step))
}

/// Whether the blocks are the file up to what the error speaks of.
fn assert_is_file(reading: &Reading, file: &[u8]) {
    let joined = reading.joined();
    assert!(file.starts_with(&joined));
    match &reading.error {
        None => assert_eq!(joined.len(), file.len()),
        Some(error) => {
            let offset = usize::try_from(error.offset()).expect("a place in the file");
            assert!(joined.len() <= offset && offset <= file.len(), "{error}");
            assert!(!error.to_string().contains('\n'));
        }
    }
}

fn assert_frames_lie_in_blocks(file: &[u8]) {
    let Ok(mut reader) = Reader::new(file) else { return };
    let mut number = 0;
    while let Ok(Some(block)) = reader.next_block() {
        let Some(frame) = &block.frame else { continue };
        number += 1;
        assert_eq!(frame.number, number);
        assert!(frame.data.start <= frame.data.end && frame.data.end <= block.bytes.len());
        assert_eq!(block.frame_bytes(), Some(&block.bytes[frame.data.clone()]));
        let packet = frame.packet();
        assert!(frame.data.start == packet.start && packet.end <= frame.data.end);
        assert!(packet.len() <= frame.packet_len());
        assert_eq!(block.packet_bytes(), Some(&block.bytes[packet]));
        // Whatever its ticks are, they can be asked for.
        _ = frame.timestamp.map(|timestamp| timestamp.since_epoch());
    }
}

/// Whether what is read of the first bytes is what was read of them in the whole file.
fn assert_is_part(part: &Reading, whole: &Reading, file: &[u8]) {
    assert_is_file(part, file);
    let is_there = |(offset, bytes): &&(u64, Vec<u8>)| *offset as usize + bytes.len() <= file.len();
    assert!(part.blocks.iter().eq(whole.blocks.iter().filter(is_there)));
    assert!(part.frames[..] == whole.frames[..part.frames.len()]);
    if let Some(Error::Truncated { offset, needed, left }) = part.error {
        assert_eq!(offset as usize + left, file.len());
        assert!(left < needed);
    }
}

/// Not so the obsolete Packet Block, the snaplen of an interface in Simple Packet Blocks, and the
/// order of the two lengths before version 2.4 of pcap.
fn is_known_to_oracle(whole: &Reading) -> bool {
    let has = |block_type: [u8; 4]| {
        move |(_, bytes): &&(u64, Vec<u8>)| {
            let mut swapped = block_type;
            swapped.reverse();
            bytes.starts_with(&block_type) || bytes.starts_with(&swapped)
        }
    };
    let has_snaplen = whole
        .blocks
        .iter()
        .filter(has(INTERFACE))
        .any(|(_, bytes)| bytes.get(SNAPLEN).is_some_and(|snaplen| *snaplen != [0; 4]));
    let minor = |bytes: &[u8]| u16::from_le_bytes([bytes[6], bytes[7]]);
    let is_old = whole.blocks.first().is_some_and(|(_, header)| {
        !header.starts_with(SECTION_HEADER) && minor(header).min(minor(header).swap_bytes()) < 4
    });
    let has = |block_type| whole.blocks.iter().any(|block| has(block_type)(&block));
    !(is_old || has(OBSOLETE_PACKET) || has_snaplen && has(SIMPLE_PACKET))
}

fn assert_oracle_agrees(whole: &Reading, file: &[u8]) {
    let oracle = read_with_oracle(file);
    if !oracle.whole {
        return;
    }
    assert_eq!(whole.frames.len(), oracle.frames.len());
    for (ours, theirs) in whole.frames.iter().zip(&oracle.frames) {
        // It does not look for the length of the check sequence in flags.
        let about = Frame { fcs_len: ours.about.fcs_len, ..theirs.about.clone() };
        assert_eq!((&ours.about, ours.offset, &ours.bytes), (&about, theirs.offset, &theirs.bytes));
    }
}

//! Captures around frames.

/// Length in bytes of the header of a pcap, and of that of a record.
pub(crate) const HEADER_LEN: usize = 24;
pub(crate) const RECORD_HEADER_LEN: usize = 16;

pub(crate) const ETHERNET: u32 = 1;

/// An option, by code and value.
pub(crate) type PacketOption<'a> = (u16, &'a [u8]);

/// A pcap of whole Ethernet frames.
pub(crate) fn pcap(frames: &[Vec<u8>]) -> Vec<u8> {
    let records = frames.iter().map(|frame| record(frame, frame.len()));
    std::iter::once(header(ETHERNET)).chain(records).flatten().collect()
}

pub(crate) fn header(link_type: u32) -> Vec<u8> {
    words(&[0xa1b2_c3d4, 0x0004_0002, 0, 0, 65535, link_type])
}

pub(crate) fn record(frame: &[u8], original_len: usize) -> Vec<u8> {
    record_at(1_700_000_000, frame, original_len)
}

/// A record with a time in seconds.
pub(crate) fn record_at(time: u32, frame: &[u8], original_len: usize) -> Vec<u8> {
    let header = words(&[time, 7, frame.len() as u32, original_len as u32]);
    [header.as_slice(), frame].concat()
}

/// Where the bytes of a pcap's frame start, of frames as long as those before it.
pub(crate) fn frame_offset(frames: &[Vec<u8>], index: usize) -> usize {
    let before: usize = frames[..index].iter().map(|frame| RECORD_HEADER_LEN + frame.len()).sum();
    HEADER_LEN + before + RECORD_HEADER_LEN
}

/// A pcapng of whole Ethernet frames, each with these options.
pub(crate) fn pcapng(frames: &[Vec<u8>], options: &[PacketOption<'_>]) -> Vec<u8> {
    let mut capture = [section_header(), block(1, &words(&[ETHERNET, 0]))].concat();
    for frame in frames {
        let len = frame.len() as u32;
        let mut body = words(&[0, 0, 0, len, len]);
        body.extend(padded(frame));
        for (code, value) in options {
            body.extend(code.to_le_bytes());
            body.extend((value.len() as u16).to_le_bytes());
            body.extend(padded(value));
        }
        capture.extend(block(6, &body));
    }
    capture
}

pub(crate) fn section_header() -> Vec<u8> {
    block(0x0a0d_0d0a, &words(&[0x1a2b_3c4d, 1, u32::MAX, u32::MAX]))
}

pub(crate) fn block(block_type: u32, body: &[u8]) -> Vec<u8> {
    let len = body.len() as u32 + 12;
    [words(&[block_type, len]).as_slice(), body, &len.to_le_bytes()].concat()
}

fn words(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

fn padded(bytes: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    bytes.resize(bytes.len().next_multiple_of(4), 0);
    bytes
}

//! pcap: a file header, then records, each a header and a frame.

use crate::fields::{ByteOrder, Fields};
use crate::timestamp::Clock;
use crate::{Damage, Error, Frame, Timestamp};

pub(crate) const FILE_HEADER_LEN: usize = 24;

const MAGIC_MICROSECONDS: u32 = 0xa1b2_c3d4;
const MAGIC_NANOSECONDS: u32 = 0xa1b2_3c4d;
/// Of a patched libpcap, whose record headers go on with interface index, protocol and type.
const MAGIC_MODIFIED: u32 = 0xa1b2_cd34;

const RECORD_HEADER_LEN: usize = 16;
const MODIFIED_RECORD_HEADER_LEN: usize = 24;

/// Offsets in the file header.
const VERSION: usize = 4;
const LINK_TYPE: usize = 20;

/// The fields that share the last word of the file header with the link type.
const LINK_TYPE_RESERVED: u32 = 0x03ff_0000;
const FCS_LEN_PRESENT: u32 = 0x0400_0000;
const FCS_LEN_SHIFT: u32 = 28;

/// The byte order of a pcap file that starts with `magic`, if one does.
pub(crate) fn byte_order(magic: [u8; 4]) -> Option<ByteOrder> {
    ByteOrder::detect(magic, |word| {
        matches!(word, MAGIC_MICROSECONDS | MAGIC_NANOSECONDS | MAGIC_MODIFIED)
    })
}

/// What the file header says about all records.
#[derive(Debug)]
pub(crate) struct FileHeader {
    pub(crate) order: ByteOrder,
    pub(crate) record_header_len: usize,
    lengths_may_be_swapped: bool,
    link_type: u32,
    clock: Clock,
    fcs_len: Option<u8>,
}

impl FileHeader {
    pub(crate) fn parse(header: Fields<'_>) -> Result<Self, Error> {
        let [magic, version, _zone, _accuracy, _snaplen, link_type] = header.words(0)?;
        let [major, minor] = header.order.halves(version);
        if major != 2 {
            let offset = header.offset_of(VERSION);
            return Err(Error::UnsupportedVersion { offset, major, minor });
        }
        let bits = link_type & LINK_TYPE_RESERVED;
        if bits != 0 {
            return Err(header.damaged(LINK_TYPE, Damage::ReservedLinkTypeBits { bits }));
        }
        let fcs_words = (link_type >> FCS_LEN_SHIFT) as u8;
        Ok(Self {
            order: header.order,
            record_header_len: match magic {
                MAGIC_MODIFIED => MODIFIED_RECORD_HEADER_LEN,
                _ => RECORD_HEADER_LEN,
            },
            lengths_may_be_swapped: minor < 4,
            link_type: link_type & 0xffff,
            clock: match magic {
                MAGIC_NANOSECONDS => Clock::NANOSECONDS,
                _ => Clock::MICROSECONDS,
            },
            fcs_len: (link_type & FCS_LEN_PRESENT != 0).then(|| fcs_words.saturating_mul(2)),
        })
    }

    /// The frame of the record that starts with `header`. The record ends where its data ends.
    #[inline]
    pub(crate) fn frame(&self, header: Fields<'_>, number: u64) -> Result<Frame, Error> {
        let [seconds, fraction, mut captured, mut original] = header.words(0)?;
        // Writers before version 2.4 disagreed on the order of the two, but not on their meaning.
        if self.lengths_may_be_swapped && captured > original {
            (captured, original) = (original, captured);
        }
        let start = self.record_header_len;
        let whole = u64::from(seconds).saturating_mul(self.clock.ticks_per_second.get());
        let ticks = whole.saturating_add(fraction.into());
        Ok(Frame {
            number,
            interface: 0,
            link_type: self.link_type,
            timestamp: Some(Timestamp { ticks, clock: self.clock }),
            data: start..start.saturating_add(captured as usize),
            original_len: original as usize,
            fcs_len: self.fcs_len,
            has_hash: false,
        })
    }
}

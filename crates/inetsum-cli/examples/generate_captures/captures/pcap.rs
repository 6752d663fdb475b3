//! The pcap format.

use super::frame::Link;
use super::tap::Record;

/// A byte order.
#[derive(Clone, Copy)]
pub(crate) enum Order {
    /// Least significant byte first.
    Little,
    /// Most significant byte first.
    Big,
}

/// The unit of the fractions of a second.
#[derive(Clone, Copy)]
pub(crate) enum Unit {
    /// 10^-6 s.
    Microseconds,
    /// 10^-9 s.
    Nanoseconds,
}

/// The most bytes that are kept of a frame.
pub(crate) const SNAPLEN: u32 = 262_144;

/// A pcap file of Ethernet frames.
pub(crate) fn file(order: Order, unit: Unit, records: &[Record]) -> Vec<u8> {
    const VERSION: [u16; 2] = [2, 4];
    const SECOND: u64 = 1_000_000_000;
    let (magic, nanoseconds_per_unit) = match unit {
        Unit::Microseconds => (0xa1b2_c3d4, 1_000),
        Unit::Nanoseconds => (0xa1b2_3c4d, 1),
    };
    let mut file = order.words([magic]);
    file.extend(VERSION.into_iter().flat_map(|number| order.u16(number)));
    file.extend(order.words([0, 0, SNAPLEN, Link::Ethernet as u32]));
    for record in records {
        file.extend(order.words([
            (record.time / SECOND) as u32,
            (record.time % SECOND / nanoseconds_per_unit) as u32,
            record.bytes.len() as u32,
            record.original_len as u32,
        ]));
        file.extend(&record.bytes);
    }
    file
}

impl Order {
    fn u16(self, value: u16) -> [u8; 2] {
        match self {
            Self::Little => value.to_le_bytes(),
            Self::Big => value.to_be_bytes(),
        }
    }

    fn u32(self, value: u32) -> [u8; 4] {
        match self {
            Self::Little => value.to_le_bytes(),
            Self::Big => value.to_be_bytes(),
        }
    }

    fn words<const N: usize>(self, words: [u32; N]) -> Vec<u8> {
        words.into_iter().flat_map(|word| self.u32(word)).collect()
    }
}

//! The pcapng format, in little-endian order.

use std::net::IpAddr;

use super::frame::{Direction, Link};
use super::tap::Record;

/// The code of a comment, in any block.
pub(crate) const COMMENT: u16 = 1;
/// The hardware, in the section header.
pub(crate) const SHB_HARDWARE: u16 = 2;
/// The operating system, in the section header.
pub(crate) const SHB_OS: u16 = 3;
/// The program that captured, in the section header.
pub(crate) const SHB_USERAPPL: u16 = 4;
/// The name of an interface.
pub(crate) const IF_NAME: u16 = 2;
/// Its hardware address.
pub(crate) const IF_MACADDR: u16 = 6;
/// The unit of its times, as a negative power of ten; microseconds if left out.
pub(crate) const IF_TSRESOL: u16 = 9;

const SECTION_HEADER: u32 = 0x0a0d_0d0a;
const INTERFACE_DESCRIPTION: u32 = 1;
const NAME_RESOLUTION: u32 = 4;
const INTERFACE_STATISTICS: u32 = 5;
const ENHANCED_PACKET: u32 = 6;

const NRB_IPV4: u16 = 1;
const NRB_IPV6: u16 = 2;
const EPB_FLAGS: u16 = 2;
const ISB_IFRECV: u16 = 4;
const ISB_IFDROP: u16 = 5;

/// Code and value of an option.
pub(crate) type Opt<'a> = (u16, &'a [u8]);

/// How the frames of an interface are recorded.
#[derive(Clone, Copy)]
pub(crate) struct Interface {
    /// Its number, in the order of description from 0.
    pub(crate) number: u32,
    /// Their form.
    pub(crate) link: Link,
    /// The most bytes that are kept of a frame.
    pub(crate) snaplen: u32,
    /// How many nanoseconds its unit of time has.
    pub(crate) tick: u64,
}

impl Interface {
    fn ticks(self, time: u64) -> Vec<u8> {
        let ticks = time / self.tick;
        words([(ticks >> 32) as u32, ticks as u32])
    }
}

/// A pcapng file in the making.
pub(crate) struct Pcapng(Vec<u8>);

impl Pcapng {
    /// Begins with a section header.
    pub(crate) fn new(options: &[Opt<'_>]) -> Self {
        const BYTE_ORDER: u32 = 0x1a2b_3c4d;
        const VERSION_1_0: u32 = 1;
        const UNKNOWN_LENGTH: u32 = u32::MAX;
        let mut body = words([BYTE_ORDER, VERSION_1_0, UNKNOWN_LENGTH, UNKNOWN_LENGTH]);
        body.extend(list(options));
        let mut file = Self(Vec::new());
        file.block(SECTION_HEADER, &body);
        file
    }

    /// Describes the next interface.
    pub(crate) fn interface(&mut self, interface: Interface, options: &[Opt<'_>]) {
        let body = [words([interface.link as u32, interface.snaplen]), list(options)].concat();
        self.block(INTERFACE_DESCRIPTION, &body);
    }

    /// Names addresses.
    pub(crate) fn names(&mut self, names: &[(IpAddr, &str)]) {
        let records: Vec<(u16, Vec<u8>)> = names
            .iter()
            .map(|(address, name)| match address {
                IpAddr::V4(v4) => (NRB_IPV4, [&v4.octets(), name.as_bytes(), &[0]].concat()),
                IpAddr::V6(v6) => (NRB_IPV6, [&v6.octets(), name.as_bytes(), &[0]].concat()),
            })
            .collect();
        self.block(NAME_RESOLUTION, &list(&records));
    }

    /// Adds a frame, with its direction and its comment if it has one.
    pub(crate) fn packet(&mut self, interface: Interface, record: &Record) {
        let direction: u32 = match record.direction {
            Direction::In => 1,
            Direction::Out => 2,
        };
        let direction = direction.to_le_bytes();
        let mut options: Vec<Opt<'_>> = vec![(EPB_FLAGS, &direction)];
        options.extend(record.comment.map(|comment| (COMMENT, comment.as_bytes())));
        let body = [
            words([interface.number]),
            interface.ticks(record.time),
            words([record.bytes.len() as u32, record.original_len as u32]),
            padded(&record.bytes),
            list(&options),
        ]
        .concat();
        self.block(ENHANCED_PACKET, &body);
    }

    /// Adds the statistics of an interface at the end of its capture.
    pub(crate) fn statistics(&mut self, interface: Interface, records: &[Record]) {
        let end = records.last().map_or(0, |record| record.time);
        let (received, dropped) = ((records.len() as u64).to_le_bytes(), 0_u64.to_le_bytes());
        let options = list(&[(ISB_IFRECV, received), (ISB_IFDROP, dropped)]);
        let body = [words([interface.number]), interface.ticks(end), options].concat();
        self.block(INTERFACE_STATISTICS, &body);
    }

    /// Adds a block of any type.
    pub(crate) fn block(&mut self, block_type: u32, body: &[u8]) {
        let body = padded(body);
        let length = body.len() as u32 + 12;
        self.0.extend(words([block_type, length]));
        self.0.extend(body);
        self.0.extend(words([length]));
    }

    /// The file.
    pub(crate) fn into_bytes(self) -> Vec<u8> {
        self.0
    }
}

/// Options, or the records of a name resolution block, and the mark that ends them.
fn list(options: &[(u16, impl AsRef<[u8]>)]) -> Vec<u8> {
    let mut list = Vec::new();
    for (code, value) in options {
        let value = value.as_ref();
        list.extend(code.to_le_bytes());
        list.extend((value.len() as u16).to_le_bytes());
        list.extend(padded(value));
    }
    list.extend([0; 4]);
    list
}

fn padded(bytes: &[u8]) -> Vec<u8> {
    let mut padded = bytes.to_vec();
    padded.resize(bytes.len().next_multiple_of(4), 0);
    padded
}

fn words<const N: usize>(words: [u32; N]) -> Vec<u8> {
    words.into_iter().flat_map(u32::to_le_bytes).collect()
}

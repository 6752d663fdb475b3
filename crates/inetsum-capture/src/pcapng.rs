//! pcapng: sections, each a section header and blocks in the byte order it declares.

mod options;
mod packet;

use crate::fields::{ByteOrder, Fields};
use crate::timestamp::Clock;
use crate::{Damage, Error, Frame, Timestamp};
use packet::Packet;

/// The type of a Section Header Block, the same in both byte orders.
pub(crate) const SECTION_HEADER_MAGIC: [u8; 4] = SECTION_HEADER.to_le_bytes();
/// What must be read of a block to learn its byte order and length; no block is shorter.
pub(crate) const HEAD_LEN: usize = 12;

const SECTION_HEADER: u32 = 0x0a0d_0d0a;
const INTERFACE_DESCRIPTION: u32 = 1;
const PACKET: u32 = 2;
const SIMPLE_PACKET: u32 = 3;
const ENHANCED_PACKET: u32 = 6;

const BYTE_ORDER_MAGIC: u32 = 0x1a2b_3c4d;

/// Every block starts with its type and its length, and ends with its length again.
const LENGTH: usize = 4;
const BODY: usize = 8;
const TRAILER_LEN: usize = 4;

/// Offsets in a Section Header Block, and in an Interface Description Block.
const VERSION: usize = 12;
const SECTION_OPTIONS: usize = 24;
const INTERFACE_OPTIONS: usize = 16;

const IF_TSRESOL: u16 = 9;
const IF_FCSLEN: u16 = 13;
const IF_TSOFFSET: u16 = 14;
/// `epb_flags` and `pack_flags`, `epb_hash` and `pack_hash`.
const PACKET_FLAGS: u16 = 2;
const PACKET_HASH: u16 = 3;

/// 24 MiB worth: far more than any capture has, and a bound for one of descriptions alone.
const MAX_INTERFACES: usize = 1 << 20;

/// The byte order of the section that starts with `head`.
pub(crate) fn byte_order(head: &[u8]) -> Result<ByteOrder, [u8; 4]> {
    let magic = head.get(BODY..).and_then(<[u8]>::first_chunk).copied().unwrap_or_default();
    ByteOrder::detect(magic, |word| word == BYTE_ORDER_MAGIC).ok_or(magic)
}

/// What the blocks of a section so far say about those to come.
#[derive(Debug)]
pub(crate) struct Section {
    pub(crate) order: ByteOrder,
    interfaces: Vec<Interface>,
}

#[derive(Debug)]
struct Interface {
    link_type: u16,
    /// 0 for no limit.
    snaplen: u32,
    /// `None` if its ticks can't be counted.
    clock: Option<Clock>,
    fcs_len: Option<u8>,
}

impl Section {
    pub(crate) fn new(order: ByteOrder) -> Self {
        Self { order, interfaces: Vec::new() }
    }

    /// The length of the block that starts with `head`. A section header opens its section here.
    #[inline]
    pub(crate) fn block_len(&mut self, head: &[u8], offset: u64) -> Result<usize, Error> {
        let mut head = Fields { bytes: head, order: self.order, offset };
        if head.bytes.starts_with(&SECTION_HEADER_MAGIC) {
            head.order = byte_order(head.bytes)
                .map_err(|magic| head.damaged(BODY, Damage::ByteOrderMagic { magic }))?;
            *self = Self::new(head.order);
        }
        let [_, length] = head.words(0)?;
        if !length.is_multiple_of(4) {
            return Err(head.damaged(LENGTH, Damage::UnalignedBlockLength { length }));
        }
        let len = length as usize;
        if len < HEAD_LEN { Err(head.too_short()) } else { Ok(len) }
    }

    /// Takes note of a whole block, and returns the frame in it, which would be the `number`th.
    #[inline]
    pub(crate) fn frame(&mut self, block: Fields<'_>, number: u64) -> Result<Option<Frame>, Error> {
        let [block_type, leading] = block.words(0)?;
        let trailer = block.bytes.len().saturating_sub(TRAILER_LEN);
        let [trailing] = block.words(trailer)?;
        if trailing != leading {
            let reason = Damage::BlockLengthsDiffer { leading, trailing };
            return Err(block.damaged(trailer, reason));
        }
        let block = Fields { bytes: block.bytes.get(..trailer).unwrap_or_default(), ..block };
        let packet = match block_type {
            ENHANCED_PACKET => Packet::enhanced(block)?,
            SIMPLE_PACKET => Packet::simple(block, self.interface(block, 0)?.snaplen)?,
            PACKET => Packet::obsolete(block)?,
            INTERFACE_DESCRIPTION => return self.describe_interface(block).map(|()| None),
            SECTION_HEADER => return check_section_header(block).map(|()| None),
            _ => return Ok(None),
        };
        self.describe_frame(block, packet, number).map(Some)
    }

    fn describe_interface(&mut self, block: Fields<'_>) -> Result<(), Error> {
        let [link_type, snaplen] = block.words(BODY)?;
        let [link_type, _reserved] = block.order.halves(link_type);
        let mut fcs_len = None;
        // Without a timestamp a frame can still be read.
        let mut clock = Some(Clock::MICROSECONDS);
        for option in block.options(INTERFACE_OPTIONS) {
            let option = option?;
            match option.code {
                IF_TSRESOL => {
                    let resolution = option.value_of_len(block).ok();
                    clock = clock
                        .zip(resolution)
                        .and_then(|(clock, [bits])| clock.with_resolution(bits));
                }
                IF_TSOFFSET => {
                    let offset = option.value_of_len(block).ok();
                    clock = clock.zip(offset).map(|(clock, bytes)| Clock {
                        offset: block.order.long(bytes).cast_signed(),
                        ..clock
                    });
                }
                IF_FCSLEN => {
                    let [len] = option.value_of_len(block)?;
                    fcs_len = Some(len);
                }
                _ => {}
            }
        }
        if self.interfaces.len() >= MAX_INTERFACES {
            return Err(block.damaged(0, Damage::TooManyInterfaces { limit: MAX_INTERFACES }));
        }
        self.interfaces.push(Interface { link_type, snaplen, clock, fcs_len });
        Ok(())
    }

    fn interface(&self, block: Fields<'_>, interface: u32) -> Result<&Interface, Error> {
        self.interfaces.get(interface as usize).ok_or_else(|| {
            let described = self.interfaces.len();
            block.damaged(BODY, Damage::UnknownInterface { interface, described })
        })
    }

    #[inline]
    fn describe_frame(
        &self,
        block: Fields<'_>,
        packet: Packet,
        number: u64,
    ) -> Result<Frame, Error> {
        let interface = self.interface(block, packet.interface)?;
        let mut frame = Frame {
            number,
            interface: packet.interface,
            link_type: interface.link_type.into(),
            timestamp: packet
                .ticks
                .and_then(|ticks| Some(Timestamp { ticks, clock: interface.clock? })),
            data: packet.data,
            original_len: packet.original_len as usize,
            fcs_len: interface.fcs_len,
            has_hash: false,
        };
        for option in block.options(packet.options) {
            let option = option?;
            match option.code {
                PACKET_FLAGS => {
                    let flags = block.order.word(option.value_of_len(block)?);
                    frame.fcs_len = fcs_len_in_flags(flags).or(frame.fcs_len);
                }
                PACKET_HASH => frame.has_hash = true,
                _ => {}
            }
        }
        Ok(frame)
    }
}

/// Bits 5–8; 0 where the length is not known.
fn fcs_len_in_flags(flags: u32) -> Option<u8> {
    let len = (flags >> 5) as u8 & 0xf;
    (len != 0).then_some(len)
}

fn check_section_header(block: Fields<'_>) -> Result<(), Error> {
    let [version, _length_low, _length_high] = block.words(VERSION)?;
    match block.order.halves(version) {
        // The format says that 2 is to be read as 0.
        [1, 0 | 2] => {}
        [major, minor] => {
            let offset = block.offset_of(VERSION);
            return Err(Error::UnsupportedVersion { offset, major, minor });
        }
    }
    block.options(SECTION_OPTIONS).try_for_each(|option| option.map(|_| ()))
}

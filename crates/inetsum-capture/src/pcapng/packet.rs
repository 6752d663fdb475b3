//! The three kinds of block that carry a packet.

use std::ops::Range;

use crate::fields::Fields;
use crate::pcapng::BODY;
use crate::{Damage, Error};

/// Where the captured length stands in an Enhanced or obsolete Packet Block, and where the data.
const CAPTURED_LEN: usize = 20;
const DATA: usize = 28;
/// Where the data stand in a Simple Packet Block.
const SIMPLE_DATA: usize = 12;

/// What the three have in common.
pub(super) struct Packet {
    pub(super) interface: u32,
    pub(super) data: Range<usize>,
    pub(super) original_len: u32,
    /// The time, in the unit of the interface.
    pub(super) ticks: Option<u64>,
    /// Where in the block the options start.
    pub(super) options: usize,
}

impl Packet {
    #[inline]
    pub(super) fn enhanced(block: Fields<'_>) -> Result<Self, Error> {
        let [interface] = block.words(BODY)?;
        Self::with_interface(block, interface)
    }

    /// The Packet Block, in which a drop count shares the word of the interface.
    pub(super) fn obsolete(block: Fields<'_>) -> Result<Self, Error> {
        let [interface] = block.words(BODY)?;
        let [interface, _drops] = block.order.halves(interface);
        Self::with_interface(block, interface.into())
    }

    #[inline]
    fn with_interface(block: Fields<'_>, interface: u32) -> Result<Self, Error> {
        let [_interface, time_high, time_low, captured, original_len] = block.words(BODY)?;
        let end = DATA.saturating_add(captured as usize);
        if end > block.bytes.len() {
            let room = block.bytes.len().saturating_sub(DATA);
            return Err(block.damaged(CAPTURED_LEN, Damage::FrameOverrun { captured, room }));
        }
        let ticks = Some(u64::from(time_high) << 32 | u64::from(time_low));
        let options = end.next_multiple_of(4);
        Ok(Self { interface, data: DATA..end, original_len, ticks, options })
    }

    /// The Simple Packet Block does not say how much was captured: as much as the `snaplen` of its
    /// interface lets through (0 is no limit) and the block has room for.
    pub(super) fn simple(block: Fields<'_>, snaplen: u32) -> Result<Self, Error> {
        let [original_len] = block.words(BODY)?;
        let room = block.bytes.len().saturating_sub(SIMPLE_DATA);
        let limit = if snaplen == 0 { u32::MAX } else { snaplen };
        let end = SIMPLE_DATA.saturating_add(room.min(original_len.min(limit) as usize));
        let options = block.bytes.len();
        Ok(Self { interface: 0, data: SIMPLE_DATA..end, original_len, ticks: None, options })
    }
}

//! A capture in the making, on one interface of the laptop.

use std::ops::Range;

use super::frame::{Direction, Link, ethernet, linux_sll2, padded};
use super::hosts::{LAPTOP_MAC, ROUTER_MAC};
use super::message::Message;
use super::packet::Packet;
use super::random::Random;

/// 2026-03-17 09:41:00 UTC, in nanoseconds since 1970.
const START: u64 = 1_773_740_460_000_000_000;

/// A frame as it was captured.
pub(crate) struct Record {
    /// Nanoseconds since 1970.
    pub(crate) time: u64,
    /// Which way it went.
    pub(crate) direction: Direction,
    /// What was captured of it.
    pub(crate) bytes: Vec<u8>,
    /// Its length on the wire.
    pub(crate) original_len: usize,
    /// What somebody noted about it.
    pub(crate) comment: Option<&'static str>,
}

/// A capture in the making.
pub(crate) struct Tap {
    /// What has been captured so far.
    pub(crate) records: Vec<Record>,
    /// The source of payloads.
    pub(crate) random: Random,
    link: Link,
    snaplen: u32,
    before_offload: bool,
    now: u64,
}

impl Tap {
    /// Captures up to `snaplen` bytes of each frame.
    pub(crate) fn new(link: Link, snaplen: u32) -> Self {
        let random = Random::new(link as u64);
        Self { records: Vec::new(), random, link, snaplen, before_offload: false, now: START }
    }

    /// The same, but it sees what the laptop sends before the network card has filled in the
    /// checksums.
    pub(crate) fn before_offload(self) -> Self {
        Self { before_offload: true, ..self }
    }

    /// The laptop sends a message.
    pub(crate) fn sends(&mut self, message: Message) {
        let message = if self.before_offload { message.left_to_card() } else { message };
        self.sends_packet(&message.packet());
    }

    /// The laptop sends a packet just as it is.
    pub(crate) fn sends_packet(&mut self, packet: &Packet) {
        let frame = match self.link {
            Link::Ethernet => ethernet(LAPTOP_MAC, ROUTER_MAC, packet),
            Link::LinuxSll2 => linux_sll2(Direction::Out, LAPTOP_MAC, packet),
        };
        self.record(Direction::Out, 20..100, frame);
    }

    /// The laptop receives a message.
    pub(crate) fn receives(&mut self, message: Message) {
        self.receives_packet(&message.packet());
    }

    /// The laptop receives a packet just as it is.
    pub(crate) fn receives_packet(&mut self, packet: &Packet) {
        let frame = match self.link {
            Link::Ethernet => padded(ethernet(ROUTER_MAC, LAPTOP_MAC, packet)),
            Link::LinuxSll2 => linux_sll2(Direction::In, ROUTER_MAC, packet),
        };
        self.record(Direction::In, 400..9_000, frame);
    }

    /// The last frame.
    pub(crate) fn last(&mut self) -> &mut Record {
        self.records.last_mut().expect("a frame has been captured")
    }

    fn record(&mut self, direction: Direction, microseconds: Range<u64>, mut bytes: Vec<u8>) {
        let nanoseconds = microseconds.start * 1_000..microseconds.end * 1_000;
        self.now += self.random.within(nanoseconds);
        let original_len = bytes.len();
        bytes.truncate(self.snaplen as usize);
        self.records.push(Record { time: self.now, direction, bytes, original_len, comment: None });
    }
}

//! A capture in the making, on one interface of the laptop.

use super::frame::{Cooked, ethernet, linux_sll2, padded};
use super::hosts::{LAPTOP_MAC, ROUTER_MAC};
use super::message::Message;
use super::packet::Packet;
use super::random::Random;

/// 2026-03-17 09:41:00 UTC, in nanoseconds since 1970.
const START: u64 = 1_773_740_460_000_000_000;
const MICROSECOND: u64 = 1_000;

/// Whether the laptop sent or received a frame.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Direction {
    /// It received it.
    In,
    /// It sent it.
    Out,
}

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

/// The form in which an interface shows its frames.
#[derive(Clone, Copy)]
pub(crate) enum Link {
    /// Ethernet.
    Ethernet,
    /// Linux "cooked", version 2.
    LinuxSll2,
}

/// A capture in the making.
pub(crate) struct Tap {
    /// What has been captured so far.
    pub(crate) records: Vec<Record>,
    /// The source of payloads.
    pub(crate) random: Random,
    link: Link,
    snaplen: usize,
    offload: bool,
    now: u64,
}

impl Tap {
    /// Captures up to `snaplen` bytes of each frame. With `offload` it sees what the laptop sends
    /// before the network card has filled in the checksums.
    pub(crate) fn new(link: Link, snaplen: usize, offload: bool) -> Self {
        let random = Random::new(snaplen as u64);
        Self { records: Vec::new(), random, link, snaplen, offload, now: START }
    }

    /// The laptop sends a message.
    pub(crate) fn sends(&mut self, message: Message) {
        let message = if self.offload { message.left_to_card() } else { message };
        self.sends_packet(&message.packet());
    }

    /// The laptop sends a packet just as it is.
    pub(crate) fn sends_packet(&mut self, packet: &Packet) {
        let frame = match self.link {
            Link::Ethernet => ethernet(LAPTOP_MAC, ROUTER_MAC, packet),
            Link::LinuxSll2 => linux_sll2(
                &Cooked { interface: 3, packet_type: 4, source: LAPTOP_MAC },
                packet,
            ),
        };
        self.now += (20 + self.random.below(80)) * MICROSECOND;
        self.record(Direction::Out, frame);
    }

    /// The laptop receives a message.
    pub(crate) fn receives(&mut self, message: Message) {
        self.receives_packet(&message.packet());
    }

    /// The laptop receives a packet just as it is.
    pub(crate) fn receives_packet(&mut self, packet: &Packet) {
        let frame = match self.link {
            Link::Ethernet => padded(ethernet(ROUTER_MAC, LAPTOP_MAC, packet)),
            Link::LinuxSll2 => linux_sll2(
                &Cooked { interface: 3, packet_type: 0, source: ROUTER_MAC },
                packet,
            ),
        };
        self.now += (400 + self.random.below(9_000)) * MICROSECOND;
        self.record(Direction::In, frame);
    }

    /// Notes something about the last frame.
    pub(crate) fn comment(&mut self, text: &'static str) {
        if let Some(record) = self.records.last_mut() {
            record.comment = Some(text);
        }
    }

    fn record(&mut self, direction: Direction, mut bytes: Vec<u8>) {
        let original_len = bytes.len();
        bytes.truncate(self.snaplen);
        self.now += self.random.below(MICROSECOND);
        let time = self.now;
        self.records.push(Record { time, direction, bytes, original_len, comment: None });
    }
}

//! What IP packets carry.

use super::oracle;

pub(crate) const ICMP: u8 = 1;
pub(crate) const IGMP: u8 = 2;
pub(crate) const TCP: u8 = 6;
pub(crate) const UDP: u8 = 17;
pub(crate) const ICMPV6: u8 = 58;
pub(crate) const UDP_LITE: u8 = 136;
pub(crate) const RSVP: u8 = 46;
pub(crate) const RSVP_END_TO_END: u8 = 134;
pub(crate) const PGM: u8 = 113;
pub(crate) const PIM: u8 = 103;
pub(crate) const VRRP: u8 = 112;

/// The payload of an IP packet, whose checksum the packet fills in.
#[derive(Clone, Debug)]
pub(crate) struct Message {
    pub(crate) protocol: u8,
    pub(crate) bytes: Vec<u8>,
    field: Option<usize>,
    covers: usize,
    has_pseudo_header: bool,
    /// The length in the pseudo-header.
    length: u32,
}

impl Message {
    fn new(protocol: u8, bytes: Vec<u8>, field: usize) -> Message {
        let (covers, length) = (bytes.len(), bytes.len().try_into().unwrap());
        let has_pseudo_header = matches!(protocol, TCP | UDP | ICMPV6 | UDP_LITE);
        Message { protocol, bytes, field: Some(field), covers, has_pseudo_header, length }
    }

    /// The same with this in the checksum field, right or not.
    pub(crate) fn stored(mut self, checksum: u16) -> Message {
        let field = self.field.take().expect("a checksum field");
        self.bytes[field..field + 2].copy_from_slice(&checksum.to_be_bytes());
        self
    }

    /// The same with these bytes at `at`, set before the checksum is computed.
    pub(crate) fn with(mut self, at: usize, bytes: &[u8]) -> Message {
        self.bytes[at..at + bytes.len()].copy_from_slice(bytes);
        self
    }

    /// The same, but only its first bytes are summed, of the pseudo-header too.
    pub(crate) fn summed_to(self, covers: usize) -> Message {
        Message { covers, length: covers.try_into().unwrap(), ..self }
    }

    /// The same, but only its first bytes are summed; the pseudo-header has the whole length.
    pub(crate) fn covering(self, covers: usize) -> Message {
        Message { covers, ..self }
    }

    /// The same with a pseudo-header summed or without.
    pub(crate) fn pseudo_header(self, has_pseudo_header: bool) -> Message {
        Message { has_pseudo_header, ..self }
    }

    /// The same with bytes behind it that belong to the IP payload, but are not summed.
    pub(crate) fn surplus(mut self, bytes: &[u8]) -> Message {
        self.bytes.extend(bytes);
        self
    }

    /// Ends in a word that makes the checksum come out as 0, given the addresses.
    pub(crate) fn summing_to_zero(mut self, source: &[u8], destination: &[u8]) -> Message {
        assert!(self.covers.is_multiple_of(2));
        let end = self.covers;
        self.bytes[end - 2..end].fill(0);
        let checksum = self.computed(source, destination);
        self.with(end - 2, &checksum.to_be_bytes())
    }

    fn computed(&self, source: &[u8], destination: &[u8]) -> u16 {
        let mut summed = Vec::new();
        if self.has_pseudo_header {
            summed = oracle::pseudo_header(source, destination, self.protocol, self.length);
        }
        summed.extend(&self.bytes[..self.covers]);
        oracle::checksum(&summed)
    }

    /// The bytes with the checksum of a packet between these addresses.
    pub(crate) fn sealed(mut self, source: &[u8], destination: &[u8]) -> Vec<u8> {
        if let Some(field) = self.field {
            let mut checksum = self.computed(source, destination);
            if matches!(self.protocol, UDP | UDP_LITE | RSVP | RSVP_END_TO_END | PGM) {
                checksum = oracle::never_zero(checksum);
            }
            self.bytes[field..field + 2].copy_from_slice(&checksum.to_be_bytes());
        }
        self.bytes
    }
}

/// A protocol with its checksum field at `field`, all of it summed without a pseudo-header.
pub(crate) fn message(protocol: u8, field: usize, bytes: &[u8]) -> Message {
    Message::new(protocol, bytes.to_vec(), field).with(field, &[0; 2])
}

/// A protocol without a checksum of its own, or with none that is looked at.
pub(crate) fn other(protocol: u8, bytes: &[u8]) -> Message {
    Message { field: None, ..Message::new(protocol, bytes.to_vec(), 0) }
}

pub(crate) fn tcp(payload: &[u8]) -> Message {
    let header = *b"\xc0\x01\0\x50\0\0\0\x01\0\0\0\x02\x50\x18\x10\0\0\0\0\0";
    Message::new(TCP, [&header, payload].concat(), 16)
}

pub(crate) fn udp(payload: &[u8]) -> Message {
    udp_to(53, payload)
}

pub(crate) fn udp_to(port: u16, payload: &[u8]) -> Message {
    // A jumbogram's length does not fit and is 0 (RFC 2675 § 4).
    let length = u16::try_from(payload.len() + 8).unwrap_or(0);
    let header = [&[0xc0, 1], &port.to_be_bytes()[..], &length.to_be_bytes(), &[0, 0]].concat();
    Message::new(UDP, [&header, payload].concat(), 6)
}

/// A UDP-Lite packet whose checksum covers `coverage` bytes, 0 all of them, whatever is legal.
pub(crate) fn udp_lite(coverage: u16, payload: &[u8]) -> Message {
    let header = [&[0xc0, 1, 0, 53], &coverage.to_be_bytes()[..], &[0, 0]].concat();
    let mut message = Message::new(UDP_LITE, [&header, payload].concat(), 6);
    if (8..=message.bytes.len()).contains(&coverage.into()) {
        message.covers = coverage.into();
    }
    message
}

/// Type and what follows the checksum.
pub(crate) fn icmp(kind: u8, rest: &[u8]) -> Message {
    Message::new(ICMP, [&[kind, 0, 0, 0], rest].concat(), 2)
}

pub(crate) fn icmpv6(kind: u8, rest: &[u8]) -> Message {
    Message::new(ICMPV6, [&[kind, 0, 0, 0], rest].concat(), 2)
}

pub(crate) fn igmp(kind: u8, rest: &[u8]) -> Message {
    Message::new(IGMP, [&[kind, 0, 0, 0], rest].concat(), 2)
}

/// An extension structure (RFC 4884) with one object, right in its checksum.
pub(crate) fn icmp_extension(data: &[u8]) -> Vec<u8> {
    let object_len = u16::try_from(data.len() + 4).unwrap().to_be_bytes();
    let mut bytes = [&[0x20, 0, 0, 0], &object_len[..], &[1, 1], data].concat();
    let checksum = oracle::checksum(&bytes).to_be_bytes();
    bytes[2..4].copy_from_slice(&checksum);
    bytes
}

/// A PIM message of this type; over IPv6 it has a pseudo-header.
pub(crate) fn pim(kind: u8, rest: &[u8]) -> Message {
    Message::new(PIM, [&[0x20 | kind, 0, 0, 0], rest].concat(), 2)
}

/// A PIM Register message around a packet, all of it summed.
pub(crate) fn pim_register(packet: &[u8]) -> Message {
    pim(1, &[&[0; 4], packet].concat())
}

/// A VRRP advertisement of this version for one IPv4 address.
pub(crate) fn vrrp(version: u8) -> Message {
    let message = [version << 4 | 1, 7, 200, 1, 0, 100, 0, 0, 192, 0, 2, 254];
    Message::new(VRRP, message.to_vec(), 6)
}

pub(crate) fn carp() -> Message {
    let rest = (0..28).collect::<Vec<u8>>();
    Message::new(VRRP, [&[0x21, 1, 0, 7, 0, 1, 0, 0], &rest[..]].concat(), 6)
}

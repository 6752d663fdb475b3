//! IP packets, whole and in fragments.

use std::net::{Ipv4Addr, Ipv6Addr};

use super::message::{Addresses, Message, length_field};

const DONT_FRAGMENT: u16 = 0x4000;
const MORE_FRAGMENTS_V4: u16 = 0x2000;
const MORE_FRAGMENTS_V6: u16 = 1;
const FRAGMENT_HEADER: u8 = 44;
const CHECKSUM: usize = 10;

/// An IPv4 or IPv6 packet.
pub(crate) struct Packet {
    /// Its EtherType.
    pub(crate) ethertype: u16,
    /// Its headers and payload.
    pub(crate) bytes: Vec<u8>,
}

impl Packet {
    /// The same IPv4 packet with zero in the checksum field of its header.
    pub(crate) fn without_header_checksum(mut self) -> Self {
        self.bytes[CHECKSUM..][..2].fill(0);
        self
    }
}

impl Message {
    /// The message in one packet.
    pub(crate) fn packet(&self) -> Packet {
        match self.addresses {
            Addresses::V4(addresses) => {
                ipv4(self, addresses, Fragment { id: 0, place: DONT_FRAGMENT }, &self.bytes)
            }
            Addresses::V6(addresses) => ipv6(self, addresses, self.protocol, &self.bytes),
        }
    }

    /// The message in fragments that carry up to `len` bytes of it, a multiple of eight.
    pub(crate) fn fragments(&self, id: u16, len: usize) -> Vec<Packet> {
        let last = (self.bytes.len() - 1) / len;
        let fragment = |(index, payload): (usize, &[u8])| {
            let (offset, more) = ((index * len) as u16, index < last);
            match self.addresses {
                Addresses::V4(addresses) => {
                    let place = (offset / 8) | if more { MORE_FRAGMENTS_V4 } else { 0 };
                    ipv4(self, addresses, Fragment { id, place }, payload)
                }
                Addresses::V6(addresses) => {
                    let place = offset | if more { MORE_FRAGMENTS_V6 } else { 0 };
                    let (place, id) = (place.to_be_bytes(), u32::from(id).to_be_bytes());
                    let payload = [&[self.protocol, 0][..], &place, &id, payload].concat();
                    ipv6(self, addresses, FRAGMENT_HEADER, &payload)
                }
            }
        };
        self.bytes.chunks(len).enumerate().map(fragment).collect()
    }
}

/// The fields of an IPv4 header that tell fragments apart.
struct Fragment {
    id: u16,
    /// Flags, and the offset in units of eight bytes.
    place: u16,
}

fn ipv4(
    message: &Message,
    [source, destination]: [Ipv4Addr; 2],
    fragment: Fragment,
    payload: &[u8],
) -> Packet {
    let mut bytes = [
        &[0x45, 0][..],
        &length_field(20 + payload.len()),
        &fragment.id.to_be_bytes(),
        &fragment.place.to_be_bytes(),
        &[message.hop_limit, message.protocol, 0, 0],
        &source.octets(),
        &destination.octets(),
    ]
    .concat();
    let checksum = inetsum::checksum(&bytes);
    bytes[CHECKSUM..][..2].copy_from_slice(&checksum.to_be_bytes());
    bytes.extend(payload);
    Packet { ethertype: 0x0800, bytes }
}

fn ipv6(
    message: &Message,
    [source, destination]: [Ipv6Addr; 2],
    next_header: u8,
    payload: &[u8],
) -> Packet {
    let bytes = [
        &[0x60, 0, 0, 0][..],
        &length_field(payload.len()),
        &[next_header, message.hop_limit],
        &source.octets(),
        &destination.octets(),
        payload,
    ]
    .concat();
    Packet { ethertype: 0x86dd, bytes }
}

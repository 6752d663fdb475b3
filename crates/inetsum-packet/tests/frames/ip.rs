//! IP packets of both versions.

use super::message::Message;
use super::oracle;

pub(crate) const SOURCE_V4: [u8; 4] = [192, 0, 2, 1];
pub(crate) const DESTINATION_V4: [u8; 4] = [198, 51, 100, 2];
pub(crate) const SOURCE_V6: [u8; 16] = *b"\x20\x01\x0d\xb8\0\0\0\0\0\0\0\0\0\0\0\x01";
pub(crate) const DESTINATION_V6: [u8; 16] = *b"\x20\x01\x0d\xb8\0\0\0\0\0\0\0\0\0\0\0\x02";

/// An IPv4 packet in the making.
#[derive(Clone)]
pub(crate) struct V4 {
    options: Vec<u8>,
    fragment: u16,
    total_len: Option<u16>,
    checksum: Option<u16>,
    pseudo_destination: [u8; 4],
}

impl V4 {
    pub(crate) const HEADER_LEN: usize = 20;
    pub(crate) const MORE_FRAGMENTS: u16 = 0x2000;
    pub(crate) const DO_NOT_FRAGMENT: u16 = 0x4000;

    pub(crate) fn new() -> V4 {
        V4 {
            options: Vec::new(),
            fragment: 0,
            total_len: None,
            checksum: None,
            pseudo_destination: DESTINATION_V4,
        }
    }

    pub(crate) fn options(self, options: &[u8]) -> V4 {
        assert!(options.len().is_multiple_of(4));
        V4 { options: options.to_vec(), ..self }
    }

    /// Flags and fragment offset.
    pub(crate) fn fragment(self, fragment: u16) -> V4 {
        V4 { fragment, ..self }
    }

    pub(crate) fn total_len(self, total_len: u16) -> V4 {
        V4 { total_len: Some(total_len), ..self }
    }

    pub(crate) fn checksum(self, checksum: u16) -> V4 {
        V4 { checksum: Some(checksum), ..self }
    }

    /// The destination in the pseudo-header, where it is not the header's.
    pub(crate) fn pseudo_destination(self, pseudo_destination: [u8; 4]) -> V4 {
        V4 { pseudo_destination, ..self }
    }

    pub(crate) fn carry(self, message: Message) -> Vec<u8> {
        let header_len = V4::HEADER_LEN + self.options.len();
        let total_len = self.total_len.unwrap_or_else(|| {
            (header_len + message.bytes.len()).try_into().expect("a packet of 64 KiB at most")
        });
        let mut packet = vec![0x40 | (header_len / 4) as u8, 0];
        packet.extend(total_len.to_be_bytes());
        packet.extend([0x12, 0x34]);
        packet.extend(self.fragment.to_be_bytes());
        packet.extend([64, message.protocol, 0, 0]);
        packet.extend(SOURCE_V4);
        packet.extend(DESTINATION_V4);
        packet.extend(self.options);
        let checksum = self.checksum.unwrap_or(oracle::checksum(&packet));
        packet[10..12].copy_from_slice(&checksum.to_be_bytes());
        packet.extend(message.sealed(&SOURCE_V4, &self.pseudo_destination));
        packet
    }
}

/// An IPv6 packet in the making.
#[derive(Clone)]
pub(crate) struct V6 {
    /// The number of each and its bytes, the next header left 0.
    extensions: Vec<(u8, Vec<u8>)>,
    payload_len: Option<u16>,
    pseudo_source: [u8; 16],
    pseudo_destination: [u8; 16],
}

impl V6 {
    pub(crate) const HEADER_LEN: usize = 40;
    pub(crate) const HOP_BY_HOP: u8 = 0;
    pub(crate) const ROUTING: u8 = 43;
    pub(crate) const FRAGMENT: u8 = 44;
    pub(crate) const DESTINATION_OPTIONS: u8 = 60;

    pub(crate) fn new() -> V6 {
        V6 {
            extensions: Vec::new(),
            payload_len: None,
            pseudo_source: SOURCE_V6,
            pseudo_destination: DESTINATION_V6,
        }
    }

    /// Adds an extension header with these bytes.
    pub(crate) fn extension(mut self, number: u8, bytes: &[u8]) -> V6 {
        self.extensions.push((number, bytes.to_vec()));
        self
    }

    /// Adds an extension header with options, padded to a multiple of 8 bytes.
    pub(crate) fn options(self, number: u8, options: &[u8]) -> V6 {
        let len = (2 + options.len()).next_multiple_of(8);
        let mut bytes = [&[0, (len / 8 - 1) as u8], options].concat();
        bytes.resize(len, 0);
        self.extension(number, &bytes)
    }

    /// Adds a fragment header: offset in bytes, and whether more fragments follow.
    pub(crate) fn fragment(self, offset: u16, more: bool) -> V6 {
        let [high, low] = (offset | u16::from(more)).to_be_bytes();
        self.extension(V6::FRAGMENT, &[0, 0, high, low, 0, 0, 0, 7])
    }

    /// Adds a routing header.
    pub(crate) fn routing(self, kind: u8, segments_left: u8, addresses: &[[u8; 16]]) -> V6 {
        let header = [0, (2 * addresses.len()) as u8, kind, segments_left, 0, 0, 0, 0];
        self.extension(V6::ROUTING, &[&header, addresses.as_flattened()].concat())
    }

    pub(crate) fn payload_len(self, payload_len: u16) -> V6 {
        V6 { payload_len: Some(payload_len), ..self }
    }

    /// The source in the pseudo-header, where it is not the header's.
    pub(crate) fn pseudo_source(self, pseudo_source: [u8; 16]) -> V6 {
        V6 { pseudo_source, ..self }
    }

    /// The destination in the pseudo-header, where it is not the header's.
    pub(crate) fn pseudo_destination(self, pseudo_destination: [u8; 16]) -> V6 {
        V6 { pseudo_destination, ..self }
    }

    pub(crate) fn carry(self, message: Message) -> Vec<u8> {
        let mut next_header = message.protocol;
        let mut payload = message.sealed(&self.pseudo_source, &self.pseudo_destination);
        for (number, mut bytes) in self.extensions.into_iter().rev() {
            bytes[0] = next_header;
            next_header = number;
            payload = [bytes, payload].concat();
        }
        let payload_len = self
            .payload_len
            .unwrap_or_else(|| payload.len().try_into().expect("a payload of 64 KiB at most"));
        let mut packet = vec![0x60, 0, 0, 0];
        packet.extend(payload_len.to_be_bytes());
        packet.extend([next_header, 64]);
        packet.extend(SOURCE_V6);
        packet.extend(DESTINATION_V6);
        packet.extend(payload);
        packet
    }
}

pub(crate) fn v4(message: Message) -> Vec<u8> {
    V4::new().carry(message)
}

pub(crate) fn v6(message: Message) -> Vec<u8> {
    V6::new().carry(message)
}

//! Datagrams cut into fragments, in Ethernet frames.

use std::ops::Range;

use crate::frames::{
    ADDRESSES6, IPV4_CHECKSUM, UDP, datagram, ethernet, ethernet4, pseudo_sum, put, udp_datagram,
    with_sum, word,
};

const ETHERNET_LEN: usize = 14;
/// Where the payload of a fragment starts.
pub(crate) const PAYLOAD: usize = 34;
pub(crate) const PAYLOAD6: usize = 62;
/// Of the UDP checksum in the payload.
pub(crate) const CHECKSUM: usize = 6;

/// A datagram as it would be in one frame, and how it was cut.
#[derive(Clone)]
pub(crate) struct Datagram {
    pub(crate) is_v6: bool,
    pub(crate) identification: u16,
    /// Of the packet.
    pub(crate) payload: Vec<u8>,
}

/// A UDP datagram over IPv4, right in its checksum.
pub(crate) fn v4(identification: u16, data: &[u8]) -> Datagram {
    Datagram { is_v6: false, identification, payload: udp_datagram(53, data) }
}

/// The same over IPv6.
pub(crate) fn v6(identification: u16, data: &[u8]) -> Datagram {
    let payload = datagram(53, data);
    let pseudo_header = pseudo_sum(&ADDRESSES6, UDP, payload.len() as u16);
    Datagram { is_v6: true, identification, payload: with_sum(payload, CHECKSUM, pseudo_header) }
}

impl Datagram {
    /// With a checksum that is not right.
    pub(crate) fn wrong(mut self) -> Datagram {
        let checksum = word(&self.payload, CHECKSUM) ^ 0x5a5a;
        self.payload = put(self.payload, CHECKSUM, checksum);
        self
    }

    pub(crate) fn fragment(&self, part: Range<usize>) -> Vec<u8> {
        let more = part.end < self.payload.len();
        self.fragment_at(part.start, more, &self.payload[part])
    }

    /// A fragment of any sort.
    pub(crate) fn fragment_at(&self, offset: usize, more: bool, payload: &[u8]) -> Vec<u8> {
        assert!(offset.is_multiple_of(8));
        let units = (offset / 8) as u16;
        if self.is_v6 {
            let length = payload.len() as u16 + 8;
            let [high, low] = length.to_be_bytes();
            let mut packet = vec![0x60, 0, 0, 0, high, low, 44, 64];
            packet.extend(ADDRESSES6);
            packet.extend([UDP, 0]);
            packet.extend((units << 3 | u16::from(more)).to_be_bytes());
            packet.extend([[0, 0], self.identification.to_be_bytes()].as_flattened());
            packet.extend(payload);
            return ethernet(0x86dd, &packet);
        }
        let frame = put(ethernet4(UDP, payload), 18, self.identification);
        let frame = put(frame, 20, units | u16::from(more) << 13);
        let mut frame = put(frame, IPV4_CHECKSUM, 0);
        let header = frame[ETHERNET_LEN..PAYLOAD].to_vec();
        let header = with_sum(header, IPV4_CHECKSUM - ETHERNET_LEN, 0);
        frame[ETHERNET_LEN..PAYLOAD].copy_from_slice(&header);
        frame
    }

    /// Cut at these offsets.
    pub(crate) fn cut(&self, borders: &[usize]) -> Vec<Vec<u8>> {
        let starts = [&[0], borders].concat();
        let ends = [borders, &[self.payload.len()]].concat();
        starts.into_iter().zip(ends).map(|(start, end)| self.fragment(start..end)).collect()
    }
}

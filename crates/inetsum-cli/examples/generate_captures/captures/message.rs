//! What IP packets carry: TCP, UDP and ICMP, each with its checksum.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use inetsum::Sum;

const ICMP: u8 = 1;
const TCP: u8 = 6;
const UDP: u8 = 17;
const ICMPV6: u8 = 58;

/// Source and destination, in this order.
#[derive(Clone, Copy)]
pub(crate) enum Addresses {
    /// Of IPv4.
    V4([Ipv4Addr; 2]),
    /// Of IPv6.
    V6([Ipv6Addr; 2]),
}

impl Addresses {
    fn new(source: IpAddr, destination: IpAddr) -> Self {
        match (source, destination) {
            (IpAddr::V4(source), IpAddr::V4(destination)) => Self::V4([source, destination]),
            (IpAddr::V6(source), IpAddr::V6(destination)) => Self::V6([source, destination]),
            _ => panic!("{source} and {destination} are of two families"),
        }
    }
}

/// The header fields of a TCP segment that vary, and its payload.
pub(crate) struct Segment<'a> {
    /// Its flags.
    pub(crate) flags: u8,
    /// The number of its first byte.
    pub(crate) sequence: u32,
    /// The number of the first byte not yet received.
    pub(crate) acknowledgment: u32,
    /// How much its sender is ready to receive.
    pub(crate) window: u16,
    /// Its options, a multiple of four bytes.
    pub(crate) options: &'a [u8],
    /// Its payload.
    pub(crate) payload: &'a [u8],
}

/// A TCP segment, UDP datagram or ICMP message on its way from one address to another.
pub(crate) struct Message {
    /// Where it comes from and where it goes.
    pub(crate) addresses: Addresses,
    /// Its protocol number.
    pub(crate) protocol: u8,
    /// How many hops it may take.
    pub(crate) hop_limit: u8,
    /// Its header and payload.
    pub(crate) bytes: Vec<u8>,
    checksum_at: usize,
}

impl Message {
    /// A TCP segment.
    pub(crate) fn tcp(from: SocketAddr, to: SocketAddr, segment: &Segment<'_>) -> Self {
        let header_words = 5 + segment.options.len() as u8 / 4;
        let bytes = [
            &from.port().to_be_bytes()[..],
            &to.port().to_be_bytes(),
            &segment.sequence.to_be_bytes(),
            &segment.acknowledgment.to_be_bytes(),
            &[header_words << 4, segment.flags],
            &segment.window.to_be_bytes(),
            &[0; 4],
            segment.options,
            segment.payload,
        ]
        .concat();
        Self::new(Addresses::new(from.ip(), to.ip()), TCP, bytes, 16)
    }

    /// A UDP datagram.
    pub(crate) fn udp(
        from: impl Into<SocketAddr>,
        to: impl Into<SocketAddr>,
        payload: &[u8],
    ) -> Self {
        let (from, to) = (from.into(), to.into());
        let bytes = [
            &from.port().to_be_bytes()[..],
            &to.port().to_be_bytes(),
            &length_field(8 + payload.len()),
            &[0; 2],
            payload,
        ]
        .concat();
        Self::new(Addresses::new(from.ip(), to.ip()), UDP, bytes, 6)
    }

    /// An ICMP message, or one of ICMPv6 between IPv6 addresses: type and code, the four bytes
    /// behind the checksum, and the rest.
    pub(crate) fn icmp(
        from: impl Into<IpAddr>,
        to: impl Into<IpAddr>,
        [kind, code]: [u8; 2],
        fields: [u8; 4],
        body: &[u8],
    ) -> Self {
        let (from, to) = (from.into(), to.into());
        let protocol = if from.is_ipv4() { ICMP } else { ICMPV6 };
        let bytes = [&[kind, code, 0, 0], &fields[..], body].concat();
        Self::new(Addresses::new(from, to), protocol, bytes, 2)
    }

    /// The same message with another hop limit than 64.
    pub(crate) fn hop_limit(self, hop_limit: u8) -> Self {
        Self { hop_limit, ..self }
    }

    /// The same message as a host hands it to a network card that computes checksums: with the sum
    /// of the pseudo-header. Cards don't do ICMP.
    pub(crate) fn left_to_card(self) -> Self {
        match self.protocol {
            TCP | UDP => {
                let pseudo_header = self.pseudo_header(self.bytes.len());
                self.with_checksum(pseudo_header.fold())
            }
            _ => self,
        }
    }

    /// The same message as it is handed to a card that cuts it into segments: their length is not
    /// known yet and stays out of the sum.
    pub(crate) fn left_to_segmentation(self) -> Self {
        let pseudo_header = self.pseudo_header(0);
        self.with_checksum(pseudo_header.fold())
    }

    /// The same message with zero in its checksum field.
    pub(crate) fn without_checksum(self) -> Self {
        self.with_checksum(0)
    }

    fn new(addresses: Addresses, protocol: u8, bytes: Vec<u8>, checksum_at: usize) -> Self {
        let message = Self { addresses, protocol, hop_limit: 64, bytes, checksum_at };
        let mut sum = message.pseudo_header(message.bytes.len());
        sum.push(&message.bytes);
        let checksum = if protocol == UDP { sum.udp_checksum() } else { sum.checksum() };
        message.with_checksum(checksum)
    }

    fn pseudo_header(&self, length: usize) -> Sum {
        match self.addresses {
            Addresses::V4(_) if self.protocol == ICMP => Sum::ZERO,
            Addresses::V4([source, destination]) => {
                inetsum::pseudo_header_v4(source, destination, self.protocol, length as u16)
            }
            Addresses::V6([source, destination]) => {
                inetsum::pseudo_header_v6(source, destination, self.protocol, length as u32)
            }
        }
    }

    fn with_checksum(mut self, checksum: u16) -> Self {
        self.bytes[self.checksum_at..][..2].copy_from_slice(&checksum.to_be_bytes());
        self
    }
}

/// A length as headers hold it.
pub(crate) fn length_field(length: usize) -> [u8; 2] {
    u16::try_from(length).expect("no packet here exceeds 64 KiB").to_be_bytes()
}

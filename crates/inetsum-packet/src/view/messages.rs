//! What IP packets carry.

use inetsum::Sum;

use super::bytes::Covered;
use crate::Addresses;

const TCP: u8 = 6;
const TCP_HEADER_LEN: usize = 20;
const UDP: u8 = 17;
const UDP_HEADER_LEN: usize = 8;
const UDP_LITE: u8 = 136;
const ICMPV6: u8 = 58;

/// A TCP segment (RFC 9293 § 3.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tcp<B>(Covered<B>);

impl<B: AsRef<[u8]>> Tcp<B> {
    /// Views a segment, which is all of `bytes`. `None` if they are less than 20.
    #[must_use]
    pub fn new(bytes: B) -> Option<Tcp<B>> {
        let len = bytes.as_ref().len();
        Covered::new(bytes, len, 16).filter(|_| len >= TCP_HEADER_LEN).map(Tcp)
    }
}

/// A UDP datagram (RFC 768). A checksum of 0 says that there is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Udp<B>(Covered<B>);

impl<B: AsRef<[u8]>> Udp<B> {
    /// Views the datagram at the start of `bytes`, as long as its length field says. `None` if that is
    /// less than 8 or more than there is.
    #[must_use]
    pub fn new(bytes: B) -> Option<Udp<B>> {
        let [_, _, _, _, high, low, _, _] = *bytes.as_ref().first_chunk::<UDP_HEADER_LEN>()?;
        let len = u16::from_be_bytes([high, low]).into();
        Covered::new(bytes, len, 6).map(Udp)
    }
}

/// A UDP-Lite packet (RFC 3828): its checksum covers as many bytes as its coverage field says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UdpLite<B>(Covered<B>);

impl<B: AsRef<[u8]>> UdpLite<B> {
    /// Views a packet, which is all of `bytes`. `None` if they are less than 8, or if the coverage is
    /// less than that or more than there is; 0 is all of it.
    #[must_use]
    pub fn new(bytes: B) -> Option<UdpLite<B>> {
        let [_, _, _, _, high, low, _, _] = *bytes.as_ref().first_chunk::<UDP_HEADER_LEN>()?;
        let packet_len = bytes.as_ref().len();
        let len = match u16::from_be_bytes([high, low]) {
            0 => packet_len,
            coverage => coverage.into(),
        };
        let covered = Covered::new(bytes, len, 6).filter(|_| len >= UDP_HEADER_LEN)?;
        Some(UdpLite(covered.of_packet(packet_len)))
    }
}

/// An ICMPv6 message (RFC 4443 § 2.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Icmpv6<B>(Covered<B>);

impl<B: AsRef<[u8]>> Icmpv6<B> {
    /// Views a message, which is all of `bytes`. `None` if they are less than 4.
    #[must_use]
    pub fn new(bytes: B) -> Option<Icmpv6<B>> {
        let len = bytes.as_ref().len();
        Covered::new(bytes, len, 2).map(Icmpv6)
    }
}

/// An ICMP message over IPv4 (RFC 792).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Icmp<B>(Covered<B>);

impl<B: AsRef<[u8]>> Icmp<B> {
    /// Views a message, which is all of `bytes`. `None` if they are less than 4.
    #[must_use]
    pub fn new(bytes: B) -> Option<Icmp<B>> {
        let len = bytes.as_ref().len();
        Covered::new(bytes, len, 2).map(Icmp)
    }
}

/// An IGMP message (RFC 3376 § 4).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Igmp<B>(Covered<B>);

impl<B: AsRef<[u8]>> Igmp<B> {
    /// Views a message, which is all of `bytes`. `None` if they are less than 4.
    #[must_use]
    pub fn new(bytes: B) -> Option<Igmp<B>> {
        let len = bytes.as_ref().len();
        Covered::new(bytes, len, 2).map(Igmp)
    }
}

/// The methods of a view whose checksum covers a pseudo-header with this protocol number.
macro_rules! with_pseudo_header {
    ($view:ident, $protocol:expr, is_sent: $is_sent:expr, checksum: $checksum:expr) => {
        impl<B: AsRef<[u8]>> $view<B> {
            /// What the checksum field holds.
            #[must_use]
            pub fn checksum(&self) -> u16 {
                self.0.stored()
            }

            /// Whether there is a checksum, and what it covers sums with it and the pseudo-header to
            /// 0xffff.
            #[must_use]
            pub fn verify_checksum(&self, addresses: Addresses) -> bool {
                let pseudo_header = self.0.pseudo_header(addresses, $protocol);
                $is_sent(self.checksum()) && self.0.sum().combine(pseudo_header).is_valid()
            }
        }

        impl<B: AsRef<[u8]> + AsMut<[u8]>> $view<B> {
            /// Computes the checksum and writes it.
            pub fn set_checksum(&mut self, addresses: Addresses) {
                let pseudo_header = self.0.pseudo_header(addresses, $protocol);
                let sum = self.0.sum_without_field().combine(pseudo_header);
                self.0.store($checksum(sum));
            }
        }
    };
}

with_pseudo_header!(Tcp, TCP, is_sent: |_| true, checksum: Sum::checksum);
with_pseudo_header!(Icmpv6, ICMPV6, is_sent: |_| true, checksum: Sum::checksum);
// A computed 0 is sent as 0xffff: 0 says that there is none (RFC 768), or is not to be sent (RFC 3828
// § 3.1).
with_pseudo_header!(Udp, UDP, is_sent: |stored| stored != 0, checksum: Sum::udp_checksum);
with_pseudo_header!(UdpLite, UDP_LITE, is_sent: |stored| stored != 0, checksum: Sum::udp_checksum);

/// The methods of a view whose checksum covers the message alone.
macro_rules! without_pseudo_header {
    ($view:ident) => {
        impl<B: AsRef<[u8]>> $view<B> {
            /// What the checksum field holds.
            #[must_use]
            pub fn checksum(&self) -> u16 {
                self.0.stored()
            }

            /// Whether the message with its checksum sums to 0xffff.
            #[must_use]
            pub fn verify_checksum(&self) -> bool {
                self.0.sum().is_valid()
            }
        }

        impl<B: AsRef<[u8]> + AsMut<[u8]>> $view<B> {
            /// Computes the checksum and writes it.
            pub fn set_checksum(&mut self) {
                self.0.store(self.0.sum_without_field().checksum());
            }
        }
    };
}

without_pseudo_header!(Icmp);
without_pseudo_header!(Igmp);

//! What IP packets carry.

use super::bytes::Covered;
use crate::Addresses;

const TCP: u8 = 6;
const TCP_HEADER_LEN: usize = 20;
const UDP: u8 = 17;
const UDP_HEADER_LEN: usize = 8;
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

    /// What the checksum field holds.
    #[must_use]
    pub fn checksum(&self) -> u16 {
        self.0.stored()
    }

    /// Whether the segment with its checksum and the pseudo-header sums to 0xffff.
    #[must_use]
    pub fn verify_checksum(&self, addresses: Addresses) -> bool {
        self.0.sum().combine(self.0.pseudo_header(addresses, TCP)).is_valid()
    }
}

impl<B: AsRef<[u8]> + AsMut<[u8]>> Tcp<B> {
    /// Computes the checksum and writes it.
    pub fn set_checksum(&mut self, addresses: Addresses) {
        let pseudo_header = self.0.pseudo_header(addresses, TCP);
        self.0.store(self.0.sum_without_field().combine(pseudo_header).checksum());
    }
}

/// A UDP datagram (RFC 768).
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

    /// What the checksum field holds; 0 says that there is none.
    #[must_use]
    pub fn checksum(&self) -> u16 {
        self.0.stored()
    }

    /// Whether there is a checksum, and the datagram with it and the pseudo-header sums to 0xffff.
    #[must_use]
    pub fn verify_checksum(&self, addresses: Addresses) -> bool {
        let pseudo_header = self.0.pseudo_header(addresses, UDP);
        self.checksum() != 0 && self.0.sum().combine(pseudo_header).is_valid()
    }
}

impl<B: AsRef<[u8]> + AsMut<[u8]>> Udp<B> {
    /// Computes the checksum and writes it, 0xffff where 0 is computed.
    pub fn set_checksum(&mut self, addresses: Addresses) {
        let pseudo_header = self.0.pseudo_header(addresses, UDP);
        self.0.store(self.0.sum_without_field().combine(pseudo_header).udp_checksum());
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

impl<B: AsRef<[u8]> + AsMut<[u8]>> Icmp<B> {
    /// Computes the checksum and writes it.
    pub fn set_checksum(&mut self) {
        self.0.store(self.0.sum_without_field().checksum());
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

    /// What the checksum field holds.
    #[must_use]
    pub fn checksum(&self) -> u16 {
        self.0.stored()
    }

    /// Whether the message with its checksum and the pseudo-header (RFC 4443 § 2.3) sums to 0xffff.
    #[must_use]
    pub fn verify_checksum(&self, addresses: Addresses) -> bool {
        self.0.sum().combine(self.0.pseudo_header(addresses, ICMPV6)).is_valid()
    }
}

impl<B: AsRef<[u8]> + AsMut<[u8]>> Icmpv6<B> {
    /// Computes the checksum and writes it.
    pub fn set_checksum(&mut self, addresses: Addresses) {
        let pseudo_header = self.0.pseudo_header(addresses, ICMPV6);
        self.0.store(self.0.sum_without_field().combine(pseudo_header).checksum());
    }
}

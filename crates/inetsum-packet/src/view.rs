//! VIEWS: headers over bytes, to build and to check single packets without a walk through a frame.
//!
//! A view is made of bytes that start with the header and end with what its checksum covers. It holds
//! them by reference or by value, and knows where the checksum is and what goes into it.
//!
//! # Examples
//!
//! ```
//! use inetsum_packet::view::{Ipv4, Udp};
//!
//! let mut packet = *b"\x45\0\0\x21\x12\x34\x40\0\x40\x11\0\0\xc0\0\x02\x01\xc6\x33\x64\x02\
//!     \xc0\x01\0\x35\0\x0d\0\0hello";
//! let (header, datagram) = packet.split_at_mut(20);
//!
//! let mut header = Ipv4::new(header).unwrap();
//! let addresses = header.addresses();
//! header.set_checksum();
//! let mut datagram = Udp::new(datagram).unwrap();
//! datagram.set_checksum(addresses);
//!
//! assert!(header.verify_checksum() && datagram.verify_checksum(addresses));
//! assert_eq!((&packet[10..12], &packet[26..28]), (&b"\x3c\x61"[..], &b"\x0f\x94"[..]));
//! ```

mod bytes;
mod messages;

pub use messages::{Icmp, Icmpv6, Igmp, Tcp, Udp, UdpLite};

use crate::Addresses;
use crate::layer::ipv4;
use bytes::Covered;

const CHECKSUM: usize = 10;

/// An IPv4 header with its options (RFC 791 § 3.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ipv4<B>(Covered<B>);

impl<B: AsRef<[u8]>> Ipv4<B> {
    /// Views the header at the start of `bytes`; what is behind it, as its length field tells, may be
    /// there and does not matter. `None` if the header is shorter than 20 bytes or not all there, or if
    /// it is of another version.
    #[must_use]
    pub fn new(bytes: B) -> Option<Ipv4<B>> {
        let header = bytes.as_ref().first_chunk().map(ipv4::Header)?;
        let (version, len) = (header.0[0] >> 4, header.header_len());
        let is_header = version == 4 && len >= ipv4::MIN_HEADER_LEN;
        Covered::new(bytes, len, CHECKSUM).filter(|_| is_header).map(Ipv4)
    }

    /// Source and destination as the header names them; behind an unfinished source route the
    /// pseudo-header has another destination (RFC 1122 § 3.2.1.8).
    #[must_use]
    pub fn addresses(&self) -> Addresses {
        // The header was there when the view was made.
        let fixed = self.0.covered().first_chunk().copied().unwrap_or_default();
        ipv4::Header(&fixed).addresses()
    }

    /// What the checksum field holds.
    #[must_use]
    pub fn checksum(&self) -> u16 {
        self.0.stored()
    }

    /// Whether the header with its checksum sums to 0xffff.
    #[must_use]
    pub fn verify_checksum(&self) -> bool {
        self.0.sum().is_valid()
    }
}

impl<B: AsRef<[u8]> + AsMut<[u8]>> Ipv4<B> {
    /// Computes the checksum and writes it.
    pub fn set_checksum(&mut self) {
        let checksum = self.0.sum_without_field().checksum();
        self.0.store(checksum);
    }
}

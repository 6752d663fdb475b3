//! The pseudo-header that an upper-layer checksum covers.

use core::net::{Ipv4Addr, Ipv6Addr};

use inetsum::{Sum, pseudo_header_v4, pseudo_header_v6};

use crate::Note;

/// Source and destination as they count for the pseudo-header.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Addresses {
    /// IPv4; behind an unfinished source route `destination` is the last hop that it lists.
    #[allow(missing_docs)]
    V4 { source: Ipv4Addr, destination: Ipv4Addr },
    /// IPv6; `source` is the home address if there is one, `destination` the last segment of an
    /// unfinished routing header.
    #[allow(missing_docs)]
    V6 { source: Ipv6Addr, destination: Ipv6Addr },
}

impl Addresses {
    pub(crate) fn zeros(self) -> Addresses {
        match self {
            Addresses::V4 { .. } => {
                Addresses::V4 { source: Ipv4Addr::UNSPECIFIED, destination: Ipv4Addr::UNSPECIFIED }
            }
            Addresses::V6 { .. } => {
                Addresses::V6 { source: Ipv6Addr::UNSPECIFIED, destination: Ipv6Addr::UNSPECIFIED }
            }
        }
    }

    /// With the other's destination, if both are of the same version.
    pub(crate) fn with_destination_of(self, other: Addresses) -> Option<Addresses> {
        match (self, other) {
            (Addresses::V4 { source, .. }, Addresses::V4 { destination, .. }) => {
                Some(Addresses::V4 { source, destination })
            }
            (Addresses::V6 { source, .. }, Addresses::V6 { destination, .. }) => {
                Some(Addresses::V6 { source, destination })
            }
            _ => None,
        }
    }
}

/// The pseudo-header that an upper-layer checksum covers (RFC 9293 § 3.1, RFC 8200 § 8.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct PseudoHeader {
    /// Source and destination.
    pub addresses: Addresses,
    /// The upper-layer protocol's number.
    pub protocol: u8,
    /// The upper-layer length in bytes.
    pub length: u32,
    /// What is unusual about the addresses.
    pub(crate) note: Option<Note>,
}

impl PseudoHeader {
    /// The sum of its fields.
    #[must_use]
    pub fn sum(&self) -> Sum {
        let (high, low) = ((self.length >> 16) as u16, self.length as u16);
        match self.addresses {
            // More than 65535 bytes of IPv4 occur where the sender leaves the segmentation to the
            // network card; it sums the length as a whole.
            Addresses::V4 { source, destination } => {
                pseudo_header_v4(source, destination, self.protocol, low)
                    .combine(Sum::from_word(high))
            }
            Addresses::V6 { source, destination } => {
                pseudo_header_v6(source, destination, self.protocol, self.length)
            }
        }
    }

    /// The same with a length of 0, what some senders leave for segmentation offload.
    pub(crate) fn without_length(&self) -> PseudoHeader {
        PseudoHeader { length: 0, ..*self }
    }
}

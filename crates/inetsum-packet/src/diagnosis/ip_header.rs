//! What the IP header around a checksum says, as it stands.

use crate::Addresses;
use crate::layer::{ipv4, ipv6};

/// An IP header that was captured whole.
pub(super) enum IpHeader<'f> {
    V4(ipv4::Header<'f>),
    V6(ipv6::Header<'f>),
}

impl<'f> IpHeader<'f> {
    pub(super) fn at(frame: &'f [u8], at: usize) -> Option<IpHeader<'f>> {
        let bytes = frame.get(at..)?;
        match bytes.first()? >> 4 {
            4 => bytes.first_chunk().map(ipv4::Header).map(IpHeader::V4),
            6 => bytes.first_chunk().map(ipv6::Header).map(IpHeader::V6),
            _ => None,
        }
    }

    pub(super) fn addresses(&self) -> Option<Addresses> {
        match self {
            IpHeader::V4(header) => Some(header.addresses()),
            IpHeader::V6(header) => header.addresses(),
        }
    }

    /// The protocol number in the header: of an IPv6 packet with extension headers, the first.
    pub(super) fn protocol(&self) -> u8 {
        match self {
            IpHeader::V4(header) => header.protocol(),
            IpHeader::V6(header) => header.next_header(),
        }
    }

    /// The length in bytes of the header without options.
    pub(super) fn fixed_header_len(&self) -> usize {
        match self {
            IpHeader::V4(_) => ipv4::MIN_HEADER_LEN,
            IpHeader::V6(_) => ipv6::HEADER_LEN,
        }
    }

    /// The length of the packet, unless the header leaves it open.
    pub(super) fn packet_len(&self) -> Option<usize> {
        let len = match self {
            IpHeader::V4(header) => header.total_len(),
            IpHeader::V6(header) => match header.payload_len() {
                0 => 0,
                payload_len => payload_len.saturating_add(ipv6::HEADER_LEN),
            },
        };
        (len != 0).then_some(len)
    }
}

//! IPv6 (RFC 8200).

use core::net::Ipv6Addr;

use crate::claim::Claim;
use crate::ip_payload::{IpPayload, Length, Part};
use crate::span::Span;
use crate::walk::Walk;
use crate::{Addresses, Layer, Protocol, Reason};

pub(crate) const HEADER_LEN: usize = 40;

/// The fixed header.
pub(crate) struct Header<'f>(pub(crate) &'f [u8; HEADER_LEN]);

impl Header<'_> {
    pub(crate) fn payload_len(&self) -> usize {
        usize::from(u16::from_be_bytes([self.0[4], self.0[5]]))
    }

    pub(crate) fn next_header(&self) -> u8 {
        self.0[6]
    }

    pub(crate) fn addresses(&self) -> Option<Addresses> {
        let (source, destination) = self.0[8..].split_first_chunk::<16>()?;
        let destination = destination.first_chunk::<16>()?;
        Some(Addresses::V6 {
            source: Ipv6Addr::from(*source),
            destination: Ipv6Addr::from(*destination),
        })
    }
}

pub(crate) fn read(walk: &mut Walk<'_>, span: Span) -> Option<Claim> {
    walk.enter(Layer::Ipv6);
    let Some(header) = walk.array(span, span.at).map(Header) else {
        return Claim::unverifiable(Protocol::Ipv6, span.at, Reason::Truncated);
    };
    let behind = span.skip(HEADER_LEN);
    if !walk.is_credible(behind, header.payload_len()) {
        return Claim::unverifiable(Protocol::Ipv6, span.at, Reason::BadLength);
    }
    let (behind, length) = match header.payload_len() {
        0 if behind.is_loose => (behind, Length::Unknown),
        0 => (behind, Length::FromFrame),
        payload_len => (behind.resize(payload_len), Length::Stated),
    };
    let payload = IpPayload {
        protocol: header.next_header(),
        addresses: header.addresses()?,
        part: Part::Whole,
        length,
        note: None,
        extension_headers: 0,
    };
    walk.push_ip_payload(payload, behind);
    None
}

/// The length that the header states.
pub(super) fn stated_len(walk: &Walk<'_>, span: Span) -> Option<usize> {
    let header = walk.array(span, span.at).map(Header)?;
    Some(HEADER_LEN.saturating_add(header.payload_len()))
}

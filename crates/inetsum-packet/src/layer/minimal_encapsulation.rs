//! Minimal encapsulation within IP (RFC 2004): what it replaced in the IP header, and a checksum.

use core::net::Ipv4Addr;

use crate::claim::Claim;
use crate::ip_payload::IpPayload;
use crate::span::Span;
use crate::walk::Walk;
use crate::{Addresses, Layer, Protocol, Reason};

const CHECKSUM: usize = 2;
const MIN_HEADER_LEN: usize = 8;
/// With the original source.
const MAX_HEADER_LEN: usize = 12;

const SOURCE_PRESENT: u8 = 0x80;

pub(crate) fn read(walk: &mut Walk<'_>, payload: &IpPayload, span: Span) -> Option<Claim> {
    walk.enter(Layer::MinimalEncapsulation);
    if payload.is_v6() {
        return Claim::unverifiable(Protocol::MinimalEncapsulation, span.at, Reason::Unsupported);
    }
    let header_len = match walk.array(span, span.at) {
        Some([_, flags]) if flags & SOURCE_PRESENT != 0 => MAX_HEADER_LEN,
        _ => MIN_HEADER_LEN,
    };
    if let Some(header) = walk.bytes(span, span.at, span.offset(header_len)) {
        let inner = inner(header, payload);
        walk.push_inner_ip_payload(inner, span.skip(header_len));
    }
    let claim = Claim {
        // The header itself is never in several fragments.
        obstacle: span.objection(header_len, header_len),
        ..Claim::over(Protocol::MinimalEncapsulation, span.resize(header_len), CHECKSUM)
    };
    claim.read_in(span)
}

/// The payload as the IP header described it before it was changed.
fn inner(header: &[u8], payload: &IpPayload) -> IpPayload {
    let mut inner = *payload;
    let (words, _) = header.as_chunks::<4>();
    if let ([[protocol, ..], addresses @ ..], Addresses::V4 { source, destination }) =
        (words, &mut inner.addresses)
    {
        inner.protocol = *protocol;
        *destination = addresses.first().map_or(*destination, |octets| Ipv4Addr::from(*octets));
        *source = addresses.get(1).map_or(*source, |octets| Ipv4Addr::from(*octets));
    }
    inner
}

//! The hop-by-hop options header (RFC 8200 § 4.3) and its jumbo payload option (RFC 2675).

use crate::Layer;
use crate::claim::Claim;
use crate::ip_payload::{IpPayload, Length};
use crate::layer::ipv6_options::{self, ExtensionHeader};
use crate::span::Span;
use crate::walk::Walk;

const JUMBO_PAYLOAD: u8 = 0xc2;

pub(crate) fn read(walk: &mut Walk<'_>, payload: &IpPayload, span: Span) -> Option<Claim> {
    walk.enter(Layer::HopByHop);
    let header = match ipv6_options::read(walk, span) {
        Ok(header) => header,
        Err(reason) => return Claim::unverifiable(ExtensionHeader::PROTOCOL, span.at, reason),
    };
    let mut behind = payload.behind_extension(header.next_header);
    let mut packet = span;
    // The option counts only where the payload length is 0; it states the length from this header
    // on, which directly follows the IPv6 header.
    if payload.length != Length::Stated
        && payload.extension_headers == 0
        && let Some(&[a, b, c, d]) = header.option(JUMBO_PAYLOAD)
    {
        let length = u32::from_be_bytes([a, b, c, d]);
        packet = span.resize(usize::try_from(length).unwrap_or(usize::MAX));
        behind.length = Length::Jumbo;
    }
    walk.push_ip_payload(behind, packet.skip(header.len()));
    None
}

//! Teredo (RFC 4380): IPv6 over UDP, at times behind indications.

use crate::claim::Claim;
use crate::span::Span;
use crate::udp_port::UdpPayload;
use crate::walk::{Next, Walk};
use crate::{Layer, Reason};

pub(crate) const PORT: u16 = 3544;

const AUTHENTICATION: u8 = 1;
/// Without the client identifier and the authentication value, whose lengths follow the type.
const AUTHENTICATION_LEN: usize = 13;
const ORIGIN: u8 = 0;
const ORIGIN_LEN: usize = 8;
const IPV6_HEADER_LEN: usize = 40;

pub(crate) fn read(walk: &mut Walk<'_>, payload: &UdpPayload, span: Span) -> Option<Claim> {
    let mut packet = span;
    if let Some(&[0, AUTHENTICATION, identifier_len, value_len]) = walk.array(packet, packet.at) {
        let variable_len = usize::from(identifier_len).saturating_add(value_len.into());
        packet = packet.skip(AUTHENTICATION_LEN.saturating_add(variable_len));
    }
    if let Some([0, ORIGIN]) = walk.array(packet, packet.at) {
        packet = packet.skip(ORIGIN_LEN);
    }
    match walk.array(packet, packet.at) {
        Some(header) if is_teredo(header) => {
            walk.enter(Layer::Teredo);
            walk.push_inner(Next::Ip, packet);
            None
        }
        None if packet.len() >= IPV6_HEADER_LEN => payload.unverifiable(packet, Reason::Truncated),
        _ => None,
    }
}

/// Whether it is the IPv6 header of a packet from or to a Teredo address (RFC 4380 § 2.6), or of one
/// from a link-local address, by which clients and servers find each other.
fn is_teredo(header: &[u8; IPV6_HEADER_LEN]) -> bool {
    let [first, _, _, _, _, _, _, _, addresses @ ..] = header;
    let (addresses, _) = addresses.as_chunks::<16>();
    let is_local = matches!(addresses, [[0xfe, 0x80..=0xbf, ..], _]);
    let is_service = |address: &[u8; 16]| address.starts_with(&[0x20, 0x01, 0, 0]);
    first >> 4 == 6 && (is_local || addresses.iter().any(is_service))
}

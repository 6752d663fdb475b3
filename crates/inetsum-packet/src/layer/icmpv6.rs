//! ICMPv6 (RFC 4443), neighbour discovery, multicast listener discovery and RPL included.

use crate::claim::Claim;
use crate::ip_payload::IpPayload;
use crate::layer::icmp_extension;
use crate::span::Span;
use crate::walk::Walk;
use crate::{Layer, Protocol};

const CHECKSUM: usize = 2;
/// Where an error states the length of its quote, in units of 8 bytes (RFC 4884 § 4.2).
const QUOTE_LEN: usize = 4;

const DESTINATION_UNREACHABLE: u8 = 1;
const PACKET_TOO_BIG: u8 = 2;
const TIME_EXCEEDED: u8 = 3;
const PARAMETER_PROBLEM: u8 = 4;
const EXTENDED_ECHO_REQUEST: u8 = 160;

pub(crate) fn read(walk: &mut Walk<'_>, payload: &IpPayload, span: Span) -> Option<Claim> {
    walk.enter(Layer::Icmpv6);
    let claim = Claim {
        pseudo_header: Some(payload.pseudo_header(span.len())),
        obstacle: payload.obstacle(),
        ..Claim::over(Protocol::Icmpv6, span, CHECKSUM)
    };
    match walk.array(span, span.at) {
        Some([DESTINATION_UNREACHABLE | TIME_EXCEEDED]) => {
            let units = walk.array(span, span.offset(QUOTE_LEN)).map_or(0, |[units]| *units);
            icmp_extension::push_quote(walk, payload, span, usize::from(units).saturating_mul(8));
        }
        Some([PACKET_TOO_BIG | PARAMETER_PROBLEM]) => {
            icmp_extension::push_plain_quote(walk, span);
        }
        Some([EXTENDED_ECHO_REQUEST]) => icmp_extension::push_probe(walk, payload, span),
        _ => {}
    }
    claim.read_in(span)
}

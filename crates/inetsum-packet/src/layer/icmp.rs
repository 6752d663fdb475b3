//! ICMP (RFC 792): the message, and in an error the packet it quotes and the extension behind that.

use crate::claim::Claim;
use crate::ip_payload::IpPayload;
use crate::layer::icmp_extension;
use crate::span::Span;
use crate::walk::Walk;
use crate::{Layer, Protocol};

const CHECKSUM: usize = 2;
/// Where an error states the length of its quote, in units of 4 bytes (RFC 4884 § 4.1).
const QUOTE_LEN: usize = 5;

const DESTINATION_UNREACHABLE: u8 = 3;
const SOURCE_QUENCH: u8 = 4;
const REDIRECT: u8 = 5;
const TIME_EXCEEDED: u8 = 11;
const PARAMETER_PROBLEM: u8 = 12;
const EXTENDED_ECHO_REQUEST: u8 = 42;

pub(crate) fn read(walk: &mut Walk<'_>, payload: &IpPayload, span: Span) -> Option<Claim> {
    walk.enter(Layer::Icmp);
    let claim =
        Claim { obstacle: payload.obstacle(), ..Claim::over(Protocol::Icmp, span, CHECKSUM) };
    match walk.array(span, span.at) {
        Some([DESTINATION_UNREACHABLE | TIME_EXCEEDED | PARAMETER_PROBLEM]) => {
            let units = walk.array(span, span.offset(QUOTE_LEN)).map_or(0, |[units]| *units);
            icmp_extension::push_quote(walk, payload, span, usize::from(units).saturating_mul(4));
        }
        Some([SOURCE_QUENCH | REDIRECT]) => icmp_extension::push_plain_quote(walk, span),
        Some([EXTENDED_ECHO_REQUEST]) => icmp_extension::push_probe(walk, payload, span),
        _ => {}
    }
    claim.read_in(span)
}

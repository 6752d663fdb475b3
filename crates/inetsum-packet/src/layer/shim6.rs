//! SHIM6 (RFC 5533): control messages, with a checksum but no pseudo-header (§ 5.3), and the header
//! before payload whose addresses were rewritten (§ 5.1).

use crate::claim::Claim;
use crate::ip_payload::IpPayload;
use crate::layer::ipv6_options;
use crate::span::Span;
use crate::walk::Walk;
use crate::{Layer, Protocol, Reason};

const PAYLOAD: u8 = 0x80;
const TYPE: usize = 2;
const CHECKSUM: usize = 4;

pub(crate) fn read(walk: &mut Walk<'_>, payload: &IpPayload, span: Span) -> Option<Claim> {
    walk.enter(Layer::Shim6);
    if walk.array(span, span.offset(TYPE)).is_some_and(|[kind]| kind & PAYLOAD != 0) {
        // What is behind was summed with addresses that the packet does not hold.
        return Claim::unverifiable(Protocol::Shim6, span.at, Reason::Unsupported);
    }
    let header = ipv6_options::read(walk, span);
    let length = header.map_or(span.len(), |header| header.len());
    let claim = Claim {
        obstacle: payload.obstacle().or(header.err()),
        ..Claim::over(Protocol::Shim6, span.resize(length), CHECKSUM)
    };
    claim.read_in(span)
}

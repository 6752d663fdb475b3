//! The Mobility Header of IPv6 (RFC 6275 § 6.1.1).

use crate::claim::Claim;
use crate::ip_payload::IpPayload;
use crate::span::Span;
use crate::walk::Walk;
use crate::{Layer, Protocol};

const HEADER_LEN: usize = 8;
const LENGTH: usize = 1;
const CHECKSUM: usize = 4;

pub(crate) fn read(walk: &mut Walk<'_>, payload: &IpPayload, span: Span) -> Option<Claim> {
    walk.enter(Layer::MobilityHeader);
    // In units of 8 bytes, the first not counted.
    let length = match walk.array(span, span.offset(LENGTH)) {
        Some([units]) => usize::from(*units).saturating_add(1).saturating_mul(8),
        None => span.len(),
    };
    let claim = Claim {
        pseudo_header: Some(payload.pseudo_header(length)),
        obstacle: payload.obstacle().or(span.objection(length, HEADER_LEN)),
        ..Claim::over(Protocol::MobilityHeader, span.resize(length), CHECKSUM)
    };
    claim.read_in(span)
}

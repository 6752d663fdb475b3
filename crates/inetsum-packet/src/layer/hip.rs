//! HIP (RFC 7401 § 5.1), with a pseudo-header over IPv4 as well.

use crate::claim::Claim;
use crate::ip_payload::IpPayload;
use crate::span::Span;
use crate::walk::Walk;
use crate::{Layer, Protocol};

/// The fixed part, both host identity tags included.
const MIN_LEN: usize = 40;
const LENGTH: usize = 1;
const CHECKSUM: usize = 4;

pub(crate) fn read(walk: &mut Walk<'_>, payload: &IpPayload, span: Span) -> Option<Claim> {
    walk.enter(Layer::Hip);
    // In units of 8 bytes, the first not counted.
    let length = match walk.array(span, span.offset(LENGTH)) {
        Some([units]) => usize::from(*units).saturating_add(1).saturating_mul(8),
        None => span.len(),
    };
    let claim = Claim {
        pseudo_header: Some(payload.pseudo_header(length)),
        obstacle: payload.obstacle().or(span.objection(length, MIN_LEN)),
        ..Claim::over(Protocol::Hip, span.resize(length), CHECKSUM)
    };
    claim.read_in(span)
}

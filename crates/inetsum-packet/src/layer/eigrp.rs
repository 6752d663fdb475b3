//! EIGRP (RFC 7868): the checksum covers the whole IP payload, over IPv6 without a pseudo-header too.

use crate::claim::Claim;
use crate::ip_payload::IpPayload;
use crate::span::Span;
use crate::walk::Walk;
use crate::{Layer, Protocol};

const CHECKSUM: usize = 2;

pub(crate) fn read(walk: &mut Walk<'_>, payload: &IpPayload, span: Span) -> Option<Claim> {
    walk.enter(Layer::Eigrp);
    let claim =
        Claim { obstacle: payload.obstacle(), ..Claim::over(Protocol::Eigrp, span, CHECKSUM) };
    claim.read_in(span)
}

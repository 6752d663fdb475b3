//! EGP (RFC 904): the checksum covers the whole IP payload.

use crate::claim::Claim;
use crate::ip_payload::IpPayload;
use crate::span::Span;
use crate::walk::Walk;
use crate::{Layer, Protocol};

const CHECKSUM: usize = 4;

pub(crate) fn read(walk: &mut Walk<'_>, payload: &IpPayload, span: Span) -> Option<Claim> {
    walk.enter(Layer::Egp);
    let claim =
        Claim { obstacle: payload.obstacle(), ..Claim::over(Protocol::Egp, span, CHECKSUM) };
    claim.read_in(span)
}

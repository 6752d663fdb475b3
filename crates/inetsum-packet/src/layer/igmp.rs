//! IGMP (RFC 1112, 2236, 3376): the checksum covers the whole IP payload.

use crate::claim::Claim;
use crate::ip_payload::IpPayload;
use crate::span::Span;
use crate::walk::Walk;
use crate::{Layer, Protocol};

const CHECKSUM: usize = 2;

pub(crate) fn read(walk: &mut Walk<'_>, payload: &IpPayload, span: Span) -> Option<Claim> {
    walk.enter(Layer::Igmp);
    let claim =
        Claim { obstacle: payload.obstacle(), ..Claim::over(Protocol::Igmp, span, CHECKSUM) };
    claim.read_in(span)
}

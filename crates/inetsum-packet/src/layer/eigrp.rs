//! EIGRP (RFC 7868): the checksum covers the whole IP payload, over IPv6 without a pseudo-header too.

use crate::ip_payload::IpPayload;
use crate::judge::{Claim, judge};
use crate::span::Span;
use crate::walk::Walk;
use crate::{ChecksumField, Layer, Protocol};

const CHECKSUM: usize = 2;

pub(crate) fn read(walk: &mut Walk<'_>, payload: &IpPayload, span: Span) -> Option<ChecksumField> {
    walk.enter(Layer::Eigrp);
    let claim =
        Claim { obstacle: payload.obstacle(), ..Claim::over(Protocol::Eigrp, span, CHECKSUM) };
    judge(walk, span, claim)
}

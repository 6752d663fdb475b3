//! IGRP, which Cisco documented: the checksum covers the whole IP payload.

use crate::claim::Claim;
use crate::ip_payload::IpPayload;
use crate::span::Span;
use crate::walk::Walk;
use crate::{Layer, Protocol};

const CHECKSUM: usize = 10;

pub(crate) fn read(walk: &mut Walk<'_>, payload: &IpPayload, span: Span) -> Option<Claim> {
    walk.enter(Layer::Igrp);
    let claim =
        Claim { obstacle: payload.obstacle(), ..Claim::over(Protocol::Igrp, span, CHECKSUM) };
    claim.read_in(span)
}

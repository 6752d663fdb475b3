//! IGRP, which Cisco documented: the checksum covers the whole IP payload.

use crate::ip_payload::IpPayload;
use crate::judge::{Claim, judge};
use crate::span::Span;
use crate::walk::Walk;
use crate::{ChecksumField, Layer, Protocol};

const CHECKSUM: usize = 10;

pub(crate) fn read(walk: &mut Walk<'_>, payload: &IpPayload, span: Span) -> Option<ChecksumField> {
    walk.enter(Layer::Igrp);
    let claim =
        Claim { obstacle: payload.obstacle(), ..Claim::over(Protocol::Igrp, span, CHECKSUM) };
    judge(walk, span, claim)
}

//! TCP (RFC 9293).

use crate::claim::{Claim, Zero};
use crate::ip_payload::IpPayload;
use crate::span::Span;
use crate::walk::Walk;
use crate::{Layer, Protocol, Reason};

const MIN_HEADER_LEN: usize = 20;
const CHECKSUM: usize = 16;

pub(crate) fn read(walk: &mut Walk<'_>, payload: &IpPayload, span: Span) -> Option<Claim> {
    walk.enter(Layer::Tcp);
    let too_short = (span.len() < MIN_HEADER_LEN).then_some(Reason::BadLength);
    let claim = Claim {
        pseudo_header: Some(payload.pseudo_header(span.len())),
        zero: Zero::Unfinished,
        obstacle: payload.obstacle().or(too_short),
        ..Claim::over(Protocol::Tcp, span, CHECKSUM)
    };
    claim.read_in(span)
}

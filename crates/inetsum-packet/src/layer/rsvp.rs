//! RSVP (RFC 2205 § 3.1.1).

use crate::claim::{Claim, Zero};
use crate::ip_payload::IpPayload;
use crate::span::Span;
use crate::walk::Walk;
use crate::{Layer, Protocol};

const HEADER_LEN: usize = 8;
const CHECKSUM: usize = 2;
const LENGTH: usize = 6;

pub(crate) fn read(walk: &mut Walk<'_>, payload: &IpPayload, span: Span) -> Option<Claim> {
    walk.enter(Layer::Rsvp);
    let length = walk.array(span, span.offset(LENGTH)).copied();
    let length = length.map_or(span.len(), |length| u16::from_be_bytes(length).into());
    let claim = Claim {
        zero: Zero::Absent,
        zero_is_sent_as_ffff: true,
        obstacle: payload.obstacle().or(span.objection(length, HEADER_LEN)),
        ..Claim::over(Protocol::Rsvp, span.resize(length), CHECKSUM)
    };
    claim.read_in(span)
}

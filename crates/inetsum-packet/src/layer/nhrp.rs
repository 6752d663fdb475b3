//! NHRP (RFC 2332 § 5.2.1), over IP or by its EtherType.

use crate::claim::Claim;
use crate::ip_payload::IpPayload;
use crate::span::Span;
use crate::walk::Walk;
use crate::{Layer, Protocol, Reason};

const HEADER_LEN: usize = 20;
const LENGTH: usize = 10;
const CHECKSUM: usize = 12;

pub(crate) fn read(walk: &mut Walk<'_>, payload: &IpPayload, span: Span) -> Option<Claim> {
    read_packet(walk, span, payload.obstacle())
}

/// Reads a packet that an EtherType announces.
pub(crate) fn read_frame(walk: &mut Walk<'_>, span: Span) -> Option<Claim> {
    read_packet(walk, span, None)
}

fn read_packet(walk: &mut Walk<'_>, span: Span, obstacle: Option<Reason>) -> Option<Claim> {
    walk.enter(Layer::Nhrp);
    let length = walk.array(span, span.offset(LENGTH)).copied();
    let length = length.map_or(span.len(), |length| u16::from_be_bytes(length).into());
    let claim = Claim {
        obstacle: obstacle.or(span.objection(length, HEADER_LEN)),
        ..Claim::over(Protocol::Nhrp, span.resize(length), CHECKSUM)
    };
    claim.read_in(span)
}

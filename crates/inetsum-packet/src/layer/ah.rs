//! The authentication header (RFC 4302): the payload behind it is in the clear.

use crate::claim::Claim;
use crate::ip_payload::IpPayload;
use crate::span::Span;
use crate::walk::Walk;
use crate::{Layer, Protocol, Reason};

pub(crate) fn read(walk: &mut Walk<'_>, payload: &IpPayload, span: Span) -> Option<Claim> {
    walk.enter(Layer::Ah);
    let Some([next_header, len]) = walk.array(span, span.at) else {
        return Claim::unverifiable(Protocol::Ah, span.at, Reason::Truncated);
    };
    // In units of 4 bytes, two of them not counted.
    let len = usize::from(*len).saturating_add(2).saturating_mul(4);
    if len > span.len() {
        let reason = payload.obstacle().unwrap_or(Reason::BadLength);
        return Claim::unverifiable(Protocol::Ah, span.at, reason);
    }
    let behind = payload.behind_extension(*next_header);
    walk.push_ip_payload(behind, span.skip(len));
    None
}

//! An IP packet as the payload of another (RFC 2003, RFC 4213, RFC 2473).

use crate::claim::Claim;
use crate::ip_payload::IpPayload;
use crate::span::Span;
use crate::walk::{Next, Walk};

pub(crate) fn read(walk: &mut Walk<'_>, _: &IpPayload, span: Span) -> Option<Claim> {
    walk.push_inner(Next::Ip, span);
    None
}

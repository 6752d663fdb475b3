//! EtherIP (RFC 3378): an Ethernet frame behind two bytes.

use crate::claim::Claim;
use crate::ip_payload::IpPayload;
use crate::span::Span;
use crate::walk::{Next, Walk};
use crate::{Layer, Protocol, Reason};

const IP_PROTOCOL: u8 = 97;
/// Version 3, and twelve reserved bits.
const HEADER: [u8; 2] = [0x30, 0];

pub(crate) fn read(walk: &mut Walk<'_>, _: &IpPayload, span: Span) -> Option<Claim> {
    walk.enter(Layer::EtherIp);
    let reason = match walk.array(span, span.at) {
        Some(&HEADER) => {
            walk.push_inner(Next::Ethernet, span.skip(HEADER.len()));
            return None;
        }
        Some(_) => Reason::Unsupported,
        None => Reason::Truncated,
    };
    Claim::unverifiable(Protocol::Ip(IP_PROTOCOL), span.at, reason)
}

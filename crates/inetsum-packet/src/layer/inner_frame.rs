//! What has a protocol number over IP, or a port of UDP, but no header of its own before it.

use crate::claim::Claim;
use crate::ip_payload::IpPayload;
use crate::span::Span;
use crate::udp_port::UdpPayload;
use crate::walk::{Next, Walk};

pub(crate) const MPLS_PORT: u16 = 6635;

/// MPLS over IP (RFC 4023).
pub(crate) fn read_mpls(walk: &mut Walk<'_>, _: &IpPayload, span: Span) -> Option<Claim> {
    walk.push_inner(Next::Mpls, span);
    None
}

/// MPLS over UDP (RFC 7510).
pub(crate) fn read_mpls_in_udp(walk: &mut Walk<'_>, _: &UdpPayload, span: Span) -> Option<Claim> {
    walk.push_inner(Next::Mpls, span);
    None
}

/// Ethernet over IPv6, as segment routing carries it (RFC 8986 § 10.1).
pub(crate) fn read_ethernet(walk: &mut Walk<'_>, _: &IpPayload, span: Span) -> Option<Claim> {
    walk.push_inner(Next::Ethernet, span);
    None
}

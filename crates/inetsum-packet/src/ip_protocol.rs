//! The protocols over IP: a row each, with the reader of its header.

use crate::claim::Claim;
use crate::ip_payload::IpPayload;
use crate::layer::{
    ah, dccp, destination_options, egp, eigrp, esp, ether_ip, fragment, gre, hip, hop_by_hop, icmp,
    icmpv6, igmp, igrp, inner_frame, inner_ip, l2tp, minimal_encapsulation, mobility_header, nhrp,
    ospf, pgm, pim, routing, rsvp, sctp, shim6, tcp, udp, udp_lite, vrrp,
};
use crate::span::Span;
use crate::walk::Walk;
use crate::{Protocol, Reason};

/// Extension headers of one packet that are followed.
const MAX_EXTENSION_HEADERS: u8 = 32;

/// Reads the header at the start of the span, yields its checksum if it has one, and says through
/// [`Walk::push`] what follows.
type Read = fn(&mut Walk<'_>, &IpPayload, Span) -> Option<Claim>;

struct Row {
    number: u8,
    protocol: Protocol,
    /// Whether it occurs over IPv6 only.
    v6_only: bool,
    read: Read,
}

const fn row(number: u8, protocol: Protocol, read: Read) -> Row {
    Row { number, protocol, v6_only: false, read }
}

const fn v6_row(number: u8, protocol: Protocol, read: Read) -> Row {
    Row { number, protocol, v6_only: true, read }
}

/// By frequency in real traffic.
const ROWS: &[Row] = &[
    row(6, Protocol::Tcp, tcp::read),
    row(17, Protocol::Udp, udp::read),
    row(1, Protocol::Icmp, icmp::read),
    v6_row(58, Protocol::Icmpv6, icmpv6::read),
    v6_row(0, Protocol::Ipv6, hop_by_hop::read),
    v6_row(44, Protocol::Ipv6, fragment::read),
    v6_row(43, Protocol::Ipv6, routing::read),
    v6_row(60, Protocol::Ipv6, destination_options::read),
    v6_row(59, Protocol::Ipv6, no_next_header),
    row(2, Protocol::Igmp, igmp::read),
    row(4, Protocol::Ipv4, inner_ip::read),
    row(41, Protocol::Ipv6, inner_ip::read),
    row(47, Protocol::Gre, gre::read),
    row(50, Protocol::Esp, esp::read),
    row(51, Protocol::Ah, ah::read),
    row(132, Protocol::Sctp, sctp::read),
    row(136, Protocol::UdpLite, udp_lite::read),
    row(97, Protocol::Ip(97), ether_ip::read),
    row(115, Protocol::Ip(115), l2tp::read_in_ip),
    row(137, Protocol::Mpls, inner_frame::read_mpls),
    row(143, Protocol::Ip(143), inner_frame::read_ethernet),
    row(103, Protocol::Pim, pim::read),
    row(112, Protocol::Vrrp, vrrp::read),
    row(89, Protocol::Ospf, ospf::read),
    row(33, Protocol::Dccp, dccp::read),
    row(88, Protocol::Eigrp, eigrp::read),
    row(46, Protocol::Rsvp, rsvp::read),
    // Passed on unseen through an aggregation region (RFC 3175).
    row(134, Protocol::Rsvp, rsvp::read),
    v6_row(135, Protocol::MobilityHeader, mobility_header::read),
    row(139, Protocol::Hip, hip::read),
    v6_row(140, Protocol::Shim6, shim6::read),
    row(54, Protocol::Nhrp, nhrp::read),
    row(113, Protocol::Pgm, pgm::read),
    row(9, Protocol::Igrp, igrp::read),
    row(8, Protocol::Egp, egp::read),
    row(55, Protocol::MinimalEncapsulation, minimal_encapsulation::read),
];

/// Reads the payload of an IP packet.
pub(crate) fn read(walk: &mut Walk<'_>, payload: &IpPayload, span: Span) -> Option<Claim> {
    let row =
        ROWS.iter().find(|row| row.number == payload.protocol && (payload.is_v6() || !row.v6_only));
    let protocol = row.map_or(Protocol::Ip(payload.protocol), |row| row.protocol);
    if payload.part.is_later_fragment() {
        return Claim::unverifiable(protocol, span.at, Reason::Fragment);
    }
    if payload.extension_headers > MAX_EXTENSION_HEADERS {
        return Claim::unverifiable(protocol, span.at, Reason::Depth);
    }
    // What lies in the first fragment may go on in the next one.
    let span = span.loose_if(payload.part.is_first_fragment());
    match row {
        Some(row) => (row.read)(walk, payload, span),
        None => Claim::unverifiable(protocol, span.at, Reason::Unsupported),
    }
}

/// Nothing follows (RFC 8200 § 4.7).
fn no_next_header(_: &mut Walk<'_>, _: &IpPayload, _: Span) -> Option<Claim> {
    None
}

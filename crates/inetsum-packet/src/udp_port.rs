//! The protocols over UDP that carry packets, by their ports.

use crate::claim::Claim;
use crate::ip_payload::IpPayload;
use crate::layer::{
    esp, geneve, gre, gtp_u, gue, inner_frame, l2tp, lisp, teredo, vxlan, vxlan_gpe,
};
use crate::span::Span;
use crate::walk::Walk;
use crate::{Protocol, Reason};

/// Reads the header at the start of the span and says through [`Walk::push`] what follows, if there
/// is enough evidence that it is this protocol's.
type Read = fn(&mut Walk<'_>, &UdpPayload, Span) -> Option<Claim>;

/// A protocol over UDP that carries packets.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Tunnel {
    /// The port that it is known by.
    pub(crate) port: u16,
    read: Read,
    /// Whether the port may be the source's, as in replies.
    is_two_way: bool,
    /// Whether the datagram may go without a checksum over IPv6 (RFC 6935).
    pub(crate) may_send_zero: bool,
}

impl Tunnel {
    /// The protocol that this port is known for.
    pub(crate) fn known_at(port: u16) -> Option<Tunnel> {
        let one_way = |read: Read| Tunnel { port, read, is_two_way: false, may_send_zero: false };
        let without_checksum = |read| Tunnel { may_send_zero: true, ..one_way(read) };
        let two_way = |read| Tunnel { is_two_way: true, ..one_way(read) };
        Some(match port {
            vxlan::PORT | vxlan::PORT_OF_LINUX => without_checksum(vxlan::read),
            geneve::PORT => without_checksum(geneve::read),
            gtp_u::PORT => Tunnel { is_two_way: true, ..without_checksum(gtp_u::read) },
            esp::PORT => two_way(esp::read_in_udp),
            l2tp::PORT => two_way(l2tp::read),
            teredo::PORT => two_way(teredo::read),
            vxlan_gpe::PORT => without_checksum(vxlan_gpe::read),
            inner_frame::MPLS_PORT => without_checksum(inner_frame::read_mpls_in_udp),
            gre::PORT => without_checksum(gre::read_in_udp),
            gue::PORT => without_checksum(gue::read),
            lisp::PORT => without_checksum(lisp::read),
            lisp::CONTROL_PORT => one_way(lisp::read_control),
            esp::GRE_DTLS_PORT | esp::MPLS_DTLS_PORT => one_way(esp::read_dtls),
            _ => return None,
        })
    }

    /// What is carried between these ports.
    pub(crate) fn between(source: u16, destination: u16) -> Option<Tunnel> {
        Tunnel::known_at(destination)
            .or_else(|| Tunnel::known_at(source).filter(|tunnel| tunnel.is_two_way))
    }

    /// Reads a datagram's payload, whose IP header says this of it.
    pub(crate) fn read(self, walk: &mut Walk<'_>, ip: &IpPayload, span: Span) -> Option<Claim> {
        (self.read)(walk, &UdpPayload { ip: *ip, tunnel: self }, span)
    }
}

/// What is known of a datagram's payload.
#[derive(Debug, Clone, Copy)]
pub(crate) struct UdpPayload {
    /// What the IP header says.
    pub(crate) ip: IpPayload,
    tunnel: Tunnel,
}

impl UdpPayload {
    /// Reports that the payload can't be looked into.
    pub(crate) fn unverifiable(&self, span: Span, reason: Reason) -> Option<Claim> {
        Claim::unverifiable(Protocol::UdpPort(self.tunnel.port), span.at, reason)
    }
}

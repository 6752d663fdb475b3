//! What each header leads to: the reader of a link type, an EtherType, an IP protocol, a port.

use super::{MAX_DEPTH, Next, Walk};
use crate::claim::Claim;
use crate::layer::{
    a_msdu, erspan, ethernet, icmp_extension, ip, llc, macsec, mpls, nhrp, nsh, pbb, ppp, pppoe,
    trill, unknown_ethertype, wccp,
};
use crate::span::Span;
use crate::stack::Pending;
use crate::udp_port::Tunnel;
use crate::{Protocol, Reason, ip_protocol, link_type};

impl Walk<'_> {
    /// Reads a header: it says through [`push`](Self::push) what follows it.
    pub(crate) fn read(&mut self, pending: Pending) -> Option<Claim> {
        let (span, place) = (pending.span(), pending.place());
        self.place = place;
        self.path.truncate(place.path_len);
        match pending.next {
            Next::Link(link) => link_type::read(self, link, span),
            Next::Ethernet => ethernet::read(self, span),
            Next::EtherType(ethertype) => self.read_ethertype(ethertype, span),
            Next::Llc => llc::read(self, span),
            Next::Ppp => ppp::read(self, span),
            Next::Mpls => mpls::read(self, span),
            Next::AMsdu => a_msdu::read(self, span),
            Next::Ip => self.read_ip(span),
            Next::IpPayload if place.depth >= MAX_DEPTH => self.too_deep(span),
            Next::IpPayload => ip_protocol::read(self, &self.ip_payload?, span),
            Next::IcmpExtension => icmp_extension::read(self, span),
            Next::Nsh => nsh::read(self, span),
            Next::Erspan { has_header } => erspan::read(self, has_header, span),
            Next::Wccp => wccp::read(self, span),
            Next::UdpPayload(port) => {
                self.place.by_port = true;
                Tunnel::known_at(port)?.read(self, &self.ip_payload?, span)
            }
        }
    }

    fn read_ip(&mut self, span: Span) -> Option<Claim> {
        if self.place.depth >= MAX_DEPTH { self.too_deep(span) } else { ip::read(self, span) }
    }

    fn too_deep(&self, span: Span) -> Option<Claim> {
        Claim::unverifiable(Protocol::Ipv4, span.at, Reason::Depth)
    }

    /// Reads what an EtherType announces; protocols that carry no Internet checksum yield nothing.
    fn read_ethertype(&mut self, ethertype: u16, span: Span) -> Option<Claim> {
        match ethertype {
            ethernet::IPV4 | ethernet::IPV6 => self.read_ip(span),
            ethernet::VLAN | ethernet::VLAN_SERVICE | ethernet::VLAN_QINQ | ethernet::VLAN_OLD => {
                ethernet::read_vlan(self, ethertype, span)
            }
            ethernet::ETHERNET => ethernet::read(self, span),
            nsh::ETHERTYPE => nsh::read(self, span),
            trill::ETHERTYPE => trill::read(self, span),
            ethernet::BACKBONE => pbb::read(self, span),
            ethernet::MACSEC => macsec::read(self, span),
            ethernet::PPP => ppp::read(self, span),
            ethernet::PPPOE_SESSION => pppoe::read(self, span),
            ethernet::MPLS_UNICAST | ethernet::MPLS_MULTICAST => mpls::read(self, span),
            ethernet::NHRP => nhrp::read_frame(self, span),
            0..=ethernet::MAX_LENGTH => llc::read(self, span.resize(ethertype.into())),
            _ => unknown_ethertype::read(ethertype, span),
        }
    }
}

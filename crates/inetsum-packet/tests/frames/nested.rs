//! Frames put together by numbers, packets in packets: each number gives something, and all of it is
//! right in every checksum.

use inetsum_packet::LinkType;

use super::captured::Captured;
use super::ip::{V4, V6};
use super::link::{
    BRIDGED_ETHERNET, VLAN, VLAN_SERVICE, ethernet, ethernet_llc, ethertype, family, sll, sll2,
    snap, tagged,
};
use super::message::{
    Message, PIM, RSVP, carp, icmp, icmp_extension, icmpv6, igmp, message as message_of, other,
    pim, pim_register, tcp, udp, udp_lite, vrrp,
};
use super::tunnel::{
    Gre, ether_ip, geneve, gre_in_udp, gtp_u, gue, ip_in_ip, l2tp, lisp, mpls_in_udp, nsh,
    plain_gtp_u, plain_l2tp, pptp, vxlan, vxlan_gpe,
};

/// How many kinds of each there are, the last of which every greater number stands for.
pub(crate) const MESSAGES: u8 = 14;
pub(crate) const TUNNELS: u8 = 20;
pub(crate) const FRAMINGS: u8 = 9;

/// A message around `data`; a UDP-Lite one covers `coverage` bytes, at least 8.
pub(crate) fn message(kind: u8, data: &[u8], coverage: u16) -> Message {
    match kind {
        0 => tcp(data),
        1 => udp(data),
        2 => udp_lite(coverage.min(8 + data.len() as u16), data),
        3 => icmp(8, data),
        4 => icmpv6(128, data),
        5 => igmp(0x16, data),
        6 => udp(data).surplus(b"abc"),
        7 => pim(0, data),
        8 => vrrp(2),
        9 => vrrp(3).pseudo_header(true),
        10 => carp(),
        11 => message_of(88, 2, &[&[2, 5, 0, 0], data].concat()),
        12 => message_of(RSVP, 2, &[&[0x10, 1, 0, 0, 64, 0, 0, 8], data].concat()).covering(8),
        _ => other(132, data),
    }
}

/// How a message is put into an IP packet.
#[derive(Clone, Debug)]
pub(crate) enum Packing {
    V4 { options: usize, has_length: bool },
    V6 { extensions: Vec<u8>, has_length: bool },
}

impl Packing {
    pub(crate) fn pack(self, message: Message) -> Vec<u8> {
        match self {
            Packing::V4 { options, has_length } => {
                let packet = V4::new().options(&vec![1; 4 * options]);
                if has_length { packet } else { packet.total_len(0) }.carry(message)
            }
            Packing::V6 { extensions, has_length } => {
                let add = |packet: V6, kind| match kind {
                    0 => packet.options(V6::HOP_BY_HOP, &[1, 1, 0]),
                    1 => packet.options(V6::DESTINATION_OPTIONS, &[0; 9]),
                    2 => packet.fragment(0, false),
                    _ => packet.routing(4, 0, &[[7; 16]]),
                };
                let packet = extensions.into_iter().fold(V6::new(), add);
                let message =
                    if message.protocol == PIM { message.pseudo_header(true) } else { message };
                if has_length { packet } else { packet.payload_len(0) }.carry(message)
            }
        }
    }
}

/// A message that carries `packet`.
pub(crate) fn tunnel(kind: u8, packet: Vec<u8>) -> Message {
    match kind {
        0 => ip_in_ip(&packet),
        1 => vxlan(&ethernet(packet)),
        2 => geneve(ethertype(&packet), &[7; 8], &packet),
        3 => Gre::new(Gre::KEY | Gre::SEQUENCE).carry(&packet),
        4 => Gre::new(Gre::CHECKSUM).carry_type(BRIDGED_ETHERNET, &ethernet(packet)),
        7 => vxlan_gpe(4, &nsh(3, &ethernet(packet))),
        8 => gtp_u(&packet),
        9 => plain_gtp_u(&packet),
        10 => l2tp(&packet),
        11 => plain_l2tp(&packet),
        12 => mpls_in_udp(&packet),
        13 => gre_in_udp(&Gre::new(Gre::CHECKSUM).carry(&packet)),
        14 => gue(if packet[0] >> 4 == 4 { 4 } else { 41 }, &packet),
        15 => lisp(&packet),
        16 => ether_ip(&ethernet(packet)),
        17 => pptp(&packet),
        18 => Gre::new(0).carry_type(0x88be, &ethernet(packet)),
        5 => icmpv6(1, &[&[0; 4], &packet[..]].concat()),
        6 => pim_register(&packet).summed_to(8),
        _ => {
            let mut quote = packet;
            quote.resize(quote.len().next_multiple_of(4).min(4 * 255), 0);
            let units = (quote.len() / 4) as u8;
            icmp(11, &[&[0, units, 0, 0], &quote[..], &icmp_extension(b"label")].concat())
        }
    }
}

fn states_its_length(packet: &[u8]) -> bool {
    let at = if packet[0] >> 4 == 4 { 2 } else { 4 };
    packet[at..at + 2] != [0, 0]
}

/// A frame around `packet`.
pub(crate) fn framed(kind: u8, packet: Vec<u8>) -> Captured {
    let (link, bytes) = match kind {
        0 => (LinkType::ETHERNET, ethernet(packet)),
        1 => (LinkType::ETHERNET, tagged(&[VLAN_SERVICE, VLAN], packet)),
        2 if states_its_length(&packet) => {
            (LinkType::ETHERNET, [ethernet(packet), vec![0xee; 9]].concat())
        }
        3 if packet.len() <= 1492 => (LinkType::ETHERNET, ethernet_llc(&snap(packet))),
        4 => (LinkType::LINUX_SLL, sll(ethertype(&packet), &packet)),
        5 => (LinkType::LINUX_SLL2, sll2(ethertype(&packet), &packet)),
        6 => (LinkType::NULL, family([if packet[0] >> 4 == 4 { 2 } else { 30 }, 0, 0, 0], &packet)),
        7 => (LinkType::LOOP, family([0, 0, 0, if packet[0] >> 4 == 4 { 2 } else { 28 }], &packet)),
        _ => (LinkType::RAW, packet),
    };
    Captured { link, original_len: bytes.len(), bytes }
}

//! Frames for property tests: right ones of every kind, and what damage does to them.

use inetsum_packet::LinkType;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

use crate::frames::ip::{V4, V6};
use crate::frames::link::{
    BRIDGED_ETHERNET, VLAN, VLAN_SERVICE, ethernet, ethernet_llc, ethertype, family, sll, sll2,
    snap, tagged,
};
use crate::frames::message::{
    Message, PIM, RSVP, carp, icmp, icmp_extension, icmpv6, igmp, message as message_of, other,
    pim, pim_register, tcp, udp, udp_lite, vrrp,
};
use crate::frames::tunnel::{
    Gre, ether_ip, geneve, gre_in_udp, gtp_u, gue, ip_in_ip, l2tp, lisp, mpls_in_udp, nsh,
    plain_gtp_u, plain_l2tp, pptp, vxlan, vxlan_gpe,
};

pub(crate) const LINKS: [LinkType; 43] = [
    LinkType(0),
    LinkType(1),
    LinkType(6),
    LinkType(9),
    LinkType(10),
    LinkType(12),
    LinkType(14),
    LinkType(50),
    LinkType(51),
    LinkType(100),
    LinkType(101),
    LinkType(104),
    LinkType(105),
    LinkType(107),
    LinkType(108),
    LinkType(109),
    LinkType(113),
    LinkType(117),
    LinkType(119),
    LinkType(123),
    LinkType(127),
    LinkType(138),
    LinkType(147),
    LinkType(163),
    LinkType(166),
    LinkType(192),
    LinkType(204),
    LinkType(205),
    LinkType(206),
    LinkType(219),
    LinkType(226),
    LinkType(228),
    LinkType(229),
    LinkType(239),
    LinkType(240),
    LinkType(241),
    LinkType(242),
    LinkType(258),
    LinkType(276),
    LinkType(281),
    LinkType(282),
    LinkType(284),
    LinkType(285),
];

/// A frame as a capture holds it.
#[derive(Clone, Debug)]
pub(crate) struct Captured {
    pub(crate) link: LinkType,
    pub(crate) bytes: Vec<u8>,
    pub(crate) original_len: usize,
}

/// A frame that is right in every checksum.
pub(crate) fn right() -> impl Strategy<Value = Captured> {
    (message(), packing(), vec((0..20u8, packing()), 0..4), 0..9u8).prop_map(
        |(message, innermost, tunnels, link)| {
            let innermost = innermost.pack(message);
            let packet = tunnels
                .into_iter()
                .fold(innermost, |packet, (kind, packing)| packing.pack(tunnel(kind, packet)));
            let (link, bytes) = framed(link, packet);
            Captured { link, original_len: bytes.len(), bytes }
        },
    )
}

/// A right frame with damage of all sorts done to it.
pub(crate) fn damaged() -> impl Strategy<Value = Captured> {
    (right(), vec(damage(), 1..4)).prop_map(|(mut captured, damages)| {
        damages.into_iter().for_each(|damage| damage.do_to(&mut captured));
        captured
    })
}

/// Bytes that mean nothing, some of which look like headers at first.
pub(crate) fn garbage() -> impl Strategy<Value = Captured> {
    let starts: [&[u8]; 6] =
        [b"", b"\x45", b"\x46\0\0\x40", b"\x60\0\0\0", b"\x02\0\0\0", b"\0\0\0\x02"];
    let ethernet = [&[0; 12][..], b"\x08\0\x45\0"].concat();
    let start = select([&starts.map(<[u8]>::to_vec)[..], &[ethernet]].concat());
    (select(LINKS.to_vec()), start, vec(any::<u8>(), 0..200), 0..400usize).prop_map(
        |(link, start, rest, original_len)| Captured {
            link,
            bytes: [start, rest].concat(),
            original_len,
        },
    )
}

fn message() -> impl Strategy<Value = Message> {
    (0..14u8, vec(any::<u8>(), 0..50), 8..60u16).prop_map(|(kind, data, coverage)| match kind {
        0 => tcp(&data),
        1 => udp(&data),
        2 => udp_lite(coverage.min(8 + data.len() as u16), &data),
        3 => icmp(8, &data),
        4 => icmpv6(128, &data),
        5 => igmp(0x16, &data),
        6 => udp(&data).surplus(b"abc"),
        7 => pim(0, &data),
        8 => vrrp(2),
        9 => vrrp(3).pseudo_header(true),
        10 => carp(),
        11 => message_of(88, 2, &[&[2, 5, 0, 0], &data[..]].concat()),
        12 => message_of(RSVP, 2, &[&[0x10, 1, 0, 0, 64, 0, 0, 8], &data[..]].concat()).covering(8),
        _ => other(132, &data),
    })
}

/// How a message is put into an IP packet.
#[derive(Clone, Debug)]
enum Packing {
    V4 { options: usize, has_length: bool },
    V6 { extensions: Vec<u8>, has_length: bool },
}

fn packing() -> impl Strategy<Value = Packing> {
    // Packets that state no length are as rare as they are.
    let has_length = || prop::bool::weighted(0.95);
    prop_oneof![
        (0..3usize, has_length())
            .prop_map(|(options, has_length)| Packing::V4 { options, has_length }),
        (vec(0..4u8, 0..4), has_length())
            .prop_map(|(extensions, has_length)| Packing::V6 { extensions, has_length }),
    ]
}

impl Packing {
    fn pack(self, message: Message) -> Vec<u8> {
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

fn tunnel(kind: u8, packet: Vec<u8>) -> Message {
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

fn framed(kind: u8, packet: Vec<u8>) -> (LinkType, Vec<u8>) {
    match kind {
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
    }
}

#[derive(Clone, Debug)]
enum Damage {
    Bit(Index, u8),
    Byte(Index, u8),
    Word(Index, u16),
    Cut(Index),
    Tail(Vec<u8>),
    OriginalLen(usize),
    Link(LinkType),
}

fn damage() -> impl Strategy<Value = Damage> {
    let word = select(vec![0, 1, 7, 8, 20, 40, 60, 0x2000, 0x8000, 0xfffe, 0xffff]);
    prop_oneof![
        4 => (any::<Index>(), 0..8u8).prop_map(|(at, bit)| Damage::Bit(at, bit)),
        3 => (any::<Index>(), any::<u8>()).prop_map(|(at, byte)| Damage::Byte(at, byte)),
        3 => (any::<Index>(), word).prop_map(|(at, word)| Damage::Word(at, word)),
        2 => any::<Index>().prop_map(Damage::Cut),
        1 => vec(any::<u8>(), 1..40).prop_map(Damage::Tail),
        1 => (0..600usize).prop_map(Damage::OriginalLen),
        1 => select(LINKS.to_vec()).prop_map(Damage::Link),
    ]
}

impl Damage {
    fn do_to(self, captured: &mut Captured) {
        let bytes = &mut captured.bytes;
        match self {
            _ if bytes.is_empty() => {}
            Damage::Bit(at, bit) => *at.get_mut(bytes) ^= 1 << bit,
            Damage::Byte(at, byte) => *at.get_mut(bytes) = byte,
            Damage::Word(at, word) => {
                let at = at.index(bytes.len());
                bytes[at..].iter_mut().zip(word.to_be_bytes()).for_each(|(byte, new)| *byte = new);
            }
            Damage::Cut(at) => bytes.truncate(at.index(bytes.len())),
            Damage::Tail(tail) => bytes.extend(tail),
            Damage::OriginalLen(len) => captured.original_len = len,
            Damage::Link(link) => captured.link = link,
        }
    }
}

//! What is noted of a checksum besides its verdict.

use inetsum_packet::{LinkType, Note, Protocol, checksum_fields};

use crate::frames::ip::{V4, V6, v4, v6};
use crate::frames::look::innermost;
use crate::frames::message::{
    Message, icmp, icmpv6, pim, pim_register, tcp, udp, udp_lite, udp_to, vrrp,
};

fn note(packet: &[u8], protocol: Protocol) -> Option<Note> {
    innermost(packet, LinkType::RAW, protocol).note
}

#[test]
fn unknown_routing_header_is_noted_where_the_destination_counts() {
    let messages = [
        (tcp(b"hello"), Protocol::Tcp),
        (udp(b"hello"), Protocol::Udp),
        (udp_lite(0, b"hello"), Protocol::UdpLite),
        (icmpv6(128, b"hello"), Protocol::Icmpv6),
        (pim(0, b"hello"), Protocol::Pim),
    ];
    for (message, protocol) in messages {
        let routed = |kind, segments_left, message: &Message| {
            let packet = V6::new().routing(kind, segments_left, &[[7; 16]]).carry(message.clone());
            note(&packet, protocol)
        };
        for kind in [1, 3, 5, 253] {
            assert_eq!(routed(kind, 1, &message), Some(Note::UnknownRouting));
            assert_eq!(routed(kind, 0, &message), None);
        }
        for kind in [0, 2, 4] {
            assert_eq!(routed(kind, 1, &message), None);
        }
    }
    let without_pseudo_header = V6::new().routing(1, 1, &[[7; 16]]).carry(icmp(8, b"hello"));
    assert_eq!(note(&without_pseudo_header, Protocol::Icmp), None);
}

#[test]
fn form_is_noted_of_what_has_two() {
    for (has_pseudo_header, expected) in
        [(true, Note::WithPseudoHeader), (false, Note::WithoutPseudoHeader)]
    {
        let packet = v4(vrrp(3).pseudo_header(has_pseudo_header));
        assert_eq!(note(&packet, Protocol::Vrrp), Some(expected));
    }
    // One that is wrong gets a pseudo-header.
    assert_eq!(note(&v4(vrrp(3).stored(7)), Protocol::Vrrp), Some(Note::WithPseudoHeader));
    assert_eq!(note(&v4(vrrp(2)), Protocol::Vrrp), None);
    assert_eq!(note(&v6(vrrp(3).pseudo_header(true)), Protocol::Vrrp), None);

    let register = pim_register(&v4(udp(b"hello")));
    assert_eq!(note(&v4(register.clone()), Protocol::Pim), Some(Note::WholeRegister));
    assert_eq!(note(&v4(register.clone().summed_to(8)), Protocol::Pim), None);
    assert_eq!(note(&v4(register.stored(1)), Protocol::Pim), None);
}

#[test]
fn nothing_is_noted_of_what_is_not_judged() {
    let packet = v4(vrrp(3).pseudo_header(true));
    let of_cut = checksum_fields(&packet[..30], LinkType::RAW, packet.len()).last().unwrap();
    assert_eq!((of_cut.verdict.name(), of_cut.note), ("unverifiable", None));
    let fragment = V4::new().fragment(V4::MORE_FRAGMENTS).carry(vrrp(3));
    assert_eq!(note(&fragment, Protocol::Vrrp), None);
    let register = v4(pim_register(&[7; 20]).stored(1));
    let of_cut = checksum_fields(&register[..40], LinkType::RAW, register.len());
    let of_pim = of_cut.filter(|field| field.protocol == Protocol::Pim).last().unwrap();
    assert_eq!((of_pim.verdict.name(), of_pim.note), ("unverifiable", None));
    let absent = V6::new().routing(1, 1, &[[7; 16]]).carry(udp_to(4789, b"").stored(0));
    assert_eq!(note(&absent, Protocol::Udp), None);
}

#[test]
fn names_are_those_of_the_reports() {
    for (note, name) in [
        (Note::UnknownRouting, "unknown-routing"),
        (Note::WithPseudoHeader, "with-pseudo-header"),
        (Note::WithoutPseudoHeader, "without-pseudo-header"),
        (Note::WholeRegister, "whole-register"),
    ] {
        assert_eq!(note.name(), name);
    }
}

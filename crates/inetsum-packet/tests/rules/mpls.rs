//! MPLS: what is behind the labels, which nothing names.

use inetsum_packet::{LinkType, Protocol, Reason, Verdict};

use crate::frames::ip::{V4, V6, v4, v6};
use crate::frames::link::{VLAN, ethernet, ethernet_of, mpls, tagged};
use crate::frames::look::{assert_right, assert_unverifiable, fields, judged_on};
use crate::frames::message::{tcp, udp};

const OVER_V4: [Protocol; 2] = [Protocol::Ipv4, Protocol::Tcp];
const OVER_V6: [Protocol; 1] = [Protocol::Tcp];
const CONTROL_WORD: [u8; 4] = [0, 0, 0, 7];

/// An Ethernet frame whose destination starts like this.
fn addressed(start: &[u8], packet: Vec<u8>) -> Vec<u8> {
    let mut frame = ethernet(packet);
    frame[..start.len()].copy_from_slice(start);
    frame
}

/// Asserts that nothing is judged, and nothing written whatever is asked for.
#[track_caller]
fn assert_not_guessed(carried: &[u8]) {
    let frame = mpls(1, carried);
    let expected = (Protocol::Mpls, Verdict::Unverifiable(Reason::Unsupported));
    assert_eq!(judged_on(&frame, LinkType::MPLS), [expected]);
    assert_unverifiable(&frame, LinkType::MPLS, frame.len(), Protocol::Mpls, Reason::Unsupported);
}

#[test]
fn labels_to_the_bottom_of_the_stack_are_passed_over() {
    for labels in [1, 2, 3, 17, 300] {
        assert_right(&mpls(labels, &v4(tcp(b"odd"))), LinkType::MPLS, &OVER_V4);
        assert_right(&mpls(labels, &v6(tcp(b"odd"))), LinkType::MPLS, &OVER_V6);
        for ethertype in [0x8847, 0x8848] {
            let frame = ethernet_of(ethertype, &mpls(labels, &v4(tcp(b"odd"))));
            assert_right(&frame, LinkType::ETHERNET, &OVER_V4);
        }
    }
}

#[test]
fn padding_behind_a_packet_is_no_obstacle() {
    for packet in [v4(udp(b"")), V4::new().options(&[1; 4]).carry(udp(b""))] {
        let frame = mpls(1, &[&packet[..], b"\0\0\0\0\0"].concat());
        assert_right(&frame, LinkType::MPLS, &[Protocol::Ipv4, Protocol::Udp]);
    }
    let frame = mpls(1, &[&v6(udp(b""))[..], b"\0\0\0\0\0"].concat());
    assert_right(&frame, LinkType::MPLS, &[Protocol::Udp]);
}

#[test]
fn pseudowire_carries_ethernet_with_a_control_word_or_without() {
    for control_word in [&b""[..], &CONTROL_WORD] {
        let wrap = |frame: Vec<u8>| mpls(2, &[control_word, &frame].concat());
        assert_right(&wrap(ethernet(v4(tcp(b"odd")))), LinkType::MPLS, &OVER_V4);
        assert_right(&wrap(tagged(&[VLAN; 3], v6(tcp(b"odd")))), LinkType::MPLS, &OVER_V6);
        // ARP holds nothing to be judged.
        assert_eq!(judged_on(&wrap(ethernet_of(0x0806, &[0; 28])), LinkType::MPLS), []);
    }
}

#[test]
fn address_that_starts_like_ip_or_like_a_control_word_is_not_taken_for_it() {
    for start in [0x00, 0x04, 0x40, 0x46, 0x4c, 0x60, 0x64] {
        let frame = addressed(&[start, 0, 0xff, 0xff, 0xff], v4(tcp(&[0; 40])));
        assert_right(&mpls(1, &frame), LinkType::MPLS, &OVER_V4);
    }
    // Where the length is that of a packet with something behind it, it may be one.
    assert_not_guessed(&addressed(&[0x46, 0, 0, 30], v4(tcp(&[0; 40]))));
    assert_not_guessed(&addressed(&[0x60, 0, 0, 0, 0, 30], v4(tcp(&[0; 40]))));
}

#[test]
fn what_may_be_either_is_not_guessed() {
    // An IPv6 packet less than all there is, with what reads as Ethernet with IPv4 in it.
    let mut either = v6(tcp(&[0; 40]));
    either[12..15].copy_from_slice(&[8, 0, 0x45]);
    either.extend([0; 3]);
    assert_not_guessed(&either);
    // The same with all there is.
    either.truncate(either.len() - 3);
    assert_eq!(fields(&mpls(1, &either), LinkType::MPLS)[0].protocol, Protocol::Tcp);
}

#[test]
fn what_is_neither_is_reported() {
    assert_not_guessed(&[0x11; 60]);
    // An associated channel (RFC 5586), and Ethernet of an unknown type.
    assert_not_guessed(&[&[0x10, 0, 0, 7], &[0; 40][..]].concat());
    assert_not_guessed(&ethernet_of(0x1234, &v4(tcp(b""))));
    assert_not_guessed(&addressed(&[0x60, 0xff, 0xff, 0xff, 0xff], v4(tcp(b"")))[..13]);
    // Lengths beyond what is there, and within the header.
    assert_not_guessed(&V6::new().payload_len(900).carry(tcp(b"")));
    assert_not_guessed(&V4::new().options(&[1; 4]).total_len(900).carry(tcp(b"")));
    assert_not_guessed(&V4::new().options(&[1; 4]).total_len(23).carry(tcp(b"")));
}

#[test]
fn stack_without_a_bottom_is_cut() {
    let expected = (Protocol::Link(219), Verdict::Unverifiable(Reason::Truncated));
    for len in [0, 3, 4, 7, 400] {
        assert_eq!(judged_on(&[0, 0x10, 0xf2, 64].repeat(100)[..len], LinkType::MPLS), [expected]);
    }
}

#[test]
fn labels_may_lie_in_one_another() {
    let inner = ethernet_of(VLAN, &[&[0, 1, 8, 0], &v4(tcp(b"odd"))[..]].concat());
    let frame = ethernet_of(0x8847, &mpls(1, &[&CONTROL_WORD, &inner[..]].concat()));
    assert_right(&frame, LinkType::ETHERNET, &OVER_V4);
    let path = fields(&frame, LinkType::ETHERNET).pop().unwrap().path;
    assert_eq!(path.to_string(), "eth/mpls/eth/vlan/ipv4/tcp");
}

//! How deep the layers are followed.

use inetsum_packet::{LinkType, Protocol, Reason, Verdict, fix};

use crate::frames::ip::{V4, V6, v4, v6};
use crate::frames::link::{VLAN, ethernet, tagged};
use crate::frames::look::{assert_packet_right, assert_right, fields, judged, judged_on};
use crate::frames::message::{Message, icmp, icmp_extension, tcp, udp};
use crate::frames::tunnel::{Gre, ip_in_ip, vxlan};

/// `levels` packets in one another, the innermost with TCP.
fn nested(levels: usize, tunnel: impl Fn(&[u8]) -> Message) -> Vec<u8> {
    (1..levels).fold(v4(tcp(b"hello")), |inner, _| v4(tunnel(&inner)))
}

const TOO_DEEP: (Protocol, Verdict) = (Protocol::Ipv4, Verdict::Unverifiable(Reason::Depth));

#[test]
fn sixteen_packets_in_one_another_are_followed_and_no_more() {
    let sixteen = [vec![Protocol::Ipv4; 16], vec![Protocol::Tcp]].concat();
    assert_packet_right(&nested(16, ip_in_ip), &sixteen);
    for levels in [17, 18, 40] {
        let verdicts = judged(&nested(levels, ip_in_ip));
        assert_eq!(verdicts.len(), 17);
        assert_eq!(verdicts[16], TOO_DEEP);
    }
    let found = fields(&nested(17, ip_in_ip), LinkType::RAW);
    assert_eq!(found[16].depth, 16);
}

#[test]
fn other_tunnels_count_as_deep() {
    for (tunnel, a_level) in [
        ((|packet: &[u8]| Gre::new(Gre::CHECKSUM).carry(packet)) as fn(&[u8]) -> Message, 2),
        (|packet: &[u8]| vxlan(&ethernet(packet.to_vec())), 2),
    ] {
        let verdicts = judged(&nested(16, tunnel));
        assert_eq!(verdicts.len(), 16 * a_level);
        assert!(verdicts.iter().all(|(_, verdict)| *verdict == Verdict::Correct));
        assert_eq!(judged(&nested(17, tunnel)).last(), Some(&TOO_DEEP));
    }
}

#[test]
fn fix_reaches_the_sixteenth_packet() {
    let tunnel = |packet: &[u8]| Gre::new(Gre::CHECKSUM).carry(packet);
    let right = nested(16, tunnel);
    let mut wrong = right.clone();
    for field in fields(&right, LinkType::RAW) {
        wrong[field.at] ^= 0x11;
    }
    let fixed = fix(&mut wrong, LinkType::RAW, right.len());
    assert_eq!((fixed.written, wrong), (32, right));
}

#[test]
fn errors_in_errors_are_followed_as_deep() {
    let error = |inner: &[u8]| {
        let units = u8::try_from(inner.len().div_ceil(4)).unwrap_or(0);
        let mut quote = inner.to_vec();
        quote.resize(4 * usize::from(units), 0);
        icmp(11, &[&[0, units, 0, 0], &quote[..], &icmp_extension(b"")].concat())
    };
    let packet = nested(17, error);
    let verdicts = judged(&packet);
    assert_eq!(verdicts.len(), 3 * 16 + 1);
    assert_eq!(verdicts.last(), Some(&TOO_DEEP));
    let mut wrong = packet.clone();
    wrong[10] ^= 0x11;
    fix(&mut wrong, LinkType::RAW, packet.len());
    assert_eq!(wrong, packet);
}

#[test]
fn thirty_two_extension_headers_are_followed_and_no_more() {
    let packet = |headers| {
        let options = |packet: V6, _| packet.options(V6::DESTINATION_OPTIONS, &[]);
        (0..headers).fold(V6::new(), options).carry(tcp(b"hello"))
    };
    assert_packet_right(&packet(32), &[Protocol::Tcp]);
    for headers in [33, 34, 200] {
        let verdicts = judged(&packet(headers));
        assert_eq!(verdicts.len(), 1);
        assert_eq!(verdicts[0].1, Verdict::Unverifiable(Reason::Depth));
    }
    // Every packet has as many of its own.
    let inner = packet(32);
    let outer = (0..32).fold(V6::new(), |packet, _| packet.options(V6::HOP_BY_HOP, &[]));
    assert_packet_right(&outer.carry(ip_in_ip(&inner)), &[Protocol::Tcp]);
}

#[test]
fn authentication_headers_over_ipv4_count_as_extension_headers() {
    let chain = |count: usize| {
        let mut payload = v4(tcp(b"hello"))[20..].to_vec();
        for index in 0..count {
            let next = if index == 0 { 6 } else { 51 };
            payload = [&[next, 1, 0, 0, 0, 0, 0, 9, 0, 0, 0, 1], &payload[..]].concat();
        }
        v4(crate::frames::message::other(51, &payload))
    };
    assert_packet_right(&chain(32), &[Protocol::Ipv4, Protocol::Tcp]);
    let verdicts = judged(&chain(33));
    assert_eq!(verdicts[1], (Protocol::Tcp, Verdict::Unverifiable(Reason::Depth)));
}

#[test]
fn tags_without_end_end_with_the_frame() {
    let frame = tagged(&[VLAN; 16_000], v4(udp(b"hello")));
    assert_right(&frame, LinkType::ETHERNET, &[Protocol::Ipv4, Protocol::Udp]);
    let tags_only = &frame[..14 + 4 * 15_000];
    let expected = [(Protocol::EtherType(VLAN), Verdict::Unverifiable(Reason::Truncated))];
    assert_eq!(judged_on(tags_only, LinkType::ETHERNET), expected);
}

#[test]
fn long_paths_are_shown_by_their_start() {
    let frame = tagged(&[VLAN; 300], v4(udp(b"hello")));
    let path = fields(&frame, LinkType::ETHERNET)[0].path;
    assert_eq!(path.layers().len(), 40);
    assert!(path.to_string().ends_with("/vlan/…"));
    // What came before a long path is not lost with it.
    let inner = ethernet(v4(udp(b"hello")));
    let frame = ethernet(V4::new().carry(vxlan(&inner)));
    let path = fields(&frame, LinkType::ETHERNET).pop().unwrap().path;
    assert_eq!(path.to_string(), "eth/ipv4/udp/vxlan/eth/ipv4/udp");
    assert_ne!(path, fields(&ethernet(v6(udp(b""))), LinkType::ETHERNET)[0].path);
}

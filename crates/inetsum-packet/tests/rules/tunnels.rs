//! Packets in packets, and what repairs inside do to the sums outside.

use inetsum_packet::{LinkType, Protocol, Reason, Verdict, fix_where};

use crate::frames::ip::{V4, V6, v4, v6};
use crate::frames::link::{BRIDGED_ETHERNET, IPV4, ethernet, ethertype};
use crate::frames::look::{
    assert_fixed, assert_packet_right, assert_packet_unverifiable, innermost, judged, verdict,
};
use crate::frames::message::{Message, other, tcp, udp, udp_to};
use crate::frames::tunnel::{GENEVE_PORT, Gre, geneve, ip_in_ip, vxlan};

const V4_TCP: [Protocol; 2] = [Protocol::Ipv4, Protocol::Tcp];

#[test]
fn ip_in_ip_is_checked_inside() {
    for (inner, protocols) in [(v4(tcp(b"odd")), &V4_TCP[..]), (v6(tcp(b"odd")), &V4_TCP[1..])] {
        let outer_too = [&[Protocol::Ipv4], protocols].concat();
        assert_packet_right(&v4(ip_in_ip(&inner)), &outer_too);
        assert_packet_right(&v6(ip_in_ip(&inner)), protocols);
    }
}

#[test]
fn vxlan_and_geneve_are_checked_inside() {
    let inner = v4(tcp(b"odd"));
    let protocols = [Protocol::Ipv4, Protocol::Udp, Protocol::Ipv4, Protocol::Tcp];
    assert_packet_right(&v4(vxlan(&ethernet(inner.clone()))), &protocols);
    assert_packet_right(&v6(vxlan(&ethernet(inner.clone()))), &protocols[1..]);
    for options in [&[][..], &[1; 4], &[1; 252]] {
        let bridged = geneve(BRIDGED_ETHERNET, options, &ethernet(inner.clone()));
        assert_packet_right(&v4(bridged), &protocols);
        assert_packet_right(&v6(geneve(ethertype(&inner), options, &inner)), &protocols[1..]);
    }
    let linux_port = vxlan(&ethernet(inner)).with(2, &8472u16.to_be_bytes());
    assert_packet_right(&v4(linux_port), &protocols);
}

#[test]
fn what_only_has_a_tunnel_s_port_is_not_looked_into() {
    let frame = ethernet(v4(tcp(b"odd").stored(1)));
    let no_identifier = udp_to(4789, &[&[0; 8], &frame[..]].concat());
    let unsupported = Reason::Unsupported;
    assert_packet_unverifiable(&v4(no_identifier), Protocol::UdpPort(4789), unsupported);
    let version_1 = udp_to(GENEVE_PORT, &[&[0x40, 0, 8, 0, 0, 0, 0, 0], &frame[14..]].concat());
    assert_packet_unverifiable(&v4(version_1), Protocol::UdpPort(GENEVE_PORT), unsupported);
}

#[test]
fn udp_length_bounds_the_inner_packet() {
    let inner = ethernet(v4(tcp(b"odd")));
    let right = vxlan(&inner);
    let shorter = u16::try_from(right.bytes.len() - 1).unwrap();
    let packet = v4(right.with(4, &shorter.to_be_bytes()));
    // As only the port told that there is a packet, its header may be something else.
    assert_eq!(judged(&packet).len(), 3);
    assert_packet_unverifiable(&packet, Protocol::Ipv4, Reason::BadLength);
}

#[test]
fn enclosing_packet_bounds_the_inner_one() {
    let inner = v4(tcp(b"odd"));
    let packet = v4(ip_in_ip(&inner[..inner.len() - 1]));
    let padded = [&packet[..], b"d"].concat();
    assert_packet_unverifiable(&padded, Protocol::Tcp, Reason::Truncated);
}

#[test]
fn payload_of_an_authentication_header_is_checked() {
    // 4 bytes of code over IPv4, 12 over either.
    for (units, len) in [(2, 16), (4, 24)] {
        let ah = [&[0, units, 0, 0, 0, 0, 0, 9, 0, 0, 0, 1], &[0xab; 12][..len - 12]].concat();
        let packet = V6::new().extension(51, &ah).carry(tcp(b"odd"));
        assert_packet_right(&packet, &[Protocol::Tcp]);
        // The pseudo-header of both has TCP's number and length.
        let inner = v4(tcp(b"odd"));
        let mut ah = [&ah[..], &inner[20..]].concat();
        ah[0] = 6;
        assert_packet_right(&v4(other(51, &ah)), &V4_TCP);
    }
    let packet = v4(other(51, &[6, 4, 0, 0, 0, 0, 0, 9]));
    assert_packet_unverifiable(&packet, Protocol::Ah, Reason::BadLength);
    assert_packet_unverifiable(&v4(other(51, &[6])), Protocol::Ah, Reason::Truncated);
}

/// Puts an Ethernet frame into a tunnel.
type Tunnel = fn(&[u8]) -> Message;

/// Tunnels with a checksum of their own around an inner frame.
fn tunnels() -> [(Tunnel, Protocol); 3] {
    [
        (vxlan, Protocol::Udp),
        (|frame| geneve(BRIDGED_ETHERNET, &[], frame), Protocol::Udp),
        (|frame| Gre::new(Gre::CHECKSUM).carry_type(BRIDGED_ETHERNET, frame), Protocol::Gre),
    ]
}

fn inner_right() -> Vec<u8> {
    ethernet(v4(tcp(b"odd")))
}

fn inner_wrong() -> Vec<u8> {
    ethernet(V4::new().checksum(0x1111).carry(tcp(b"odd").stored(0x2222)))
}

#[test]
fn outer_sum_that_was_right_is_made_right_again() {
    for (tunnel, protocol) in tunnels() {
        let wrong = v4(tunnel(&inner_wrong()));
        assert_eq!(verdict(&wrong, protocol), Verdict::Correct, "over the wrong inside");
        assert_fixed(&wrong, &v4(tunnel(&inner_right())), LinkType::RAW, 3);
        assert_fixed(&v6(tunnel(&inner_wrong())), &v6(tunnel(&inner_right())), LinkType::RAW, 3);
    }
}

#[test]
fn outer_sum_is_made_right_again_even_where_it_is_not_wanted() {
    let mut frame = v4(vxlan(&inner_wrong()));
    let len = frame.len();
    let fixed = fix_where(&mut frame, LinkType::RAW, len, |field| {
        field.protocol == Protocol::Tcp && field.verdict.is_bad()
    });
    assert_eq!(fixed.written, 2);
    let half = ethernet(V4::new().checksum(0x1111).carry(tcp(b"odd")));
    assert_eq!(frame, v4(vxlan(&half)));
}

#[test]
fn outer_zero_stays_zero() {
    for pack in [v4, v6] {
        let wrong = pack(vxlan(&inner_wrong()).stored(0));
        assert_fixed(&wrong, &pack(vxlan(&inner_right()).stored(0)), LinkType::RAW, 2);
    }
}

#[test]
fn outer_sum_that_was_wrong_and_is_not_wanted_stays() {
    let mut frame = v4(vxlan(&inner_wrong()).stored(0x3333));
    let len = frame.len();
    let fixed = fix_where(&mut frame, LinkType::RAW, len, |field| {
        field.depth > 0 && field.verdict.is_bad()
    });
    assert_eq!(fixed.written, 2);
    assert_eq!(frame, v4(vxlan(&inner_right()).stored(0x3333)));
}

#[test]
fn wrong_outer_sum_expects_what_it_needs_once_the_inside_is_right() {
    for (tunnel, protocol) in tunnels() {
        let right = v4(tunnel(&inner_right()));
        let field = innermost(&right, LinkType::RAW, protocol);
        let mut wrong = v4(tunnel(&inner_wrong()));
        wrong[field.at..field.at + 2].copy_from_slice(&[0x33, 0x33]);
        assert_eq!(verdict(&wrong, protocol), Verdict::Wrong { expected: field.stored });
        assert_fixed(&wrong, &right, LinkType::RAW, 3);
    }
}

#[test]
fn outer_sum_that_fits_the_inside_once_it_is_right_is_correct() {
    // As a sender leaves it that counts on its card for the inside.
    for (tunnel, protocol) in tunnels() {
        let right = v4(tunnel(&inner_right()));
        let stored = innermost(&right, LinkType::RAW, protocol);
        let mut frame = v4(tunnel(&inner_wrong()));
        frame[stored.at..stored.at + 2].copy_from_slice(&stored.stored.to_be_bytes());
        assert_eq!(verdict(&frame, protocol), Verdict::Correct);
        assert_fixed(&frame, &right, LinkType::RAW, 2);
    }
}

#[test]
fn tunnels_in_tunnels_are_fixed_from_the_inside() {
    let nest = |frame: Vec<u8>, around: u16| {
        let gre = Gre::new(Gre::CHECKSUM).carry_type(BRIDGED_ETHERNET, &frame);
        let middle = V4::new().checksum(around).carry(gre);
        v6(geneve(IPV4, &[], &middle))
    };
    let right_header = {
        let gre = Gre::new(Gre::CHECKSUM).carry_type(BRIDGED_ETHERNET, &inner_right());
        let packet = v4(gre);
        u16::from_be_bytes([packet[10], packet[11]])
    };
    let right = nest(inner_right(), right_header);
    assert_packet_right(
        &right,
        &[Protocol::Udp, Protocol::Ipv4, Protocol::Gre, Protocol::Ipv4, Protocol::Tcp],
    );
    assert_fixed(&nest(inner_wrong(), 0x4444), &right, LinkType::RAW, 5);
}

#[test]
fn depth_counts_the_packets_around() {
    let packet = v4(ip_in_ip(&v6(vxlan(&ethernet(v4(udp(b"hello")))))));
    let depths: Vec<_> = crate::frames::look::fields(&packet, LinkType::RAW)
        .iter()
        .map(|field| (field.protocol, field.depth))
        .collect();
    assert_eq!(
        depths,
        [(Protocol::Ipv4, 0), (Protocol::Udp, 1), (Protocol::Ipv4, 2), (Protocol::Udp, 2)]
    );
    assert_eq!(judged(&packet).len(), 4);
}

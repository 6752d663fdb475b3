//! Fragments: the header's checksum only, unless the fragment is the whole datagram.

use inetsum_packet::{LinkType, Protocol, Reason, Verdict};

use crate::frames::ip::{V4, V6, v4, v6};
use crate::frames::look::{
    assert_fixed, assert_packet_right, assert_packet_unverifiable, innermost, judged,
};
use crate::frames::message::{Message, icmp, icmpv6, igmp, tcp, udp, udp_lite};
use crate::frames::tunnel::{Gre, ip_in_ip};

fn messages() -> [(Message, Protocol); 6] {
    [
        (tcp(b"hello"), Protocol::Tcp),
        (udp(b"hello"), Protocol::Udp),
        (udp_lite(0, b"hello"), Protocol::UdpLite),
        (icmp(8, b"hello"), Protocol::Icmp),
        (igmp(0x16, b"hello"), Protocol::Igmp),
        (Gre::new(Gre::CHECKSUM).carry(&v4(udp(b"hello"))), Protocol::Gre),
    ]
}

#[test]
fn fragments_of_ipv4_are_checked_in_the_header_only() {
    for (message, protocol) in messages() {
        for fragment in [V4::MORE_FRAGMENTS, V4::MORE_FRAGMENTS | 5, 1, 0x1fff] {
            let packet = V4::new().fragment(fragment).carry(message.clone());
            assert_eq!(judged(&packet)[0], (Protocol::Ipv4, Verdict::Correct));
            assert_packet_unverifiable(&packet, protocol, Reason::Fragment);
            let mut wrong = packet.clone();
            wrong[10] ^= 1;
            assert_fixed(&wrong, &packet, LinkType::RAW, 1);
        }
    }
}

#[test]
fn datagram_in_one_piece_is_no_fragment() {
    for fragment in [0, V4::DO_NOT_FRAGMENT, 0x8000] {
        let packet = V4::new().fragment(fragment).carry(tcp(b"hello"));
        assert_packet_right(&packet, &[Protocol::Ipv4, Protocol::Tcp]);
    }
}

#[test]
fn fragments_of_ipv6_are_not_verified() {
    for (message, protocol) in
        messages().into_iter().chain([(icmpv6(128, b"hello"), Protocol::Icmpv6)])
    {
        for (offset, more) in [(0, true), (8, true), (8, false), (0xfff8, false)] {
            let packet = V6::new().fragment(offset, more).carry(message.clone());
            assert_packet_unverifiable(&packet, protocol, Reason::Fragment);
        }
    }
}

#[test]
fn atomic_fragment_is_whole() {
    let packet = V6::new().fragment(0, false).carry(udp(b"hello"));
    assert_packet_right(&packet, &[Protocol::Udp]);
    // The two reserved bits mean nothing.
    let mut reserved = packet.clone();
    reserved[43] |= 6;
    assert_packet_right(&reserved, &[Protocol::Udp]);
}

#[test]
fn atomic_fragment_in_a_fragment_is_a_fragment() {
    let packet = V6::new().fragment(0, true).fragment(0, false).carry(udp(b"hello"));
    assert_packet_unverifiable(&packet, Protocol::Udp, Reason::Fragment);
}

#[test]
fn later_fragments_are_not_looked_into() {
    // What looks like a header is not one.
    let inner = v4(udp(b"hello"));
    let packet = V4::new().fragment(3).carry(ip_in_ip(&inner));
    let expected = [
        (Protocol::Ipv4, Verdict::Correct),
        (Protocol::Ipv4, Verdict::Unverifiable(Reason::Fragment)),
    ];
    assert_eq!(judged(&packet), expected);
    let packet = V6::new().fragment(8, false).options(V6::DESTINATION_OPTIONS, &[0xff; 6]);
    let expected = [(Protocol::Ipv6, Verdict::Unverifiable(Reason::Fragment))];
    assert_eq!(judged(&packet.carry(udp(b"hello"))), expected);
}

#[test]
fn inner_packet_that_is_whole_in_a_first_fragment_is_checked() {
    let inner = v4(udp(b"hello"));
    let packet = V4::new().fragment(V4::MORE_FRAGMENTS).carry(ip_in_ip(&inner).surplus(b"abc"));
    assert_packet_right(&packet, &[Protocol::Ipv4, Protocol::Ipv4, Protocol::Udp]);
    let all_but_one = ip_in_ip(&inner[..inner.len() - 1]);
    let packet = V4::new().fragment(V4::MORE_FRAGMENTS).carry(all_but_one);
    assert_packet_unverifiable(&packet, Protocol::Udp, Reason::Truncated);
}

#[test]
fn inner_packet_without_a_length_in_a_first_fragment_is_unknown() {
    for inner in [
        V4::new().total_len(0).carry(icmp(8, b"hello")),
        V6::new().payload_len(0).carry(icmp(8, b"hello")),
    ] {
        let packet = V4::new().fragment(V4::MORE_FRAGMENTS).carry(ip_in_ip(&inner));
        assert_packet_unverifiable(&packet, Protocol::Icmp, Reason::UnknownLength);
        let packet = V6::new().fragment(0, true).carry(ip_in_ip(&inner));
        assert_packet_unverifiable(&packet, Protocol::Icmp, Reason::UnknownLength);
    }
}

#[test]
fn outer_checksum_over_a_fragment_is_verified() {
    // Fragmented first, then put into the tunnel.
    let fragment = V4::new().fragment(V4::MORE_FRAGMENTS).carry(udp(b"hello"));
    let packet = v6(Gre::new(Gre::CHECKSUM).carry(&fragment));
    assert_eq!(innermost(&packet, LinkType::RAW, Protocol::Gre).verdict, Verdict::Correct);
    assert_packet_unverifiable(&packet, Protocol::Udp, Reason::Fragment);
}

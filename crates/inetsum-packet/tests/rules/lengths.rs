//! Lengths come from IP: padding, zero lengths, jumbograms, and UDP's own length.

use inetsum_packet::{LinkType, Protocol, Reason, Verdict, checksum_fields};

use crate::frames::ip::{V4, V6, v4, v6};
use crate::frames::link::{VLAN, ethernet, ethernet_llc, snap, tagged};
use crate::frames::look::{
    assert_fixed, assert_packet_right, assert_packet_unverifiable, assert_right,
    assert_unverifiable, innermost, judged_on, verdict,
};
use crate::frames::message::{Message, icmp, icmpv6, igmp, other, tcp, udp, udp_lite};
use crate::frames::tunnel::{ip_in_ip, vxlan};

#[test]
fn padding_is_neither_summed_nor_changed() {
    let messages = [
        (tcp(b"odd"), Protocol::Tcp),
        (udp(b"odd"), Protocol::Udp),
        (udp_lite(0, b"odd"), Protocol::UdpLite),
        (icmp(8, b"odd"), Protocol::Icmp),
        (igmp(0x16, b"odd"), Protocol::Igmp),
    ];
    for (message, protocol) in messages {
        for garbage in [&b"\xff"[..], b"\0\0\0\0\0\0", b"\xde\xad\xbe\xef", &[0x45; 64]] {
            let frame = [ethernet(v4(message.clone())), garbage.to_vec()].concat();
            assert_right(&frame, LinkType::ETHERNET, &[Protocol::Ipv4, protocol]);
        }
    }
    for (message, protocol) in [
        (tcp(b"odd"), Protocol::Tcp),
        (udp(b"odd"), Protocol::Udp),
        (icmpv6(128, b"odd"), Protocol::Icmpv6),
    ] {
        let frame = [ethernet(v6(message)), b"\xff\xff\xff".to_vec()].concat();
        assert_right(&frame, LinkType::ETHERNET, &[protocol]);
    }
}

#[test]
fn total_length_zero_takes_the_frame_s() {
    let data = [0xa5; 101];
    let right = V4::new().total_len(0).carry(tcp(&data));
    assert_packet_right(&right, &[Protocol::Ipv4, Protocol::Tcp]);
    assert_right(&ethernet(right), LinkType::ETHERNET, &[Protocol::Ipv4, Protocol::Tcp]);
    let right = V6::new().payload_len(0).carry(tcp(&data));
    assert_packet_right(&right, &[Protocol::Tcp]);
    assert_right(&ethernet(right), LinkType::ETHERNET, &[Protocol::Tcp]);
}

#[test]
fn total_length_zero_beyond_64_kib_sums_the_whole_length() {
    let right = V4::new().total_len(0).carry(tcp(&vec![0xa5; 70_001]));
    assert_packet_right(&right, &[Protocol::Ipv4, Protocol::Tcp]);
    let right = V6::new().payload_len(0).carry(tcp(&vec![0xa5; 140_001]));
    assert_packet_right(&right, &[Protocol::Tcp]);
}

#[test]
fn total_length_zero_needs_all_of_the_original_frame() {
    let frame = ethernet(V4::new().total_len(0).carry(tcp(&[0xa5; 100])));
    let more = frame.len() + 1;
    assert_unverifiable(&frame, LinkType::ETHERNET, more, Protocol::Tcp, Reason::Truncated);
    let less = frame.len() - 20;
    let mut fields = checksum_fields(&frame, LinkType::ETHERNET, less);
    assert!(fields.all(|field| field.verdict == Verdict::Correct), "what was captured counts");
}

/// A frame of `len` bytes whose IP packet states no length.
fn without_length(len: usize, pack: impl Fn(Message) -> Vec<u8>) -> Vec<u8> {
    let unfilled = ethernet(pack(tcp(b""))).len();
    ethernet(pack(tcp(&vec![0xa5; len - unfilled])))
}

/// [`assert_unverifiable`] for a whole Ethernet frame.
#[track_caller]
fn assert_frame_unverifiable(frame: &[u8], protocol: Protocol, reason: Reason) {
    assert_unverifiable(frame, LinkType::ETHERNET, frame.len(), protocol, reason);
}

#[test]
fn total_length_zero_is_ambiguous_up_to_60_bytes_of_ethernet() {
    let v4_of = |message| V4::new().total_len(0).carry(message);
    for len in 54..=60 {
        let frame = without_length(len, v4_of);
        assert_frame_unverifiable(&frame, Protocol::Tcp, Reason::UnknownLength);
        assert_eq!(judged_on(&frame, LinkType::ETHERNET)[0].1, Verdict::Correct);
        // There is no padding without Ethernet, and none in an original of 61 bytes.
        assert_right(&frame[14..], LinkType::RAW, &[Protocol::Ipv4, Protocol::Tcp]);
        assert_unverifiable(&frame, LinkType::ETHERNET, 61, Protocol::Tcp, Reason::Truncated);
    }
    let frame = without_length(61, v4_of);
    assert_right(&frame, LinkType::ETHERNET, &[Protocol::Ipv4, Protocol::Tcp]);

    let short = ethernet(V6::new().payload_len(0).carry(icmpv6(128, b"ab")));
    assert_eq!(short.len(), 60);
    assert_frame_unverifiable(&short, Protocol::Icmpv6, Reason::UnknownLength);
    let longer = ethernet(V6::new().payload_len(0).carry(icmpv6(128, b"abc")));
    assert_right(&longer, LinkType::ETHERNET, &[Protocol::Icmpv6]);
}

#[test]
fn tag_counts_for_the_60_bytes() {
    let packet = V4::new().total_len(0).carry(icmp(8, &[0xa5; 18]));
    let frame = tagged(&[VLAN], packet);
    assert_eq!(frame.len(), 60);
    assert_frame_unverifiable(&frame, Protocol::Icmp, Reason::UnknownLength);
}

#[test]
fn length_in_an_802_3_header_is_not_ambiguous() {
    let frame = ethernet_llc(&snap(V4::new().total_len(0).carry(icmp(8, b"abcd"))));
    assert!(frame.len() <= 60);
    let padded = [&frame[..], b"\xff\xff\xff"].concat();
    assert_right(&padded, LinkType::ETHERNET, &[Protocol::Ipv4, Protocol::Icmp]);
}

#[test]
fn ambiguity_reaches_inner_packets() {
    let inner = V4::new().total_len(0).carry(icmp(8, b""));
    let frame = ethernet(V4::new().total_len(0).carry(ip_in_ip(&inner)));
    assert!(frame.len() <= 60);
    assert_frame_unverifiable(&frame, Protocol::Icmp, Reason::UnknownLength);
    // Bounded by the outer packet it is not ambiguous.
    let frame = ethernet(v4(ip_in_ip(&inner)));
    let protocols = [Protocol::Ipv4, Protocol::Ipv4, Protocol::Icmp];
    assert_right(&frame, LinkType::ETHERNET, &protocols);
    // An inner Ethernet frame may be padded as well.
    let inner = ethernet(V4::new().total_len(0).carry(icmp(8, &[0xa5; 22])));
    let frame = ethernet(v4(vxlan(&inner)));
    assert_frame_unverifiable(&frame, Protocol::Icmp, Reason::UnknownLength);
}

#[test]
fn lengths_that_contradict_the_header_make_it_unverifiable() {
    let packet = v4(udp(b"hello"));
    for total_len in 1..20 {
        let mut packet = packet.clone();
        packet[3] = total_len;
        assert_packet_unverifiable(&packet, Protocol::Ipv4, Reason::BadLength);
    }
    for words in 0..5 {
        let mut packet = packet.clone();
        packet[0] = 0x40 | words;
        assert_packet_unverifiable(&packet, Protocol::Ipv4, Reason::BadLength);
    }
}

#[test]
fn payload_too_short_for_its_header_is_a_bad_length() {
    for (number, protocol, least) in [
        (6, Protocol::Tcp, 20),
        (17, Protocol::Udp, 8),
        (136, Protocol::UdpLite, 8),
        (1, Protocol::Icmp, 4),
        (2, Protocol::Igmp, 4),
    ] {
        for len in 0..least {
            let packet = v4(other(number, &vec![1; len]));
            // Behind it lies more, which belongs to nobody.
            let padded = [&packet[..], &[0xff; 40]].concat();
            assert_packet_unverifiable(&packet, protocol, Reason::BadLength);
            assert_packet_unverifiable(&padded, protocol, Reason::BadLength);
        }
    }
}

/// A hop-by-hop header with the jumbo payload option.
fn jumbo(length: u32) -> V6 {
    let option = [&[0xc2, 4], &length.to_be_bytes()[..]].concat();
    V6::new().payload_len(0).options(V6::HOP_BY_HOP, &option)
}

#[test]
fn jumbogram_takes_the_length_of_its_option() {
    let data = vec![0xa5; 65_536];
    let udp_len = 8 + 8 + 65_536;
    let right = jumbo(udp_len).carry(udp(&data));
    let field = innermost(&right, LinkType::RAW, Protocol::Udp);
    assert_eq!(field.pseudo_header.unwrap().length, 65_544);
    let with_garbage = [&right[..], b"\xff\xff\xff"].concat();
    assert_packet_right(&with_garbage, &[Protocol::Udp]);
    let right = jumbo(8 + 20 + 65_536).carry(tcp(&data));
    assert_packet_right(&[&right[..], b"\xff"].concat(), &[Protocol::Tcp]);
    let long = jumbo(udp_len + 1).carry(udp(&data));
    assert_packet_unverifiable(&long, Protocol::Udp, Reason::Truncated);
}

#[test]
fn jumbogram_with_a_udp_length_goes_by_it() {
    let right = jumbo(8 + 8 + 5 + 3).carry(udp(b"hello").surplus(b"abc"));
    assert_packet_right(&right, &[Protocol::Udp]);
}

#[test]
fn udp_length_zero_counts_in_jumbograms_only() {
    let zero = udp(b"hello").with(4, &[0, 0]);
    assert_packet_unverifiable(&v6(zero.clone()), Protocol::Udp, Reason::BadLength);
    let from_frame = V6::new().payload_len(0).carry(zero);
    assert_packet_unverifiable(&from_frame, Protocol::Udp, Reason::BadLength);
}

#[test]
fn jumbo_option_beside_a_payload_length_counts_for_nothing() {
    let option = [0xc2, 4, 0, 0, 0, 9];
    let right = V6::new().options(V6::HOP_BY_HOP, &option).carry(tcp(b"hello"));
    assert_packet_right(&right, &[Protocol::Tcp]);
}

#[test]
fn jumbo_option_that_ends_before_its_header_is_a_bad_length() {
    for length in 0..8 {
        let packet = jumbo(length).carry(icmpv6(128, b"hello"));
        assert_packet_unverifiable(&packet, Protocol::Icmpv6, Reason::BadLength);
        let covers = innermost(&packet, LinkType::RAW, Protocol::Icmpv6).covers;
        assert!(covers.start <= covers.end);
    }
}

#[test]
fn udp_sums_as_many_bytes_as_it_says() {
    let right = v4(udp(b"hello").surplus(b"\xff\xff\xff"));
    assert_packet_right(&right, &[Protocol::Ipv4, Protocol::Udp]);
    let field = innermost(&right, LinkType::RAW, Protocol::Udp);
    assert_eq!(field.covers, 20..33);
    assert_eq!(field.pseudo_header.unwrap().length, 13);
    assert_packet_right(&v6(udp(b"hello").surplus(b"\xff")), &[Protocol::Udp]);
}

#[test]
fn udp_length_below_8_or_above_the_payload_is_a_bad_length() {
    for length in (0..8).chain([14, 15, 0x100, 0xffff]) {
        let message = udp(b"hello").with(4, &u16::to_be_bytes(length));
        for packet in [v4(message.clone()), v6(message)] {
            assert_packet_unverifiable(&packet, Protocol::Udp, Reason::BadLength);
            // Nor is it if the bytes are there, as padding.
            let padded = [packet, vec![0; 0x200]].concat();
            assert_packet_unverifiable(&padded, Protocol::Udp, Reason::BadLength);
        }
    }
    assert_eq!(verdict(&v4(udp(b"")), Protocol::Udp), Verdict::Correct);
}

#[test]
fn original_shorter_than_the_packet_is_truncated() {
    let packet = v4(udp(b"hello"));
    let cut = &packet[..packet.len() - 1];
    assert_unverifiable(cut, LinkType::RAW, cut.len(), Protocol::Udp, Reason::Truncated);
    assert_fixed(cut, cut, LinkType::RAW, 0);
}

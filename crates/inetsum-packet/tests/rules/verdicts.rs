//! Correct, noncanonical, wrong and offloaded, and what the fields of a report say.

use inetsum_packet::{LinkType, OffloadForm, Protocol, Reason, Verdict};

use crate::frames::ip::{DESTINATION_V4, DESTINATION_V6, SOURCE_V4, SOURCE_V6, V4, v4, v6};
use crate::frames::look::{assert_fixed, assert_packet_right, innermost, judged, verdict};
use crate::frames::message::{
    ICMPV6, Message, TCP, UDP, icmp, icmpv6, igmp, other, tcp, udp, udp_lite,
};
use crate::frames::oracle;

#[test]
fn what_sums_to_ffff_is_correct_whatever_its_length() {
    for len in 0..40 {
        let data = vec![0xa7; len];
        assert_packet_right(&v4(tcp(&data)), &[Protocol::Ipv4, Protocol::Tcp]);
        assert_packet_right(&v6(tcp(&data)), &[Protocol::Tcp]);
        assert_packet_right(&v4(udp(&data)), &[Protocol::Ipv4, Protocol::Udp]);
        assert_packet_right(&v6(udp(&data)), &[Protocol::Udp]);
        assert_packet_right(&v4(udp_lite(0, &data)), &[Protocol::Ipv4, Protocol::UdpLite]);
        assert_packet_right(&v6(udp_lite(0, &data)), &[Protocol::UdpLite]);
        assert_packet_right(&v4(icmp(8, &data)), &[Protocol::Ipv4, Protocol::Icmp]);
        assert_packet_right(&v6(icmpv6(128, &data)), &[Protocol::Icmpv6]);
        assert_packet_right(&v4(igmp(0x16, &data)), &[Protocol::Ipv4, Protocol::Igmp]);
    }
}

#[test]
fn header_of_ipv4_is_checked_with_its_options() {
    for words in 0..=10 {
        let packet = V4::new().options(&vec![1; 4 * words]).carry(other(200, b""));
        assert_packet_right_in_header(&packet);
    }
}

#[track_caller]
fn assert_packet_right_in_header(packet: &[u8]) {
    for byte in 12..packet.len() {
        let mut altered = packet.to_vec();
        // Not an address or option that means something else then.
        altered[byte] ^= 0x40;
        assert_eq!(judged(packet)[0], (Protocol::Ipv4, Verdict::Correct));
        assert!(matches!(judged(&altered)[0], (Protocol::Ipv4, Verdict::Wrong { .. })), "{byte}");
    }
}

/// Replaces the checksum of a message that sums to zero, and says what becomes of it.
fn stored_over_zero(message: &Message, stored: u16) -> Verdict {
    let is_v6 = message.protocol == ICMPV6;
    let pack = if is_v6 { v6 } else { v4 };
    let (source, destination) = if is_v6 {
        (&SOURCE_V6[..], &DESTINATION_V6[..])
    } else {
        (&SOURCE_V4[..], &DESTINATION_V4[..])
    };
    let message = message.clone().summing_to_zero(source, destination);
    let packet = pack(message.stored(stored));
    let fields = judged(&packet);
    fields.last().unwrap().1
}

#[test]
fn stored_ffff_for_zero_is_noncanonical_where_zero_is_a_value() {
    for message in [tcp(b"abcd"), icmp(8, b"abcd"), icmpv6(128, b"abcd"), igmp(0x16, b"abcd")] {
        assert_eq!(stored_over_zero(&message, 0), Verdict::Correct);
        assert_eq!(stored_over_zero(&message, 0xffff), Verdict::Noncanonical);
    }
}

#[test]
fn stored_ffff_for_zero_is_right_in_udp() {
    for message in [udp(b"abcd"), udp_lite(0, b"abcd")] {
        assert_eq!(stored_over_zero(&message, 0xffff), Verdict::Correct);
    }
}

#[test]
fn noncanonical_is_left_and_expects_zero() {
    let message = tcp(b"abcd").summing_to_zero(&SOURCE_V4, &DESTINATION_V4);
    let packet = v4(message.stored(0xffff));
    assert_eq!(innermost(&packet, LinkType::RAW, Protocol::Tcp).expected(), Some(0));
    assert_fixed(&packet, &packet, LinkType::RAW, 0);
}

#[test]
fn stored_ffff_in_an_ipv4_header_is_noncanonical_over_zero_only() {
    // Protocol and time to live make up for the rest.
    let mut packet = v4(other(200, b""));
    packet[10..12].fill(0);
    let rest = oracle::sum(&[&packet[..4], &packet[6..]].concat());
    packet[4..6].copy_from_slice(&(!rest).to_be_bytes());
    for (stored, right) in [(0x0000, Verdict::Correct), (0xffff, Verdict::Noncanonical)] {
        packet[10..12].copy_from_slice(&u16::to_be_bytes(stored));
        assert_eq!(judged(&packet)[0], (Protocol::Ipv4, right));
    }
    let other_value = V4::new().checksum(0xffff).carry(other(200, b""));
    assert!(matches!(judged(&other_value)[0].1, Verdict::Wrong { .. }));
}

#[test]
fn folded_pseudo_header_is_offloaded_with_and_without_the_length() {
    let forms =
        [OffloadForm::PseudoHeader, OffloadForm::PseudoHeaderWithoutLength].into_iter().zip([1, 0]);
    for (form, with_length) in forms {
        for (message, protocol) in [(tcp(b"hello"), TCP), (udp(b"hello"), UDP)] {
            let length = with_length * message.bytes.len() as u32;
            let name = if protocol == TCP { Protocol::Tcp } else { Protocol::Udp };
            for (pack, source, destination) in [
                (v4 as fn(Message) -> Vec<u8>, &SOURCE_V4[..], &DESTINATION_V4[..]),
                (v6, &SOURCE_V6, &DESTINATION_V6),
            ] {
                let pseudo = oracle::pseudo_header(source, destination, protocol, length);
                let right = pack(message.clone());
                let packet = pack(message.clone().stored(oracle::sum(&pseudo)));
                let expected = innermost(&right, LinkType::RAW, name).stored;
                let field = innermost(&packet, LinkType::RAW, name);
                assert_eq!(field.verdict, Verdict::Offloaded { expected });
                assert_eq!(field.offload_form(), Some(form));
                assert_fixed(&packet, &right, LinkType::RAW, 1);
                // Complemented, or off by one, it is just wrong.
                for stored in [!oracle::sum(&pseudo), oracle::sum(&pseudo) + 1] {
                    let wrong =
                        innermost(&pack(message.clone().stored(stored)), LinkType::RAW, name);
                    assert_eq!(wrong.verdict, Verdict::Wrong { expected });
                    assert_eq!(wrong.offload_form(), None);
                }
            }
        }
    }
}

#[test]
fn zero_in_tcp_or_an_ipv4_header_is_offloaded() {
    let right = v4(tcp(b"hello"));
    let packet = V4::new().checksum(0).carry(tcp(b"hello").stored(0));
    for protocol in [Protocol::Ipv4, Protocol::Tcp] {
        let expected = innermost(&right, LinkType::RAW, protocol).stored;
        let field = innermost(&packet, LinkType::RAW, protocol);
        assert_eq!(field.verdict, Verdict::Offloaded { expected });
        assert_eq!(field.offload_form(), Some(OffloadForm::Zero));
    }
    assert_fixed(&packet, &right, LinkType::RAW, 2);
}

#[test]
fn zero_is_a_value_like_any_other_elsewhere() {
    for (packet, protocol) in [
        (v4(icmp(8, b"abcd").stored(0)), Protocol::Icmp),
        (v4(igmp(0x16, b"abcd").stored(0)), Protocol::Igmp),
        (v6(icmpv6(128, b"abcd").stored(0)), Protocol::Icmpv6),
        (v4(udp_lite(0, b"abcd").stored(0)), Protocol::UdpLite),
        (v6(udp_lite(0, b"abcd").stored(0)), Protocol::UdpLite),
    ] {
        assert!(matches!(verdict(&packet, protocol), Verdict::Wrong { .. }), "{protocol}");
    }
}

#[test]
fn message_of_zeros_needs_ffff() {
    let zeros = v4(icmp(0, &[0; 12]).stored(0));
    assert_eq!(verdict(&zeros, Protocol::Icmp), Verdict::Wrong { expected: 0xffff });
    assert_packet_right(&v4(icmp(0, &[0; 12])), &[Protocol::Ipv4, Protocol::Icmp]);
}

#[test]
fn encrypted_and_other_checks_are_not_verified() {
    for (protocol, name, reason) in [
        (50, Protocol::Esp, Reason::Encrypted),
        (132, Protocol::Sctp, Reason::NotInternetChecksum),
        (90, Protocol::Ip(90), Reason::Unsupported),
        (255, Protocol::Ip(255), Reason::Unsupported),
    ] {
        for packet in [v4(other(protocol, &[7; 40])), v6(other(protocol, &[7; 40]))] {
            assert_eq!(judged(&packet).last(), Some(&(name, Verdict::Unverifiable(reason))));
            assert_fixed(&packet, &packet, LinkType::RAW, 0);
        }
    }
}

#[test]
fn protocols_of_ipv6_alone_are_unsupported_over_ipv4() {
    for protocol in [0, 43, 44, 58, 59, 60] {
        let expected = (Protocol::Ip(protocol), Verdict::Unverifiable(Reason::Unsupported));
        assert_eq!(judged(&v4(other(protocol, &[0; 40]))).last(), Some(&expected));
    }
}

#[test]
fn nothing_follows_no_next_header() {
    assert_eq!(judged(&v6(other(59, b"whatever"))), []);
}

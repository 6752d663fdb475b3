//! The pseudo-header is not the right one, or was summed more or less often than once.

use inetsum_packet::{Diagnosis, Protocol};

use super::{ZEROS, assert_tcp, checksum, diagnosis, pseudo_v4, pseudo_v6, tcp_diagnosis};
use crate::frames::ip::{DESTINATION_V4, DESTINATION_V6, SOURCE_V4, SOURCE_V6, V4, V6, v4, v6};
use crate::frames::message::{ICMP, ICMPV6, TCP, UDP, UDP_LITE, icmp, icmpv6, tcp, udp_lite};
use crate::frames::oracle;

#[test]
fn pseudo_header_left_out_alone_or_twice() {
    let message = tcp(b"hello");
    let pseudo_header = pseudo_v4(TCP, message.bytes.len());
    assert_tcp(&message, &[&message.bytes], Diagnosis::PseudoHeaderLeftOut);
    assert_tcp(&message, &[&pseudo_header], Diagnosis::PseudoHeaderOnly);
    let twice: [&[u8]; 3] = [&pseudo_header, &pseudo_header, &message.bytes];
    assert_tcp(&message, &twice, Diagnosis::PseudoHeaderTwice);
}

#[test]
fn pseudo_header_where_there_is_none() {
    let message = icmp(8, b"hello");
    let stored = checksum(&[&pseudo_v4(ICMP, message.bytes.len()), &message.bytes]);
    let packet = v4(message.stored(stored));
    assert_eq!(diagnosis(&packet, Protocol::Icmp), Some(Diagnosis::PseudoHeaderIncluded));
}

#[test]
fn other_addresses_in_the_pseudo_header() {
    let message = tcp(b"hello");
    let length = message.bytes.len() as u32;
    let between = |source: &[u8], destination: &[u8]| {
        let pseudo_header = oracle::pseudo_header(source, destination, TCP, length);
        message.clone().stored(checksum(&[&pseudo_header, &message.bytes]))
    };
    let last = *b"\x20\x01\x0d\xb8\0\0\0\0\0\0\0\0\0\0\x12\x34";
    let routed = V6::new().routing(0, 1, &[last]);
    let home =
        V6::new().options(V6::DESTINATION_OPTIONS, &[&[1, 2, 0, 0, 201, 16], &last[..]].concat());
    let source_route = V4::new().options(&[131, 7, 4, 203, 0, 113, 9, 0]);
    for (packet, expected) in [
        (routed.carry(between(&SOURCE_V6, &DESTINATION_V6)), Diagnosis::DestinationOfHeader),
        (source_route.carry(between(&SOURCE_V4, &DESTINATION_V4)), Diagnosis::DestinationOfHeader),
        (home.carry(between(&SOURCE_V6, &DESTINATION_V6)), Diagnosis::SourceOfHeader),
        (v6(between(&ZEROS, &DESTINATION_V6)), Diagnosis::SourceLeftOut),
        (v6(between(&SOURCE_V6, &ZEROS)), Diagnosis::DestinationLeftOut),
        (v4(between(&[0; 4], &DESTINATION_V4)), Diagnosis::SourceLeftOut),
        (v4(between(&SOURCE_V4, &[0; 4])), Diagnosis::DestinationLeftOut),
    ] {
        assert_eq!(tcp_diagnosis(&packet), Some(expected));
    }
}

#[test]
fn other_length_in_the_pseudo_header() {
    let message = tcp(b"hello");
    let right = message.bytes.len() as u32;
    for summed in [0, right + 20, right - 20, right - 8] {
        let pseudo_header = pseudo_v4(TCP, summed as usize);
        let expected = Diagnosis::Length { summed, right };
        assert_tcp(&message, &[&pseudo_header, &message.bytes], expected);
    }
    let swapped = pseudo_v4(TCP, (right as u16).swap_bytes().into());
    assert_tcp(&message, &[&swapped, &message.bytes], Diagnosis::LengthByteSwapped);

    // The extension header counted, and the IPv6 header too.
    for summed in [right + 8, right + 48] {
        let stored = checksum(&[&pseudo_v6(TCP, summed as usize), &message.bytes]);
        let packet =
            V6::new().options(V6::DESTINATION_OPTIONS, &[]).carry(message.clone().stored(stored));
        assert_eq!(tcp_diagnosis(&packet), Some(Diagnosis::Length { summed, right }));
    }
}

#[test]
fn length_cut_to_16_bits() {
    let message = tcp(&[7; 70_000]);
    let right = message.bytes.len() as u32;
    let summed = right - 0x1_0000;
    let stored = checksum(&[&pseudo_v6(TCP, summed as usize), &message.bytes]);
    let packet = V6::new().payload_len(0).carry(message.stored(stored));
    assert_eq!(tcp_diagnosis(&packet), Some(Diagnosis::Length { summed, right }));
}

#[test]
fn other_protocol_in_the_pseudo_header() {
    let options = V6::new().options(V6::DESTINATION_OPTIONS, &[]);
    for (pack, message, name, right, summed) in [
        (V6::new(), icmpv6(128, b"hello"), Protocol::Icmpv6, ICMPV6, ICMP),
        (V6::new(), udp_lite(0, b"hello"), Protocol::UdpLite, UDP_LITE, UDP),
        (V6::new(), tcp(b"hello"), Protocol::Tcp, TCP, 0),
        (options, tcp(b"hello"), Protocol::Tcp, TCP, V6::DESTINATION_OPTIONS),
    ] {
        let stored = checksum(&[&pseudo_v6(summed, message.bytes.len()), &message.bytes]);
        let packet = pack.carry(message.stored(stored));
        assert_eq!(diagnosis(&packet, name), Some(Diagnosis::ProtocolNumber { summed, right }));
    }
}

#[test]
fn addresses_rewritten_and_no_checksum_updated() {
    let mut packet = v4(tcp(b"hello"));
    packet[12..16].copy_from_slice(&[203, 0, 113, 77]);
    assert_eq!(tcp_diagnosis(&packet), Some(Diagnosis::LikeIpv4Header));
    assert_eq!(diagnosis(&packet, Protocol::Ipv4), None);
}

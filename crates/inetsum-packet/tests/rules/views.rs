//! Views over bytes write and verify the checksums that the packets of other tests have.

use inetsum_packet::Addresses;
use inetsum_packet::view::{Icmp, Icmpv6, Igmp, Ipv4, Tcp, Udp, UdpLite};

use crate::frames::ip::{DESTINATION_V4, DESTINATION_V6, SOURCE_V4, SOURCE_V6, V4, V6, v4, v6};
use crate::frames::message::{icmp, icmpv6, igmp, other, tcp, udp, udp_lite};

fn addresses_v4() -> Addresses {
    Addresses::V4 { source: SOURCE_V4.into(), destination: DESTINATION_V4.into() }
}

fn addresses_v6() -> Addresses {
    Addresses::V6 { source: SOURCE_V6.into(), destination: DESTINATION_V6.into() }
}

/// Asserts that `verify` tells `right` from what has another checksum, and that `set` makes the one
/// of the other.
#[track_caller]
fn assert_view(
    right: &[u8],
    field: usize,
    verify: impl Fn(&[u8]) -> bool,
    set: impl Fn(&mut [u8]),
) {
    assert!(verify(right));
    for fill in [0, 0xa5, 0xff] {
        let mut bytes = right.to_vec();
        bytes[field..field + 2].fill(fill);
        assert!(!verify(&bytes), "{fill}");
        set(&mut bytes);
        assert_eq!(bytes, right);
    }
}

#[test]
fn messages_of_either_version_and_any_length() {
    for len in 0..40 {
        let data: Vec<u8> = (0..len).map(|at| at * 5 + 1).collect();
        let (v4_at, v6_at) = (V4::HEADER_LEN, V6::HEADER_LEN);
        for (packet, at, addresses) in
            [(v4(tcp(&data)), v4_at, addresses_v4()), (v6(tcp(&data)), v6_at, addresses_v6())]
        {
            assert_view(
                &packet[at..],
                16,
                |bytes| Tcp::new(bytes).unwrap().verify_checksum(addresses),
                |bytes| Tcp::new(bytes).unwrap().set_checksum(addresses),
            );
        }
        for (packet, at, addresses) in
            [(v4(udp(&data)), v4_at, addresses_v4()), (v6(udp(&data)), v6_at, addresses_v6())]
        {
            assert_view(
                &packet[at..],
                6,
                |bytes| Udp::new(bytes).unwrap().verify_checksum(addresses),
                |bytes| Udp::new(bytes).unwrap().set_checksum(addresses),
            );
        }
        assert_view(
            &v4(icmp(8, &data))[v4_at..],
            2,
            |bytes| Icmp::new(bytes).unwrap().verify_checksum(),
            |bytes| Icmp::new(bytes).unwrap().set_checksum(),
        );
        let addresses = addresses_v6();
        assert_view(
            &v6(icmpv6(128, &data))[v6_at..],
            2,
            |bytes| Icmpv6::new(bytes).unwrap().verify_checksum(addresses),
            |bytes| Icmpv6::new(bytes).unwrap().set_checksum(addresses),
        );
    }
}

#[test]
fn igmp_of_any_length() {
    for len in 0..40 {
        assert_view(
            &v4(igmp(0x22, &vec![0xff; len]))[V4::HEADER_LEN..],
            2,
            |bytes| Igmp::new(bytes).unwrap().verify_checksum(),
            |bytes| Igmp::new(bytes).unwrap().set_checksum(),
        );
    }
}

#[test]
fn udp_lite_sums_what_its_coverage_says_and_the_length_of_the_packet() {
    for coverage in [0, 8, 9, 12, 13] {
        let packets = [
            (v4(udp_lite(coverage, b"hello")), V4::HEADER_LEN, addresses_v4()),
            (v6(udp_lite(coverage, b"hello")), V6::HEADER_LEN, addresses_v6()),
        ];
        for (packet, at, addresses) in packets {
            assert_view(
                &packet[at..],
                6,
                |bytes| UdpLite::new(bytes).unwrap().verify_checksum(addresses),
                |bytes| UdpLite::new(bytes).unwrap().set_checksum(addresses),
            );
        }
    }
    for coverage in (1..8).chain(14..=255) {
        assert_eq!(UdpLite::new([0, 1, 0, 2, 0, coverage, 0, 0, 0, 0, 0, 0, 0]), None);
    }
}

#[test]
fn udp_lite_sends_ffff_for_zero() {
    let message = udp_lite(0, b"abcd").summing_to_zero(&SOURCE_V4, &DESTINATION_V4);
    let mut bytes = v4(message).split_off(V4::HEADER_LEN);
    assert_eq!(bytes[6..8], [0xff, 0xff]);
    bytes[6..8].fill(0);
    let mut packet = UdpLite::new(&mut bytes[..]).unwrap();
    assert!(!packet.verify_checksum(addresses_v4()), "0 is not to be sent");
    packet.set_checksum(addresses_v4());
    assert_eq!(packet.checksum(), 0xffff);
}

#[test]
fn ipv4_header_with_options_and_a_payload_behind() {
    for words in 0..=10 {
        let packet = V4::new().options(&vec![1; 4 * words]).carry(other(200, b"hello"));
        assert_view(
            &packet,
            10,
            |bytes| Ipv4::new(bytes).unwrap().verify_checksum(),
            |bytes| Ipv4::new(bytes).unwrap().set_checksum(),
        );
        let header = Ipv4::new(&packet).unwrap();
        assert_eq!(header.addresses(), addresses_v4());
        assert_eq!(header.checksum().to_be_bytes(), packet[10..12]);
    }
}

#[test]
fn udp_sends_ffff_for_zero_and_looks_no_further_than_its_length() {
    let message = udp(b"abcd").summing_to_zero(&SOURCE_V4, &DESTINATION_V4);
    let packet = [v4(message), b"padding".to_vec()].concat();
    let mut bytes = packet[V4::HEADER_LEN..].to_vec();
    bytes[6..8].fill(0);
    let mut datagram = Udp::new(&mut bytes[..]).unwrap();
    assert!(!datagram.verify_checksum(addresses_v4()), "0 is no checksum");
    datagram.set_checksum(addresses_v4());
    assert_eq!(datagram.checksum(), 0xffff);
    assert!(datagram.verify_checksum(addresses_v4()));
    assert_eq!(bytes, packet[V4::HEADER_LEN..]);
}

#[test]
fn what_does_not_fit_has_no_view() {
    let packet = V4::new().options(&[1; 8]).carry(other(200, b""));
    for len in 0..packet.len() {
        assert_eq!(Ipv4::new(&packet[..len]), None, "{len}");
    }
    for first in [0x44, 0x65, 0x48] {
        let mut other = packet.clone();
        other[0] = first;
        assert_eq!(Ipv4::new(&other), None, "{first:#x}");
    }
    let segment = v4(tcp(b"")).split_off(V4::HEADER_LEN);
    let datagram = v4(udp(b"hello")).split_off(V4::HEADER_LEN);
    assert!((0..20).all(|len| Tcp::new(&segment[..len]).is_none()));
    assert!((0..datagram.len()).all(|len| Udp::new(&datagram[..len]).is_none()));
    assert!((0..8).all(|length| Udp::new([0, 1, 0, 2, 0, length, 0, 0, 0, 0]).is_none()));
    assert!((0..4).all(|len| Icmp::new(&datagram[..len]).is_none()));
    assert!((0..4).all(|len| Igmp::new(&datagram[..len]).is_none()));
    assert!((0..8).all(|len| UdpLite::new(&datagram[..len]).is_none()));
    assert!((0..4).all(|len| Icmpv6::new(&datagram[..len]).is_none()));
}

//! The addresses that count for the pseudo-header.

use inetsum_packet::{Addresses, LinkType, Protocol, Verdict};

use crate::frames::ip::{DESTINATION_V4, DESTINATION_V6, V4, V6};
use crate::frames::look::{assert_packet_right, innermost, verdict};
use crate::frames::message::{icmpv6, tcp, udp};

const HOP: [u8; 4] = [203, 0, 113, 7];
const LAST: [u8; 4] = [203, 0, 113, 99];
const HOP_V6: [u8; 16] = [0x20, 1, 0xd, 0xb8, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7];
const LAST_V6: [u8; 16] = [0x20, 1, 0xd, 0xb8, 9, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 9];

/// A source route option over `HOP` and `LAST`, with what pads it to 12 bytes.
fn route(kind: u8, pointer: u8) -> Vec<u8> {
    [&[kind, 11, pointer], &HOP[..], &LAST, &[0]].concat()
}

#[test]
fn unfinished_source_route_ends_at_its_last_address() {
    for kind in [131, 137] {
        for pointer in [4, 8, 9, 11] {
            let packet = V4::new().options(&route(kind, pointer)).pseudo_destination(LAST);
            assert_packet_right(&packet.carry(udp(b"hello")), &[Protocol::Ipv4, Protocol::Udp]);
        }
    }
}

#[test]
fn finished_source_route_leaves_the_destination() {
    for pointer in [12, 16, 255] {
        let packet = V4::new().options(&route(131, pointer)).carry(tcp(b"hello"));
        assert_packet_right(&packet, &[Protocol::Ipv4, Protocol::Tcp]);
    }
}

#[test]
fn source_route_is_found_behind_other_options() {
    let record_route = [7, 7, 4, 1, 2, 3, 4];
    let options = [&[1], &record_route[..], &route(131, 4)].concat();
    let packet = V4::new().options(&options).pseudo_destination(LAST).carry(tcp(b"hello"));
    assert_packet_right(&packet, &[Protocol::Ipv4, Protocol::Tcp]);
}

#[test]
fn record_route_is_no_source_route() {
    let packet = V4::new().options(&route(7, 4)).carry(tcp(b"hello"));
    assert_packet_right(&packet, &[Protocol::Ipv4, Protocol::Tcp]);
}

#[test]
fn source_route_that_is_not_one_counts_for_nothing() {
    for options in [
        // Behind the end of the options.
        [&[0, 0, 0, 0], &route(131, 4)[..]].concat(),
        // Behind an option whose length can't be.
        [&[7, 0, 0, 0], &route(131, 4)[..]].concat(),
        [&[7, 1, 0, 0], &route(131, 4)[..]].concat(),
        [&[7, 40, 0, 0], &route(131, 4)[..]].concat(),
        // Longer than the options, without an address, without a pointer.
        vec![131, 12, 4, 1, 2, 3, 4, 0],
        vec![131, 3, 3, 0],
        vec![131, 6, 4, 1, 2, 3, 0, 0],
        // Not a number of whole addresses.
        vec![131, 8, 4, 1, 2, 3, 4, 5],
        vec![1, 1, 131, 2],
        vec![1, 1, 1, 131],
    ] {
        let packet = V4::new().options(&options).carry(tcp(b"hello"));
        assert_packet_right(&packet, &[Protocol::Ipv4, Protocol::Tcp]);
    }
}

#[test]
fn pseudo_header_is_reported_as_it_was_summed() {
    let packet = V4::new().options(&route(131, 4)).pseudo_destination(LAST).carry(udp(b"hello"));
    let pseudo_header = innermost(&packet, LinkType::RAW, Protocol::Udp).pseudo_header.unwrap();
    assert!(matches!(pseudo_header.addresses, Addresses::V4 { destination, .. }
        if destination.octets() == LAST));
    assert_eq!((pseudo_header.protocol, pseudo_header.length), (17, 13));
}

#[test]
fn routing_header_with_segments_left_names_the_last() {
    // The source route's and mobility's addresses stand in order, the segments in reverse.
    for (kind, addresses) in [
        (0, vec![HOP_V6, LAST_V6]),
        (0, vec![LAST_V6]),
        (2, vec![LAST_V6]),
        (4, vec![LAST_V6, HOP_V6, DESTINATION_V6]),
        (4, vec![LAST_V6]),
    ] {
        let packet = V6::new().routing(kind, 1, &addresses).pseudo_destination(LAST_V6);
        assert_packet_right(&packet.clone().carry(udp(b"hello")), &[Protocol::Udp]);
        assert_packet_right(&packet.carry(icmpv6(128, b"hello")), &[Protocol::Icmpv6]);
    }
}

#[test]
fn routing_header_without_segments_left_leaves_the_destination() {
    for kind in [0, 2, 4] {
        let packet = V6::new().routing(kind, 0, &[LAST_V6]).carry(tcp(b"hello"));
        assert_packet_right(&packet, &[Protocol::Tcp]);
    }
}

#[test]
fn unknown_routing_header_leaves_the_destination() {
    for kind in [1, 3, 5, 253, 255] {
        let packet = V6::new().routing(kind, 1, &[LAST_V6]).carry(tcp(b"hello"));
        assert_packet_right(&packet, &[Protocol::Tcp]);
    }
}

#[test]
fn routing_header_without_addresses_leaves_the_destination() {
    for kind in [0, 2, 4] {
        let packet = V6::new().routing(kind, 1, &[]).carry(tcp(b"hello"));
        assert_packet_right(&packet, &[Protocol::Tcp]);
    }
}

#[test]
fn segment_routing_with_options_behind_its_segments_names_the_last() {
    let padding = [4, 6, 0, 0, 0, 0, 0, 0];
    let header = [&[0, 5, 4, 1, 1, 0, 0, 0], &LAST_V6[..], &HOP_V6, &padding].concat();
    let packet = V6::new().extension(V6::ROUTING, &header).pseudo_destination(LAST_V6);
    assert_packet_right(&packet.carry(tcp(b"hello")), &[Protocol::Tcp]);
}

/// The home address option.
fn home_address(address: [u8; 16]) -> Vec<u8> {
    [&[0xc9, 16], &address[..]].concat()
}

#[test]
fn home_address_is_the_source() {
    // First of the options, and behind others of one byte and of more.
    for before in [&[][..], &[0], &[1, 3, 0, 0, 0]] {
        let options = [before, &home_address(HOP_V6)].concat();
        let packet = V6::new().options(V6::DESTINATION_OPTIONS, &options).pseudo_source(HOP_V6);
        assert_packet_right(&packet.carry(udp(b"hello")), &[Protocol::Udp]);
    }
}

#[test]
fn home_address_counts_in_destination_options_only() {
    let packet = V6::new().options(V6::HOP_BY_HOP, &home_address(HOP_V6)).carry(udp(b"hello"));
    assert_packet_right(&packet, &[Protocol::Udp]);
}

#[test]
fn home_address_of_another_length_counts_for_nothing() {
    for option in [vec![0xc9, 4, 1, 2, 3, 4], vec![0xc9, 200, 1, 2], vec![0xc9]] {
        let packet = V6::new().options(V6::DESTINATION_OPTIONS, &option).carry(udp(b"hello"));
        assert_packet_right(&packet, &[Protocol::Udp]);
    }
}

#[test]
fn home_address_and_routing_header_count_together() {
    let packet = V6::new()
        .routing(2, 1, &[LAST_V6])
        .options(V6::DESTINATION_OPTIONS, &home_address(HOP_V6))
        .pseudo_source(HOP_V6)
        .pseudo_destination(LAST_V6)
        .carry(udp(b"hello"));
    assert_packet_right(&packet, &[Protocol::Udp]);
}

#[test]
fn other_destination_is_wrong() {
    let packet = V4::new().pseudo_destination(LAST).carry(udp(b"hello"));
    assert_ne!(LAST, DESTINATION_V4);
    assert!(matches!(verdict(&packet, Protocol::Udp), Verdict::Wrong { .. }));
}

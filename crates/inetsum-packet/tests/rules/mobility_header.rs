//! The Mobility Header of IPv6.

use inetsum_packet::{LinkType, Protocol, Reason};

use crate::frames::ip::{V6, v4, v6};
use crate::frames::look::{
    assert_packet_right, assert_packet_unverifiable, assert_unverifiable, innermost,
};
use crate::frames::message::{Message, message, other};

const MOBILITY_HEADER: u8 = 135;
const HOME_ADDRESS: [u8; 16] = [7; 16];

/// A binding update of 16 bytes.
fn binding_update() -> Message {
    let bytes = [59, 1, 5, 0, 0, 0, 0, 1, 0xc0, 0, 0, 3, 1, 2, 0, 0];
    message(MOBILITY_HEADER, 4, &bytes).pseudo_header(true)
}

#[test]
fn header_is_summed_with_a_pseudo_header() {
    let packet = v6(binding_update());
    assert_packet_right(&packet, &[Protocol::MobilityHeader]);
    let field = innermost(&packet, LinkType::RAW, Protocol::MobilityHeader);
    assert_eq!(field.covers, 40..56);
    assert_eq!(field.path.to_string(), "ipv6/mobility6");
}

#[test]
fn bytes_behind_the_length_stated_do_not_count() {
    let packet = v6(binding_update().surplus(b"more"));
    assert_packet_right(&packet, &[Protocol::MobilityHeader]);
    let field = innermost(&packet, LinkType::RAW, Protocol::MobilityHeader);
    assert_eq!((field.covers, field.pseudo_header.unwrap().length), (40..56, 16));
}

#[test]
fn home_address_option_is_the_source() {
    let option = [&[1, 2, 0, 0, 0xc9, 16], &HOME_ADDRESS[..]].concat();
    let packet = V6::new()
        .options(V6::DESTINATION_OPTIONS, &option)
        .pseudo_source(HOME_ADDRESS)
        .carry(binding_update());
    assert_packet_right(&packet, &[Protocol::MobilityHeader]);
}

#[test]
fn length_stated_that_does_not_fit_is_a_bad_length() {
    for units in [2, 255] {
        let packet = v6(binding_update().with(1, &[units]));
        assert_packet_unverifiable(&packet, Protocol::MobilityHeader, Reason::BadLength);
    }
    let packet = v6(other(MOBILITY_HEADER, &[59, 0, 5, 0, 0, 0, 0]));
    assert_packet_unverifiable(&packet, Protocol::MobilityHeader, Reason::BadLength);
}

#[test]
fn there_is_none_over_ipv4() {
    let packet = v4(binding_update());
    assert_packet_unverifiable(&packet, Protocol::Ip(135), Reason::Unsupported);
}

#[test]
fn cut_or_fragmented_header_is_not_verified() {
    let packet = v6(binding_update());
    for captured in 40..packet.len() {
        let (cut, len, reason) = (&packet[..captured], packet.len(), Reason::Truncated);
        assert_unverifiable(cut, LinkType::RAW, len, Protocol::MobilityHeader, reason);
    }
    let packet = V6::new().fragment(0, true).carry(binding_update());
    assert_packet_unverifiable(&packet, Protocol::MobilityHeader, Reason::Fragment);
}

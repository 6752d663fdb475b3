//! SHIM6.

use inetsum_packet::{LinkType, Protocol, Reason};

use crate::frames::ip::{V6, v4, v6};
use crate::frames::look::{
    assert_packet_right, assert_packet_unverifiable, assert_unverifiable, innermost, judged,
};
use crate::frames::message::{Message, message, other, udp};

const SHIM6: u8 = 140;

/// An I1 message of 16 bytes.
fn control() -> Message {
    message(SHIM6, 4, &[59, 1, 1, 0, 0, 0, 0, 7, 1, 2, 3, 4, 5, 6, 7, 9])
}

#[test]
fn control_message_is_summed_without_a_pseudo_header() {
    let packet = v6(control());
    assert_packet_right(&packet, &[Protocol::Shim6]);
    let packet = v6(control().surplus(b"payload"));
    assert_packet_right(&packet, &[Protocol::Shim6]);
    let field = innermost(&packet, LinkType::RAW, Protocol::Shim6);
    assert_eq!((field.covers, field.pseudo_header), (40..56, None));
}

#[test]
fn payload_whose_addresses_were_rewritten_is_not_judged() {
    let header = [17, 0, 0x80, 1, 2, 3, 4, 5];
    let packet = v6(other(SHIM6, &[&header, &udp(b"hello").bytes[..]].concat()));
    assert_packet_unverifiable(&packet, Protocol::Shim6, Reason::Unsupported);
    assert_eq!(judged(&packet).len(), 1);
}

#[test]
fn length_stated_that_does_not_fit_is_a_bad_length() {
    for units in [2, 255] {
        let packet = v6(control().with(1, &[units]));
        assert_packet_unverifiable(&packet, Protocol::Shim6, Reason::BadLength);
    }
}

#[test]
fn there_is_none_over_ipv4() {
    assert_packet_unverifiable(&v4(control()), Protocol::Ip(140), Reason::Unsupported);
}

#[test]
fn cut_or_fragmented_message_is_not_verified() {
    let packet = v6(control());
    for captured in 40..packet.len() {
        let (cut, len, reason) = (&packet[..captured], packet.len(), Reason::Truncated);
        assert_unverifiable(cut, LinkType::RAW, len, Protocol::Shim6, reason);
    }
    let packet = V6::new().fragment(0, true).carry(control());
    assert_packet_unverifiable(&packet, Protocol::Shim6, Reason::Fragment);
}

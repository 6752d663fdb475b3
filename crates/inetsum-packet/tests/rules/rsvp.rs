//! RSVP.

use inetsum_packet::{LinkType, Protocol, Reason, Verdict, fix_where};

use crate::frames::ip::{DESTINATION_V4, SOURCE_V4, v4, v6};
use crate::frames::look::{
    assert_fixed, assert_packet_right, assert_packet_unverifiable, assert_unverifiable_in_parts,
    innermost, verdict,
};
use crate::frames::message::{Message, RSVP, RSVP_END_TO_END, message, other};

fn rsvp(body: &[u8]) -> Message {
    rsvp_as(RSVP, body)
}

fn rsvp_as(protocol: u8, body: &[u8]) -> Message {
    let len = (8 + body.len()) as u16;
    message(protocol, 2, &[b"\x10\x01\0\0\x40\0", &len.to_be_bytes()[..], body].concat())
}

#[test]
fn message_is_summed_without_a_pseudo_header() {
    for protocol in [RSVP, RSVP_END_TO_END] {
        let message = rsvp_as(protocol, b"odd");
        assert_packet_right(&v4(message.clone()), &[Protocol::Ipv4, Protocol::Rsvp]);
        assert_packet_right(&v6(message), &[Protocol::Rsvp]);
    }
}

#[test]
fn bytes_behind_the_length_stated_do_not_count() {
    let packet = v4(rsvp(b"odd").surplus(b"more"));
    assert_packet_right(&packet, &[Protocol::Ipv4, Protocol::Rsvp]);
    assert_eq!(innermost(&packet, LinkType::RAW, Protocol::Rsvp).covers, 20..31);
}

#[test]
fn zero_is_absent_and_one_that_was_computed_is_sent_as_ffff() {
    let absent = v4(rsvp(b"odd").stored(0));
    assert_eq!(verdict(&absent, Protocol::Rsvp), Verdict::Absent);
    assert_fixed(&absent, &absent, LinkType::RAW, 0);
    let mut filled = absent.clone();
    fix_where(&mut filled, LinkType::RAW, absent.len(), |_| true);
    assert_eq!(filled, v4(rsvp(b"odd")));

    let message = rsvp(b"abcd").summing_to_zero(&SOURCE_V4, &DESTINATION_V4);
    let right = v4(message.clone());
    assert_eq!(innermost(&right, LinkType::RAW, Protocol::Rsvp).stored, 0xffff);
    assert_packet_right(&right, &[Protocol::Ipv4, Protocol::Rsvp]);
}

#[test]
fn length_stated_that_does_not_fit_is_a_bad_length() {
    for len in [0, 7, 12, 0xffff] {
        let packet = v4(rsvp(b"odd").with(6, &u16::to_be_bytes(len)));
        assert_packet_unverifiable(&packet, Protocol::Rsvp, Reason::BadLength);
    }
    let packet = v4(other(RSVP, b"\x10\x01\x12\x34\x40"));
    assert_packet_unverifiable(&packet, Protocol::Rsvp, Reason::BadLength);
}

#[test]
fn cut_or_fragmented_message_is_not_verified() {
    assert_unverifiable_in_parts(rsvp(b"odd"), Protocol::Rsvp);
}

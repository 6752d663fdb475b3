//! HIP.

use inetsum_packet::{LinkType, Protocol, Reason};

use crate::frames::ip::{v4, v6};
use crate::frames::look::{
    assert_packet_right, assert_packet_unverifiable, assert_unverifiable_in_parts, innermost,
};
use crate::frames::message::{Message, message};

const HIP: u8 = 139;

/// An I1 packet with 8 bytes of parameters.
fn hip() -> Message {
    let header = [59, 5, 1, 0x21, 0, 0, 0, 0];
    message(HIP, 4, &[&header, &[7; 32][..], b"a number"].concat()).pseudo_header(true)
}

#[test]
fn packet_is_summed_with_a_pseudo_header_over_ipv4_too() {
    let packet = v4(hip());
    assert_packet_right(&packet, &[Protocol::Ipv4, Protocol::Hip]);
    assert_packet_right(&v6(hip()), &[Protocol::Hip]);
}

#[test]
fn bytes_behind_the_length_stated_do_not_count() {
    let packet = v4(hip().surplus(b"more"));
    assert_packet_right(&packet, &[Protocol::Ipv4, Protocol::Hip]);
    let field = innermost(&packet, LinkType::RAW, Protocol::Hip);
    assert_eq!((field.covers, field.pseudo_header.unwrap().length), (20..68, 48));
}

#[test]
fn length_stated_that_does_not_fit_is_a_bad_length() {
    for units in [0, 3, 6, 255] {
        let packet = v4(hip().with(1, &[units]));
        assert_packet_unverifiable(&packet, Protocol::Hip, Reason::BadLength);
    }
}

#[test]
fn cut_or_fragmented_packet_is_not_verified() {
    assert_unverifiable_in_parts(hip(), Protocol::Hip);
}

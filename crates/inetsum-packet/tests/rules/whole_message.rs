//! Protocols whose checksum covers all of the IP payload, without a pseudo-header: EIGRP, IGRP, EGP.

use inetsum_packet::{LinkType, Protocol, Reason, Verdict};

use crate::frames::ip::{v4, v6};
use crate::frames::look::{
    assert_packet_right, assert_packet_unverifiable, assert_unverifiable_in_parts, innermost,
    verdict,
};
use crate::frames::message::{Message, message, other};

/// An odd number of bytes of each.
fn messages() -> [(Message, Protocol); 3] {
    [(88, 2, Protocol::Eigrp), (9, 10, Protocol::Igrp), (8, 4, Protocol::Egp)].map(
        |(number, field, protocol)| (message(number, field, b"\x02\x05 seventeen bytes"), protocol),
    )
}

#[test]
fn whole_payload_is_summed_over_ipv4_and_ipv6() {
    for (message, protocol) in messages() {
        assert_packet_right(&v4(message.clone()), &[Protocol::Ipv4, protocol]);
        let packet = v6(message);
        assert_packet_right(&packet, &[protocol]);
        let field = innermost(&packet, LinkType::RAW, protocol);
        assert_eq!((field.covers, field.pseudo_header), (40..packet.len(), None));
    }
}

#[test]
fn zero_is_a_value_like_any_other() {
    for (message, protocol) in messages() {
        let packet = v4(message.stored(0));
        assert!(matches!(verdict(&packet, protocol), Verdict::Wrong { .. }));
    }
}

#[test]
fn message_without_room_for_the_field_is_a_bad_length() {
    for (message, protocol) in messages() {
        let packet = v4(other(message.protocol, b"\x02\x05\0"));
        assert_packet_unverifiable(&packet, protocol, Reason::BadLength);
    }
}

#[test]
fn cut_or_fragmented_message_is_not_verified() {
    for (message, protocol) in messages() {
        assert_unverifiable_in_parts(message, protocol);
    }
}

//! Minimal encapsulation within IP.

use inetsum_packet::{LinkType, Protocol, Reason, Verdict};

use crate::frames::ip::{DESTINATION_V4, SOURCE_V4, V4, v4, v6};
use crate::frames::look::{
    assert_fixed, assert_packet_right, assert_packet_unverifiable, assert_unverifiable, innermost,
    judged,
};
use crate::frames::message::{Message, TCP, other, tcp};
use crate::frames::oracle;

const MINIMAL_ENCAPSULATION: u8 = 55;
const SOURCE: [u8; 4] = [10, 0, 0, 1];
const DESTINATION: [u8; 4] = [10, 0, 0, 2];

/// What precedes what another protocol carries, with the original source or without.
fn encapsulated(has_source: bool, protocol: u8, payload: &[u8]) -> Message {
    let mut header = [&[protocol, u8::from(has_source) << 7, 0, 0], &DESTINATION[..]].concat();
    if has_source {
        header.extend(SOURCE);
    }
    let checksum = oracle::checksum(&header).to_be_bytes();
    header[2..4].copy_from_slice(&checksum);
    other(MINIMAL_ENCAPSULATION, &[&header, payload].concat())
}

const ALL: [Protocol; 3] = [Protocol::Ipv4, Protocol::MinimalEncapsulation, Protocol::Tcp];

#[test]
fn header_is_summed_alone_and_holds_the_addresses_that_count() {
    for (has_source, source, header_len) in [(true, SOURCE, 12), (false, SOURCE_V4, 8)] {
        let payload = tcp(b"odd").sealed(&source, &DESTINATION);
        let packet = v4(encapsulated(has_source, TCP, &payload));
        assert_packet_right(&packet, &ALL);
        let field = innermost(&packet, LinkType::RAW, Protocol::MinimalEncapsulation);
        assert_eq!((field.covers, field.pseudo_header), (20..20 + header_len, None));
        let mut wrong = packet.clone();
        wrong[22] ^= 1;
        assert_fixed(&wrong, &packet, LinkType::RAW, 1);
    }
    let payload = tcp(b"odd").sealed(&SOURCE_V4, &DESTINATION_V4);
    let packet = v4(encapsulated(true, TCP, &payload));
    assert!(matches!(judged(&packet)[2], (Protocol::Tcp, Verdict::Wrong { .. })));
}

#[test]
fn header_in_a_first_fragment_is_judged_as_that_of_ipv4() {
    let payload = tcp(b"odd").sealed(&SOURCE, &DESTINATION);
    let message = encapsulated(true, TCP, &payload);
    let packet = V4::new().fragment(V4::MORE_FRAGMENTS).carry(message);
    let header = innermost(&packet, LinkType::RAW, Protocol::MinimalEncapsulation);
    assert_eq!(header.verdict, Verdict::Correct);
    assert_packet_unverifiable(&packet, Protocol::Tcp, Reason::Fragment);
}

#[test]
fn header_that_does_not_fit_is_a_bad_length() {
    for message in [encapsulated(true, TCP, b""), encapsulated(false, TCP, b"")] {
        let message = other(MINIMAL_ENCAPSULATION, &message.bytes[..message.bytes.len() - 1]);
        let (protocol, reason) = (Protocol::MinimalEncapsulation, Reason::BadLength);
        assert_packet_unverifiable(&v4(message), protocol, reason);
    }
}

#[test]
fn cut_header_is_truncated() {
    let packet = v4(encapsulated(true, TCP, &tcp(b"odd").bytes));
    for captured in 20..32 {
        let (cut, len, reason) = (&packet[..captured], packet.len(), Reason::Truncated);
        assert_unverifiable(cut, LinkType::RAW, len, Protocol::MinimalEncapsulation, reason);
    }
}

#[test]
fn nesting_is_bounded() {
    let mut message = encapsulated(false, TCP, &tcp(b"odd").bytes);
    for _ in 0..40 {
        message = encapsulated(false, MINIMAL_ENCAPSULATION, &message.bytes);
    }
    let found = judged(&v4(message));
    assert_eq!(found.len(), 18);
    assert_eq!(found[17].1, Verdict::Unverifiable(Reason::Depth));
}

#[test]
fn there_is_none_over_ipv6() {
    let packet = v6(encapsulated(true, TCP, &tcp(b"odd").bytes));
    let (protocol, reason) = (Protocol::MinimalEncapsulation, Reason::Unsupported);
    assert_packet_unverifiable(&packet, protocol, reason);
}

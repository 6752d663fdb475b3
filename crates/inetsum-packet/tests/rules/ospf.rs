//! OSPF of both versions and what authentication makes of their checksums.

use inetsum_packet::{LinkType, Protocol, Reason, Verdict, checksum_fields, fix_where};

use crate::frames::ip::{V4, v4, v6};
use crate::frames::look::{
    assert_packet_right, assert_packet_unverifiable, assert_unverifiable, innermost, verdict,
};
use crate::frames::message::{Message, message, other};
use crate::frames::oracle;

const OSPF: u8 = 89;
const HELLO: u8 = 1;
const LINK_STATE_UPDATE: u8 = 4;

/// A packet of version 2, the last eight of its 24 header bytes left out of the sum.
fn version_2(authentication_type: u16, password: [u8; 8], body: &[u8]) -> Message {
    let len = (24 + body.len()) as u16;
    let mut bytes = [&[2, HELLO], &len.to_be_bytes()[..], b"\xc0\0\x02\x01\0\0\0\0\0\0"].concat();
    bytes.extend(authentication_type.to_be_bytes());
    let checksum = oracle::checksum(&[&bytes, body].concat());
    bytes[12..14].copy_from_slice(&checksum.to_be_bytes());
    other(OSPF, &[&bytes[..], &password, body].concat())
}

/// A packet of version 3 that ends in `body`, the options of a Hello packet among them.
fn version_3(kind: u8, body: &[u8]) -> Message {
    let len = (16 + body.len()) as u16;
    let header = [&[3, kind], &len.to_be_bytes()[..], b"\xc0\0\x02\x01\0\0\0\0\0\0\0\0"].concat();
    message(OSPF, 12, &[&header, body].concat()).pseudo_header(true)
}

/// An authentication trailer (RFC 7166).
const TRAILER: [u8; 48] = {
    let mut trailer = [0x5a; 48];
    [trailer[0], trailer[1], trailer[2], trailer[3]] = [0, 1, 0, 48];
    trailer
};

/// A Hello packet's body, the authentication trailer bit set or not.
fn hello(has_trailer: bool) -> [u8; 20] {
    let mut body = [7; 20];
    body[6] = if has_trailer { 4 } else { 0xfb };
    body
}

#[test]
fn version_2_is_summed_without_its_authentication() {
    for authentication_type in [0, 1, 0x0700, 0x0701] {
        let packet = v4(version_2(authentication_type, *b"password", b"odd"));
        assert_packet_right(&packet, &[Protocol::Ipv4, Protocol::Ospf]);
        let field = innermost(&packet, LinkType::RAW, Protocol::Ospf);
        assert_eq!((field.covers, field.omits, field.pseudo_header), (20..47, 36..44, None));
    }
}

#[test]
fn cryptographic_authentication_has_no_checksum() {
    for authentication_type in [2, 3, 0x0702] {
        let packet = v4(version_2(authentication_type, *b"\0\0\0\x10sequ", b"odd"));
        let field = innermost(&packet, LinkType::RAW, Protocol::Ospf);
        assert_eq!(field.verdict, Verdict::Absent);
        assert_eq!(field.stored.to_be_bytes(), packet[32..34]);
        let mut filled = packet.clone();
        fix_where(&mut filled, LinkType::RAW, packet.len(), |_| true);
        assert_eq!(filled, packet);
    }
    let packet = v4(version_2(4, [0; 8], b""));
    assert_packet_unverifiable(&packet, Protocol::Ospf, Reason::Unsupported);
}

#[test]
fn version_3_has_a_pseudo_header() {
    let packet = v6(version_3(HELLO, &hello(false)));
    assert_packet_right(&packet, &[Protocol::Ospf]);
    let packet = v4(version_3(LINK_STATE_UPDATE, b"odd"));
    assert_packet_right(&packet, &[Protocol::Ipv4, Protocol::Ospf]);
}

#[test]
fn bytes_behind_the_length_stated_do_not_count() {
    let packet = v4(version_2(1, *b"password", b"odd").surplus(b"\xff\xf6\0\x03 signalling"));
    assert_packet_right(&packet, &[Protocol::Ipv4, Protocol::Ospf]);
    let packet = v6(version_3(HELLO, &hello(false)).surplus(b"signalling"));
    assert_packet_right(&packet, &[Protocol::Ospf]);
    let field = innermost(&packet, LinkType::RAW, Protocol::Ospf);
    assert_eq!((field.covers, field.pseudo_header.unwrap().length), (40..76, 36));
    let packet = v6(version_3(LINK_STATE_UPDATE, b"odd").surplus(b"\0\x02no trailer"));
    assert_packet_right(&packet, &[Protocol::Ospf]);
}

#[test]
fn authentication_trailer_takes_the_checksums_place() {
    let database_description = [1, 0, 4, 0, 0];
    for message in [
        version_3(HELLO, &hello(true)).surplus(&TRAILER),
        version_3(2, &database_description).surplus(&TRAILER),
        version_3(LINK_STATE_UPDATE, b"odd").surplus(&TRAILER),
    ] {
        for message in [message.clone(), message.clone().stored(0), message.stored(0x1234)] {
            assert_eq!(verdict(&v6(message), Protocol::Ospf), Verdict::Absent);
        }
    }
}

#[test]
fn checksum_is_not_known_to_be_wrong_where_a_trailer_may_be_cut_off() {
    let packet = |message: Message| v6(message.surplus(&TRAILER));
    let update = version_3(LINK_STATE_UPDATE, b"body");
    for (packet, verdict) in [
        (packet(update.clone()), Verdict::Correct),
        (packet(update.stored(0)), Verdict::Unverifiable(Reason::Truncated)),
    ] {
        for len in 60..62 {
            let mut fields = checksum_fields(&packet[..len], LinkType::RAW, packet.len());
            assert_eq!(fields.next().unwrap().verdict, verdict, "cut to {len}");
        }
        let mut fields = checksum_fields(&packet[..62], LinkType::RAW, packet.len());
        assert_eq!(fields.next().unwrap().verdict, Verdict::Absent);
    }
    let whole = v6(version_3(LINK_STATE_UPDATE, b"body").stored(0));
    assert!(verdict(&whole, Protocol::Ospf).is_bad());
}

#[test]
fn length_stated_that_does_not_fit_is_a_bad_length() {
    for len in [0, 15, 23, 28, 0x1000] {
        let packet = v4(version_2(0, [0; 8], b"odd").with(2, &u16::to_be_bytes(len)));
        assert_packet_unverifiable(&packet, Protocol::Ospf, Reason::BadLength);
    }
    for len in [0, 15, 20] {
        let packet = v6(version_3(5, b"odd").with(2, &u16::to_be_bytes(len)));
        assert_packet_unverifiable(&packet, Protocol::Ospf, Reason::BadLength);
    }
    for len in 0..16 {
        let packet = v4(other(OSPF, &[2; 16][..len]));
        assert_packet_unverifiable(&packet, Protocol::Ospf, Reason::BadLength);
    }
}

#[test]
fn other_versions_are_unsupported() {
    for version in [0, 1, 4] {
        let packet = v4(version_2(0, [0; 8], b"").with(0, &[version]));
        assert_packet_unverifiable(&packet, Protocol::Ospf, Reason::Unsupported);
    }
}

#[test]
fn cut_or_fragmented_packet_is_not_verified() {
    let packet = v4(version_2(1, *b"password", b"odd"));
    for captured in 20..packet.len() {
        let (cut, len) = (&packet[..captured], packet.len());
        assert_unverifiable(cut, LinkType::RAW, len, Protocol::Ospf, Reason::Truncated);
    }
    for message in [version_2(1, *b"password", b"odd"), version_3(5, b"odd")] {
        let packet = V4::new().fragment(V4::MORE_FRAGMENTS).carry(message);
        assert_packet_unverifiable(&packet, Protocol::Ospf, Reason::Fragment);
    }
}

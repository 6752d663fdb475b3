//! GRE with its optional fields.

use inetsum_packet::{LinkType, Protocol, Reason, Verdict};

use crate::frames::ip::{V4, v4, v6};
use crate::frames::link::{BRIDGED_ETHERNET, ethernet};
use crate::frames::look::{
    assert_fixed, assert_packet_right, assert_unverifiable, innermost, judged, verdict,
};
use crate::frames::message::{other, tcp, udp};
use crate::frames::tunnel::Gre;

const ALL: [Protocol; 4] = [Protocol::Ipv4, Protocol::Gre, Protocol::Ipv4, Protocol::Udp];

/// Two source route entries, one of them empty, and the end.
const ROUTE: [u8; 16] = [8, 0, 0, 4, 192, 0, 2, 9, 8, 0, 0, 0, 0, 0, 0, 0];

/// Every combination of the flags, with the fields that they announce.
fn every_kind() -> impl Iterator<Item = (u16, Gre)> {
    (0..16).map(|bits| {
        let flags = bits << 12;
        let gre = Gre::new(flags);
        (flags, if flags & Gre::ROUTING == 0 { gre } else { gre.routing(&ROUTE) })
    })
}

#[test]
fn inner_packet_is_found_behind_every_combination_of_fields() {
    for (flags, gre) in every_kind() {
        let packet = v4(gre.carry(&v4(udp(b"odd"))));
        let mut verdicts = judged(&packet);
        assert_eq!(verdicts.iter().map(|(name, _)| *name).collect::<Vec<_>>(), ALL, "{flags:#x}");
        let expected = if flags & Gre::CHECKSUM == 0 { Verdict::Absent } else { Verdict::Correct };
        assert_eq!(verdicts.remove(1).1, expected, "{flags:#x}");
        assert!(verdicts.iter().all(|(_, verdict)| *verdict == Verdict::Correct));
    }
}

#[test]
fn checksum_covers_header_and_payload() {
    for (flags, gre) in every_kind().filter(|(flags, _)| flags & Gre::CHECKSUM != 0) {
        let right = v4(gre.carry_type(0x0806, b"odd"));
        assert_packet_right(&right, &[Protocol::Ipv4, Protocol::Gre]);
        let covers = innermost(&right, LinkType::RAW, Protocol::Gre).covers;
        assert_eq!(covers, 20..right.len(), "{flags:#x}");
        assert_packet_right(&v6(gre.carry_type(0x0806, b"odd")), &[Protocol::Gre]);
    }
}

#[test]
fn zero_is_a_value_like_any_other() {
    let packet = v4(Gre::new(Gre::CHECKSUM).checksum(0).carry_type(0x0806, b"odd"));
    assert!(matches!(verdict(&packet, Protocol::Gre), Verdict::Wrong { .. }));
}

#[test]
fn field_without_the_flag_is_neither_checked_nor_written() {
    let gre = Gre::new(Gre::ROUTING).routing(&ROUTE);
    let packet = v4(gre.carry(&v4(udp(b"hello"))));
    let field = innermost(&packet, LinkType::RAW, Protocol::Gre);
    assert_eq!(field.verdict, Verdict::Absent);
    assert!(!field.is_captured());
    assert_eq!(field.at, 20, "where the protocol starts");
    let mut filled = packet.clone();
    inetsum_packet::fix_where(&mut filled, LinkType::RAW, packet.len(), |_| true);
    assert_eq!(filled, packet);
}

#[test]
fn route_that_does_not_end_hides_what_is_behind() {
    for route in [&[8, 0, 0, 4, 1, 2, 3][..], &[8, 0, 0, 255], &[8, 0, 0, 0], &[0, 0]] {
        let gre = Gre::new(Gre::CHECKSUM | Gre::ROUTING).routing(route);
        let packet = v4(gre.carry_type(0x0800, b""));
        assert_packet_right(&packet, &[Protocol::Ipv4, Protocol::Gre]);
    }
}

#[test]
fn bridged_ethernet_is_followed() {
    let inner = ethernet(v6(tcp(b"odd")));
    let packet = v4(Gre::new(Gre::KEY).carry_type(BRIDGED_ETHERNET, &inner));
    let mut verdicts = judged(&packet);
    assert_eq!(verdicts.remove(1), (Protocol::Gre, Verdict::Absent));
    assert_eq!(verdicts, [(Protocol::Ipv4, Verdict::Correct), (Protocol::Tcp, Verdict::Correct)]);
}

#[test]
fn other_versions_are_unsupported() {
    for version in 1..8 {
        let packet = v4(other(47, &[0x80, version, 8, 0, 0, 0, 0, 0]));
        let expected = (Protocol::Gre, Verdict::Unverifiable(Reason::Unsupported));
        assert_eq!(judged(&packet)[1], expected);
        assert_fixed(&packet, &packet, LinkType::RAW, 0);
    }
}

#[test]
fn header_that_does_not_fit_is_truncated() {
    for len in 0..4 {
        let packet = v4(other(47, &[0; 4][..len]));
        let reason = Reason::Truncated;
        assert_unverifiable(&packet, LinkType::RAW, packet.len(), Protocol::Gre, reason);
    }
    let packet = v4(other(47, &[0x80, 0, 8, 0, 0]));
    let reason = Reason::BadLength;
    assert_unverifiable(&packet, LinkType::RAW, packet.len(), Protocol::Gre, reason);
}

#[test]
fn checksum_in_a_fragment_is_not_verified() {
    let gre = Gre::new(Gre::CHECKSUM).carry(&v4(udp(b"hello")));
    let packet = V4::new().fragment(V4::MORE_FRAGMENTS).carry(gre);
    let expected = Verdict::Unverifiable(Reason::Fragment);
    assert_eq!(verdict(&packet, Protocol::Gre), expected);
}

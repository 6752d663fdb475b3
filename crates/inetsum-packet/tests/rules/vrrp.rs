//! VRRP of both versions, and CARP.

use inetsum_packet::{LinkType, OffloadForm, Protocol, Reason, Verdict};

use crate::frames::ip::{V4, v4, v6};
use crate::frames::look::{
    assert_fixed, assert_packet_right, assert_packet_unverifiable, assert_unverifiable, innermost,
    verdict,
};
use crate::frames::message::{carp, vrrp};

#[test]
fn version_2_has_no_pseudo_header() {
    let packet = v4(vrrp(2));
    assert_packet_right(&packet, &[Protocol::Ipv4, Protocol::Vrrp]);
    let field = innermost(&packet, LinkType::RAW, Protocol::Vrrp);
    assert_eq!((field.covers, field.pseudo_header), (20..32, None));
    let with = v4(vrrp(2).pseudo_header(true));
    assert!(matches!(verdict(&with, Protocol::Vrrp), Verdict::Wrong { .. }));
}

#[test]
fn version_3_over_ipv6_has_a_pseudo_header() {
    assert_packet_right(&v6(vrrp(3).pseudo_header(true)), &[Protocol::Vrrp]);
    let without = v6(vrrp(3));
    assert!(matches!(verdict(&without, Protocol::Vrrp), Verdict::Wrong { .. }));
}

#[test]
fn version_3_over_ipv4_is_right_in_both_forms_and_shows_which() {
    for has_pseudo_header in [false, true] {
        let packet = v4(vrrp(3).pseudo_header(has_pseudo_header));
        let field = innermost(&packet, LinkType::RAW, Protocol::Vrrp);
        assert_eq!(field.verdict, Verdict::Correct);
        assert_eq!(field.pseudo_header.is_some(), has_pseudo_header);
        assert_fixed(&packet, &packet, LinkType::RAW, 0);
        // Bytes that leave the sum as it is leave the form as well.
        assert_eq!(field.compute(&packet), Some(field.stored));
    }
}

#[test]
fn version_3_over_ipv4_that_is_wrong_gets_a_pseudo_header() {
    let right = v4(vrrp(3).pseudo_header(true));
    let expected = innermost(&right, LinkType::RAW, Protocol::Vrrp).stored;
    for stored in [0, 0x1234, 0xffff] {
        let wrong = v4(vrrp(3).stored(stored));
        assert_eq!(verdict(&wrong, Protocol::Vrrp), Verdict::Wrong { expected });
        assert_fixed(&wrong, &right, LinkType::RAW, 1);
    }
    let pseudo_header = innermost(&right, LinkType::RAW, Protocol::Vrrp).pseudo_header.unwrap();
    let offloaded = v4(vrrp(3).stored(pseudo_header.sum().fold()));
    let field = innermost(&offloaded, LinkType::RAW, Protocol::Vrrp);
    assert_eq!(field.offload_form(), Some(OffloadForm::PseudoHeader));
}

#[test]
fn carp_is_told_by_its_authentication_and_length() {
    let protocols = [Protocol::Ipv4, Protocol::Carp];
    assert_packet_right(&v4(carp()), &protocols);
    assert_packet_right(&v6(carp()), &protocols[1..]);
    let field = innermost(&v4(carp()), LinkType::RAW, Protocol::Carp);
    assert_eq!((field.covers, field.pseudo_header), (20..56, None));
    for vrrp in [carp().with(3, &[5]), carp().surplus(&[0; 8]).summed_to(44)] {
        assert_packet_right(&v4(vrrp), &[Protocol::Ipv4, Protocol::Vrrp]);
    }
}

#[test]
fn other_versions_are_unsupported() {
    for version in [0, 1, 4, 15] {
        let packet = v4(vrrp(version));
        assert_packet_unverifiable(&packet, Protocol::Vrrp, Reason::Unsupported);
    }
}

#[test]
fn cut_or_fragmented_message_is_not_verified() {
    for (message, protocol) in [
        (vrrp(2), Protocol::Vrrp),
        (vrrp(3), Protocol::Vrrp),
        (vrrp(3).pseudo_header(true), Protocol::Vrrp),
    ] {
        let packet = v4(message.clone());
        for captured in 20..packet.len() {
            let (cut, len) = (&packet[..captured], packet.len());
            assert_unverifiable(cut, LinkType::RAW, len, protocol, Reason::Truncated);
        }
        let packet = V4::new().fragment(V4::MORE_FRAGMENTS).carry(message);
        assert_packet_unverifiable(&packet, protocol, Reason::Fragment);
    }
    let packet = v4(carp());
    let (cut, len) = (&packet[..packet.len() - 1], packet.len());
    assert_unverifiable(cut, LinkType::RAW, len, Protocol::Carp, Reason::Truncated);
}

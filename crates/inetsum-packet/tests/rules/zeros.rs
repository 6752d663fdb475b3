//! UDP's zero: absent, or forbidden.

use inetsum_packet::{LinkType, Protocol, Reason, Verdict, fix_where};

use crate::frames::ip::{DESTINATION_V6, SOURCE_V6, V4, V6, v4, v6};
use crate::frames::look::{
    assert_fixed, assert_packet_right, assert_packet_unverifiable, innermost, verdict,
};
use crate::frames::message::{udp, udp_to};

#[test]
fn zero_over_ipv4_is_absent() {
    let packet = v4(udp(b"hello").stored(0));
    assert_eq!(verdict(&packet, Protocol::Udp), Verdict::Absent);
    assert_eq!(innermost(&packet, LinkType::RAW, Protocol::Udp).expected(), None);
    assert_fixed(&packet, &packet, LinkType::RAW, 0);
}

#[test]
fn absent_is_filled_in_where_wanted() {
    let mut packet = v4(udp(b"hello").stored(0));
    let len = packet.len();
    let fixed = fix_where(&mut packet, LinkType::RAW, len, |field| field.protocol == Protocol::Udp);
    assert_eq!(fixed.written, 1);
    assert_eq!(packet, v4(udp(b"hello")));
}

#[test]
fn zero_over_ipv6_is_forbidden() {
    let right = v6(udp(b"hello"));
    let expected = innermost(&right, LinkType::RAW, Protocol::Udp).stored;
    let packet = v6(udp(b"hello").stored(0));
    assert_eq!(verdict(&packet, Protocol::Udp), Verdict::ZeroForbidden { expected });
    assert_fixed(&packet, &right, LinkType::RAW, 1);
}

#[test]
fn zero_over_ipv6_is_absent_in_known_tunnels() {
    for port in [2152, 4341, 4754, 4789, 4790, 6080, 6081, 6635, 8472] {
        // Of a version that none of them knows, so that nothing is looked for inside.
        let packet = v6(udp_to(port, &[0xff; 4]).stored(0));
        assert_eq!(verdict(&packet, Protocol::Udp), Verdict::Absent, "port {port}");
        assert_fixed(&packet, &packet, LinkType::RAW, 0);
    }
    for port in [0, 53, 2153, 4788, 6082, 65535] {
        let packet = v6(udp_to(port, &[0xff; 4]).stored(0));
        let verdict = verdict(&packet, Protocol::Udp);
        assert!(matches!(verdict, Verdict::ZeroForbidden { .. }), "port {port}");
    }
}

#[test]
fn zero_that_was_computed_is_sent_as_ffff() {
    let message = udp(b"abcd").summing_to_zero(&SOURCE_V6, &DESTINATION_V6);
    let right = v6(message.clone());
    assert_eq!(innermost(&right, LinkType::RAW, Protocol::Udp).stored, 0xffff);
    assert_packet_right(&right, &[Protocol::Udp]);
    let zero = v6(message.stored(0));
    assert_eq!(verdict(&zero, Protocol::Udp), Verdict::ZeroForbidden { expected: 0xffff });
    assert_fixed(&zero, &right, LinkType::RAW, 1);
}

#[test]
fn zero_is_absent_over_ipv4_even_where_nothing_could_be_verified() {
    let first = V4::new().fragment(V4::MORE_FRAGMENTS).carry(udp(b"hello").stored(0));
    assert_eq!(verdict(&first, Protocol::Udp), Verdict::Absent);
    let surplus_claimed = v4(udp(b"hello").with(4, &[0, 200]).stored(0));
    assert_eq!(verdict(&surplus_claimed, Protocol::Udp), Verdict::Absent);
    for mut packet in [first, surplus_claimed] {
        let (len, before) = (packet.len(), packet.clone());
        fix_where(&mut packet, LinkType::RAW, len, |field| field.protocol == Protocol::Udp);
        assert_eq!(packet, before, "can't be filled in either");
    }
}

#[test]
fn forbidden_zero_in_a_fragment_is_not_judged() {
    let packet = V6::new().fragment(0, true).carry(udp(b"hello").stored(0));
    assert_packet_unverifiable(&packet, Protocol::Udp, Reason::Fragment);
}

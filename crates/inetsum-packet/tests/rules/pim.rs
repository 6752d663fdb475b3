//! PIM, its Register message and the packet in it.

use inetsum_packet::{
    ChecksumField, LinkType, Protocol, Reason, Verdict, checksum_fields, fix_where,
};

use crate::frames::ip::{V4, V6, v4, v6};
use crate::frames::look::{
    assert_fixed, assert_packet_right, assert_packet_unverifiable, assert_unverifiable, fields,
    innermost, judged, verdict,
};
use crate::frames::message::{Message, PIM, message, other, pim, pim_register, udp};

const REGISTER_LEN: usize = 8;

/// As it is summed over IPv6.
fn over_v6(message: Message) -> Message {
    message.pseudo_header(true)
}

#[test]
fn message_is_summed_whole_and_over_ipv6_with_a_pseudo_header() {
    for kind in [0, 2, 3, 8, 13] {
        let hello = pim(kind, b"\0\x01\0\x02\0\x69\0");
        assert_packet_right(&v4(hello.clone()), &[Protocol::Ipv4, Protocol::Pim]);
        assert_packet_right(&v6(over_v6(hello.clone())), &[Protocol::Pim]);
        let without = v6(hello);
        assert!(matches!(verdict(&without, Protocol::Pim), Verdict::Wrong { .. }));
    }
}

/// Asserts that the packet's PIM message is right, altered wrong, and fixed right again.
#[track_caller]
fn assert_register_right(packet: &[u8]) -> ChecksumField {
    let field = innermost(packet, LinkType::RAW, Protocol::Pim);
    assert_eq!(field.verdict, Verdict::Correct);
    let mut altered = packet.to_vec();
    altered[field.at] ^= 0x5a;
    let verdict = verdict(&altered, Protocol::Pim);
    assert_eq!(verdict, Verdict::Wrong { expected: field.stored });
    assert_fixed(&altered, packet, LinkType::RAW, 1);
    field
}

#[test]
fn register_is_summed_without_the_packet_in_it() {
    let field = assert_register_right(&v4(pim_register(&v4(udp(b"odd"))).summed_to(REGISTER_LEN)));
    assert_eq!((field.covers, field.pseudo_header), (20..28, None));

    let register = pim_register(&v6(udp(b"odd"))).summed_to(REGISTER_LEN);
    let field = assert_register_right(&v6(over_v6(register)));
    assert_eq!(field.covers, 40..48);
    assert_eq!(field.pseudo_header.unwrap().length, 8);
}

#[test]
fn register_summed_whole_is_right_too_and_shows_it() {
    let packet = v4(pim_register(&v4(udp(b"odd"))));
    let field = innermost(&packet, LinkType::RAW, Protocol::Pim);
    assert_eq!((field.verdict, field.covers), (Verdict::Correct, 20..packet.len()));
    assert_fixed(&packet, &packet, LinkType::RAW, 0);

    let packet = v6(over_v6(pim_register(&v6(udp(b"odd")))));
    let field = innermost(&packet, LinkType::RAW, Protocol::Pim);
    assert_eq!((field.verdict, field.covers), (Verdict::Correct, 40..packet.len()));
    assert_eq!(field.pseudo_header.unwrap().length as usize, packet.len() - 40);
}

#[test]
fn packet_in_a_register_is_judged_as_quoted() {
    let right = v4(pim_register(&v4(udp(b"odd"))));
    let wrong = v4(pim_register(&v4(udp(b"odd").stored(0x1234))));
    let quoted = &fields(&wrong, LinkType::RAW)[2..];
    assert_eq!(quoted[0].path.to_string(), "ipv4/pim/ipv4");
    assert_eq!(quoted[0].verdict, Verdict::Correct);
    assert!(matches!(quoted[1].verdict, Verdict::Wrong { .. }));
    assert!(quoted.iter().all(|field| field.quoted));
    assert_fixed(&wrong, &wrong, LinkType::RAW, 0);

    // Where it is fixed all the same, the sum around it keeps its form.
    let mut fixed = wrong.clone();
    let written = fix_where(&mut fixed, LinkType::RAW, wrong.len(), |field| field.quoted).written;
    assert_eq!((written, fixed), (2, right));
    let right = v4(pim_register(&v4(udp(b"odd"))).summed_to(REGISTER_LEN));
    let mut fixed = v4(pim_register(&v4(udp(b"odd").stored(0x1234))).summed_to(REGISTER_LEN));
    let written = fix_where(&mut fixed, LinkType::RAW, wrong.len(), |field| field.quoted).written;
    assert_eq!((written, fixed), (1, right));
}

#[test]
fn register_that_is_wrong_in_both_forms_is_fixed_without_the_packet() {
    let register = pim_register(&v4(udp(b"odd"))).summed_to(REGISTER_LEN);
    let right = v4(register.clone());
    let expected = innermost(&right, LinkType::RAW, Protocol::Pim).stored;
    let wrong = v4(register.stored(0x1234));
    assert_eq!(verdict(&wrong, Protocol::Pim), Verdict::Wrong { expected });
    assert_fixed(&wrong, &right, LinkType::RAW, 1);
}

#[test]
fn cut_register_is_right_by_what_is_there_or_not_known_to_be_wrong() {
    let without = v4(pim_register(&v4(udp(b"odd"))).summed_to(REGISTER_LEN));
    let whole = v4(pim_register(&v4(udp(b"odd"))));
    let len = whole.len();
    for captured in 28..len {
        let mut fields = checksum_fields(&without[..captured], LinkType::RAW, len);
        assert_eq!(fields.nth(1).unwrap().verdict, Verdict::Correct);
        let cut = &whole[..captured];
        assert_unverifiable(cut, LinkType::RAW, len, Protocol::Pim, Reason::Truncated);
    }
    for captured in 20..28 {
        let cut = &without[..captured];
        assert_unverifiable(cut, LinkType::RAW, len, Protocol::Pim, Reason::Truncated);
    }
}

#[test]
fn null_register_over_ipv6_may_have_a_header_of_version_0() {
    let dummy = message(PIM, 2, &[0; 4]).pseudo_header(true);
    let register = pim_register(&v6(dummy)).summed_to(REGISTER_LEN);
    let right = (Protocol::Pim, Verdict::Correct);
    assert_eq!(judged(&v6(over_v6(register))), [right, right]);
    let longer = message(PIM, 2, &[0; 5]).pseudo_header(true);
    assert_packet_unverifiable(&v6(longer), Protocol::Pim, Reason::Unsupported);
}

#[test]
fn null_register_has_a_header_without_a_message() {
    for (dummy, protocols) in [
        (v4(other(PIM, b"")), &[Protocol::Ipv4, Protocol::Pim, Protocol::Ipv4][..]),
        (v6(other(PIM, b"")), &[Protocol::Ipv4, Protocol::Pim]),
        (vec![], &[Protocol::Ipv4, Protocol::Pim]),
    ] {
        let register = pim_register(&dummy).with(4, &[0x40]).summed_to(REGISTER_LEN);
        let packet = v4(register);
        assert_register_right(&packet);
        let found: Vec<_> = judged(&packet);
        assert!(found.iter().map(|(protocol, _)| protocol).eq(protocols));
        assert!(found.iter().all(|(_, verdict)| *verdict == Verdict::Correct));
    }
}

#[test]
fn register_shorter_than_its_header_is_a_bad_length() {
    for len in 4..REGISTER_LEN {
        let packet = v4(pim(1, &[0; 4][..len - 4]));
        assert_packet_unverifiable(&packet, Protocol::Pim, Reason::BadLength);
    }
}

#[test]
fn other_versions_are_unsupported() {
    for version in [0, 1, 3, 15] {
        let packet = v4(pim(0, b"body").with(0, &[version << 4]));
        assert_packet_unverifiable(&packet, Protocol::Pim, Reason::Unsupported);
    }
}

#[test]
fn fragment_is_not_verified_but_the_packet_in_it_is_seen() {
    let register = pim_register(&v4(udp(b"odd"))).summed_to(REGISTER_LEN);
    for (packet, inner) in [
        (V4::new().fragment(V4::MORE_FRAGMENTS).carry(register.clone()), 2),
        (V6::new().fragment(0, true).carry(over_v6(register)), 1),
    ] {
        assert_packet_unverifiable(&packet, Protocol::Pim, Reason::Fragment);
        let inner = &judged(&packet)[inner..];
        assert_eq!(inner, [(Protocol::Ipv4, Verdict::Correct), (Protocol::Udp, Verdict::Correct)]);
    }
}

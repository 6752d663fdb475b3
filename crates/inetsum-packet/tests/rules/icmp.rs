//! ICMP errors: their quotes, and the extension structure behind (RFC 4884); that of an Extended Echo
//! Request (RFC 8335).

use inetsum_packet::{ChecksumField, LinkType, Protocol, Reason, Verdict, fix, fix_where};

use crate::frames::ip::{V4, V6, v4, v6};
use crate::frames::look::{assert_fixed, assert_packet_right, fields, innermost, judged, verdict};
use crate::frames::message::{icmp, icmp_extension, icmpv6, tcp, udp};
use crate::frames::oracle;

/// An error of IPv4: the second word of its header, then the quote.
fn error(kind: u8, word: [u8; 4], quote: &[u8]) -> Vec<u8> {
    v4(icmp(kind, &[&word, quote].concat()))
}

fn error_v6(kind: u8, word: [u8; 4], quote: &[u8]) -> Vec<u8> {
    v6(icmpv6(kind, &[&word, quote].concat()))
}

fn quoted(packet: &[u8]) -> Vec<ChecksumField> {
    fields(packet, LinkType::RAW).into_iter().filter(|field| field.quoted).collect()
}

/// A packet whose every checksum is wrong.
fn stale() -> Vec<u8> {
    V4::new().checksum(0x1111).carry(tcp(b"hello").stored(0x2222))
}

#[test]
fn errors_quote_and_other_messages_do_not() {
    let is_error = |kind| [3, 4, 5, 11, 12].contains(&kind);
    for kind in 0..=255 {
        let packet = error(kind, [0; 4], &stale());
        assert_eq!(verdict(&packet[..], Protocol::Icmp), Verdict::Correct);
        assert_eq!(quoted(&packet).len(), if is_error(kind) { 2 } else { 0 }, "type {kind}");
        let packet = error_v6(kind, [0; 4], &stale());
        assert_eq!(quoted(&packet).len(), if (1..=4).contains(&kind) { 2 } else { 0 });
    }
}

#[test]
fn quote_is_judged_but_never_fixed() {
    for packet in [error(3, [0; 4], &stale()), error_v6(1, [0; 4], &stale())] {
        let found = quoted(&packet);
        assert!(found.iter().all(|field| matches!(field.verdict, Verdict::Wrong { .. })));
        assert!(found.iter().all(|field| field.depth == 1));
        assert_fixed(&packet, &packet, LinkType::RAW, 0);
    }
}

#[test]
fn quote_is_fixed_where_wanted_and_whole() {
    let mut packet = error(3, [0; 4], &stale());
    let len = packet.len();
    let fixed = fix_where(&mut packet, LinkType::RAW, len, |field| field.verdict.is_bad());
    assert_eq!(fixed.written, 3, "and the message around it");
    assert_eq!(packet, error(3, [0; 4], &v4(tcp(b"hello"))));
}

#[test]
fn quote_that_is_cut_is_checked_in_its_header_only() {
    let quote = &v4(tcp(b"hello"))[..28];
    let packet = error(11, [0; 4], quote);
    let expected = [Verdict::Correct, Verdict::Unverifiable(Reason::Truncated)];
    assert_eq!(quoted(&packet).iter().map(|field| field.verdict).collect::<Vec<_>>(), expected);
    let quote = &V6::new().carry(udp(b"hello"))[..45];
    let packet = error_v6(2, [0, 0, 5, 0], quote);
    let expected = [Verdict::Unverifiable(Reason::Truncated)];
    assert_eq!(quoted(&packet).iter().map(|field| field.verdict).collect::<Vec<_>>(), expected);
}

#[test]
fn quote_without_a_length_is_not_taken_for_whole() {
    for quote in
        [V4::new().total_len(0).carry(tcp(b"hello")), V6::new().payload_len(0).carry(tcp(b"hello"))]
    {
        let packet = error(3, [0; 4], &quote);
        let expected = Verdict::Unverifiable(Reason::UnknownLength);
        assert_eq!(verdict(&packet, Protocol::Tcp), expected);
    }
}

#[test]
fn wrong_error_around_a_stale_quote_is_fixed_alone() {
    let right = error(3, [0; 4], &stale());
    let mut wrong = right.clone();
    wrong[22] ^= 0x55;
    assert_fixed(&wrong, &right, LinkType::RAW, 1);
}

#[test]
fn quoted_error_and_what_it_quotes_are_quoted() {
    let packet = error(3, [0; 4], &error(11, [0; 4], &stale()));
    assert_eq!(quoted(&packet).len(), 4);
    assert_eq!(fields(&packet, LinkType::RAW).last().unwrap().depth, 2);
}

/// An error with a quote of `quote_len` bytes and an extension, the length stated in `units`.
fn extended(units: u8, quote_len: usize, extension: &[u8]) -> Vec<u8> {
    let mut quote = V4::new().carry(udp(&[7; 200]));
    quote.resize(quote_len, 0);
    error(11, [0, units, 0, 0], &[&quote, extension].concat())
}

fn extended_v6(units: u8, quote_len: usize, extension: &[u8]) -> Vec<u8> {
    let mut quote = V6::new().carry(udp(&[7; 200]));
    quote.resize(quote_len, 0);
    error_v6(3, [units, 0, 0, 0], &[&quote, extension].concat())
}

#[test]
fn extension_behind_a_quote_of_stated_length_is_checked() {
    let extension = icmp_extension(b"label");
    // In words over IPv4, in double words over IPv6; not 128 bytes, so that only stating helps.
    for (units, quote_len) in [(40, 160), (32, 128), (5, 20)] {
        let packet = extended(units, quote_len, &extension);
        let found = innermost(&packet, LinkType::RAW, Protocol::IcmpExtension);
        assert_eq!(found.verdict, Verdict::Correct);
        assert!(!found.quoted);
        assert_eq!(found.covers, 28 + quote_len..packet.len());
    }
    for (units, quote_len) in [(20, 160), (16, 128), (6, 48)] {
        let packet = extended_v6(units, quote_len, &extension);
        let found = innermost(&packet, LinkType::RAW, Protocol::IcmpExtension);
        assert_eq!((found.verdict, found.at), (Verdict::Correct, 48 + quote_len + 2));
    }
}

#[test]
fn wrong_extension_is_fixed_and_so_is_the_message() {
    let right = extended(40, 160, &icmp_extension(b"label"));
    let mut wrong = right.clone();
    let at = innermost(&right, LinkType::RAW, Protocol::IcmpExtension).at;
    wrong[at] ^= 0x77;
    let stored = u16::from_be_bytes([right[at], right[at + 1]]);
    let expected = Verdict::Wrong { expected: stored };
    assert_eq!(verdict(&wrong, Protocol::IcmpExtension), expected);
    fix(&mut wrong, LinkType::RAW, right.len());
    assert_eq!(wrong, right);
}

#[test]
fn zero_in_an_extension_is_absent() {
    let mut extension = icmp_extension(b"label");
    extension[2..4].fill(0);
    let packet = extended(40, 160, &extension);
    assert_eq!(verdict(&packet, Protocol::IcmpExtension), Verdict::Absent);
    assert_fixed(&packet, &packet, LinkType::RAW, 0);
}

#[test]
fn extension_that_sums_to_zero_needs_ffff() {
    let mut extension = icmp_extension(&[0; 4]);
    // The object's data makes up for the checksum.
    extension.copy_within(2..4, 8);
    extension[2..4].fill(0xff);
    let right = extended(40, 160, &extension);
    assert_eq!(verdict(&right, Protocol::IcmpExtension), Verdict::Correct);
    extension[2..4].copy_from_slice(&[0x12, 0x34]);
    let wrong = extended(40, 160, &extension);
    assert_eq!(verdict(&wrong, Protocol::IcmpExtension), Verdict::Wrong { expected: 0xffff });
    assert_fixed(&wrong, &right, LinkType::RAW, 2);
}

#[test]
fn extension_of_another_version_is_none() {
    let mut extension = icmp_extension(b"label");
    for version in [0, 1, 3, 15] {
        extension[0] = version << 4;
        let packet = extended(40, 160, &extension);
        assert!(!names(&packet).contains(&Protocol::IcmpExtension), "version {version}");
    }
}

fn names(packet: &[u8]) -> Vec<Protocol> {
    judged(packet).iter().map(|(protocol, _)| *protocol).collect()
}

#[test]
fn extension_behind_an_unstated_quote_of_128_bytes_is_found_by_its_checksum() {
    let extension = icmp_extension(b"label");
    let packet = extended(0, 128, &extension);
    assert_eq!(verdict(&packet, Protocol::IcmpExtension), Verdict::Correct);
    let packet = extended_v6(0, 128, &extension);
    assert_eq!(verdict(&packet, Protocol::IcmpExtension), Verdict::Correct);
    // Elsewhere, or with a checksum that is wrong or absent, it may be part of the quote.
    assert!(!names(&extended(0, 132, &extension)).contains(&Protocol::IcmpExtension));
    for stored in [[0, 0], [0x12, 0x34]] {
        let mut extension = extension.clone();
        extension[2..4].copy_from_slice(&stored);
        assert!(!names(&extended(0, 128, &extension)).contains(&Protocol::IcmpExtension));
    }
}

#[test]
fn extension_bounds_the_quote() {
    // 20 bytes of header and 12 more, of a packet that has 13 more.
    let quote = &v4(udp(b"hello"))[..32];
    let packet = error(11, [0, 8, 0, 0], &[quote, &icmp_extension(b"label")].concat());
    assert_eq!(verdict(&packet, Protocol::Udp), Verdict::Unverifiable(Reason::Truncated));
    let order = [Protocol::Ipv4, Protocol::Icmp, Protocol::IcmpExtension];
    assert_eq!(names(&packet)[..3], order);
    let path = fields(&packet, LinkType::RAW).pop().unwrap().path;
    assert_eq!(path.to_string(), "ipv4/icmp/ipv4/udp");
}

#[test]
fn messages_without_extensions_have_none() {
    let extension = icmp_extension(b"label");
    let quote = &[&[0x45; 128], &extension[..]].concat();
    for kind in [4, 5] {
        assert!(!names(&error(kind, [0, 32, 0, 0], quote)).contains(&Protocol::IcmpExtension));
    }
    for kind in [2, 4] {
        assert!(!names(&error_v6(kind, [16, 0, 0, 0], quote)).contains(&Protocol::IcmpExtension));
    }
}

#[test]
fn extension_in_a_fragment_is_not_looked_for() {
    let body = [&[0, 40, 0, 0], &[0x45; 160][..], &icmp_extension(b"label")].concat();
    let packet = V4::new().fragment(V4::MORE_FRAGMENTS).carry(icmp(11, &body));
    assert!(!names(&packet).contains(&Protocol::IcmpExtension));
}

/// Extended Echo Requests over IPv4 and IPv6, what follows their headers, and where that starts.
fn probes(body: &[u8]) -> [(Vec<u8>, usize); 2] {
    let word = [0x12, 0x34, 1, 0];
    [(error(42, word, body), 28), (error_v6(160, word, body), 48)]
}

#[test]
fn extension_of_a_probe_ends_with_its_object() {
    let extension = icmp_extension(&[0, 0, 0, 1]);
    for data in [&b""[..], b"data of the probe"] {
        for (packet, at) in probes(&[&extension, data].concat()) {
            let found = innermost(&packet, LinkType::RAW, Protocol::IcmpExtension);
            assert_eq!((found.verdict, found.covers), (Verdict::Correct, at..at + 12));
            assert!(!found.quoted);
        }
    }
}

#[test]
fn extension_of_a_probe_may_have_been_summed_to_the_end() {
    // Two objects, or one that states a wrong length.
    let mut extension = icmp_extension(&[0, 0, 0, 1, 0, 8, 2, 2, 0, 0, 0, 2]);
    for object_len in [8, 3, 17] {
        extension[5] = object_len;
        extension[2..4].fill(0);
        let checksum = oracle::checksum(&extension).to_be_bytes();
        extension[2..4].copy_from_slice(&checksum);
        for (packet, at) in probes(&extension) {
            let found = innermost(&packet, LinkType::RAW, Protocol::IcmpExtension);
            assert_eq!((found.verdict, found.covers), (Verdict::Correct, at..packet.len()));
        }
    }
}

#[test]
fn wrong_extension_of_a_probe_is_fixed_alone() {
    let body = [&icmp_extension(&[0, 0, 0, 1])[..], b"data"].concat();
    for (right, at) in probes(&body) {
        let mut wrong = right.clone();
        wrong[at + 2] ^= 0x77;
        assert_fixed(&wrong, &right, LinkType::RAW, 1);
    }
}

#[test]
fn probe_without_an_extension_has_none() {
    let mut body = icmp_extension(&[0, 0, 0, 1]);
    for (packet, _) in probes(&body[..7]) {
        assert!(!names(&packet).contains(&Protocol::IcmpExtension));
    }
    let replies = [error(43, [0; 4], &body), error_v6(161, [0; 4], &body)];
    let fragment = V4::new().fragment(V4::MORE_FRAGMENTS);
    let fragment = fragment.carry(icmp(42, &[&[0; 4], &body[..]].concat()));
    body[0] = 0x10;
    for packet in
        replies.into_iter().chain([fragment]).chain(probes(&body).map(|(packet, _)| packet))
    {
        assert!(!names(&packet).contains(&Protocol::IcmpExtension));
    }
}

#[test]
fn message_around_everything_is_right_as_built() {
    let packet = extended(40, 160, &icmp_extension(b"label"));
    assert_eq!(
        judged(&packet)[..3],
        [
            (Protocol::Ipv4, Verdict::Correct),
            (Protocol::Icmp, Verdict::Correct),
            (Protocol::IcmpExtension, Verdict::Correct),
        ]
    );
    assert_packet_right(&v4(icmp(8, b"ping")), &[Protocol::Ipv4, Protocol::Icmp]);
}

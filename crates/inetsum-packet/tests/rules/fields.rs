//! What a report says besides the verdict.

use inetsum_packet::{LinkType, Protocol, Reason, Verdict, checksum_fields};

use crate::frames::ip::{V4, v4, v6};
use crate::frames::link::{VLAN, tagged};
use crate::frames::look::{fields, innermost};
use crate::frames::message::{icmp, icmpv6, igmp, tcp, udp, udp_lite};
use crate::frames::oracle;

#[test]
fn fields_are_where_their_protocols_put_them() {
    for (packet, protocol, offset) in [
        (v4(tcp(b"hello")), Protocol::Tcp, 16),
        (v4(udp(b"hello")), Protocol::Udp, 6),
        (v4(udp_lite(9, b"hello")), Protocol::UdpLite, 6),
        (v4(icmp(8, b"hello")), Protocol::Icmp, 2),
        (v4(igmp(0x16, b"hello")), Protocol::Igmp, 2),
    ] {
        let frame = tagged(&[VLAN], packet);
        let found = fields(&frame, LinkType::ETHERNET);
        assert_eq!((found[0].protocol, found[0].at), (Protocol::Ipv4, 18 + 10));
        assert_eq!(found[0].covers, 18..38);
        assert_eq!((found[1].protocol, found[1].at), (protocol, 38 + offset));
        let covers = if protocol == Protocol::UdpLite { 38..47 } else { 38..frame.len() };
        assert_eq!(found[1].covers, covers);
    }
    let frame = tagged(&[VLAN], v6(icmpv6(128, b"hello")));
    let found = fields(&frame, LinkType::ETHERNET);
    assert_eq!((found[0].at, found[0].covers.clone()), (60, 58..frame.len()));
}

#[test]
fn pseudo_header_sums_as_by_definition() {
    for packet in [v4(tcp(&[7; 301])), v6(udp(&[7; 301])), v6(icmpv6(128, &[7; 301]))] {
        let field = fields(&packet, LinkType::RAW).pop().unwrap();
        let pseudo_header = field.pseudo_header.unwrap();
        let bytes = oracle::pseudo_header_of(&pseudo_header);
        assert_eq!(pseudo_header.sum().fold(), oracle::sum(&bytes));
    }
    let no_pseudo_header = innermost(&v4(icmp(8, b"")), LinkType::RAW, Protocol::Icmp);
    assert_eq!(no_pseudo_header.pseudo_header, None);
}

#[test]
fn compute_goes_by_the_bytes_as_they_are() {
    let mut packet = v4(udp(b"hello"));
    let field = innermost(&packet, LinkType::RAW, Protocol::Udp);
    assert_eq!(field.compute(&packet), Some(field.stored));
    packet[30] ^= 0xff;
    assert_eq!(field.compute(&packet), Some(oracle::expected(&field, &packet)));
    assert_eq!(
        field.sum_without_field(&packet).map(|sum| !sum.fold()),
        Some(oracle::expected(&field, &packet))
    );
    assert_eq!(field.compute(&packet[..32]), None, "cut");
    assert_eq!(field.compute(b""), None);
    let fragment = V4::new().fragment(V4::MORE_FRAGMENTS).carry(udp(b"hello"));
    let field = innermost(&fragment, LinkType::RAW, Protocol::Udp);
    assert_eq!(field.compute(&fragment), None);
    assert_eq!(field.expected(), None);
}

#[test]
fn more_captured_than_the_original_had_counts() {
    let packet = v4(udp(b"hello"));
    for original_len in 0..packet.len() {
        let mut fields = checksum_fields(&packet, LinkType::RAW, original_len);
        assert!(fields.all(|field| field.verdict == Verdict::Correct));
    }
}

#[test]
fn names_are_those_of_the_reports() {
    let expected = 1;
    for (verdict, shown, is_bad) in [
        (Verdict::Correct, "correct", false),
        (Verdict::Noncanonical, "noncanonical", false),
        (Verdict::Wrong { expected }, "wrong", true),
        (Verdict::Offloaded { expected }, "offloaded", true),
        (Verdict::ZeroForbidden { expected }, "zero-forbidden", true),
        (Verdict::Absent, "absent", false),
        (Verdict::Unverifiable(Reason::Truncated), "unverifiable (truncated)", false),
        (Verdict::Unverifiable(Reason::Fragment), "unverifiable (fragment)", false),
        (Verdict::Unverifiable(Reason::BadLength), "unverifiable (length)", false),
        (Verdict::Unverifiable(Reason::UnknownLength), "unverifiable (length)", false),
        (Verdict::Unverifiable(Reason::Encrypted), "unverifiable (encrypted)", false),
        (Verdict::Unverifiable(Reason::UnknownLink), "unverifiable (unknown-link)", false),
        (Verdict::Unverifiable(Reason::Unsupported), "unverifiable (unsupported)", false),
        (Verdict::Unverifiable(Reason::Depth), "unverifiable (depth)", false),
    ] {
        assert_eq!((&*verdict.to_string(), verdict.is_bad()), (shown, is_bad));
        assert!(shown.starts_with(verdict.name()));
    }
    assert_eq!(Protocol::Ip(89).to_string(), "ip-protocol-89");
    assert_eq!(Protocol::EtherType(0x8847).to_string(), "ethertype-0x8847");
    assert_eq!(Protocol::Link(147).to_string(), "link-type-147");
}

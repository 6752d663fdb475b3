//! What GRE carries that has a header of its own, and the other encapsulations over IP.

use inetsum_packet::{LinkType, Protocol, Reason, Verdict};

use crate::frames::ip::{V4, v4, v6};
use crate::frames::link::ethernet;
use crate::frames::look::{
    assert_fixed, assert_packet_right, assert_packet_unverifiable, fields, judged,
};
use crate::frames::message::{Message, other, tcp};
use crate::frames::oracle;
use crate::frames::tunnel::{Gre, ether_ip, pptp};

const INNER: [(Protocol, Verdict); 2] =
    [(Protocol::Ipv4, Verdict::Correct), (Protocol::Tcp, Verdict::Correct)];

/// Asserts that the tunnel is followed, and the path from GRE on.
#[track_caller]
fn assert_followed(tunnel: Message, path: &str) {
    let packet = v4(tunnel);
    assert_eq!(judged(&packet)[2..], INNER, "{path}");
    assert_eq!(fields(&packet, LinkType::RAW)[3].path.to_string(), format!("ipv4/gre/{path}/tcp"));
}

#[test]
fn mirrored_frames_are_found_behind_every_header() {
    let packet = v4(tcp(b"odd"));
    let frame = ethernet(packet.clone());
    assert_followed(Gre::new(0).carry_type(0x88be, &frame), "erspan/eth/ipv4");
    let sequenced = |ethertype, header: &[u8], inner: &[u8]| {
        Gre::new(Gre::SEQUENCE).carry_type(ethertype, &[header, inner].concat())
    };
    assert_followed(sequenced(0x88be, &[0x10, 1, 2, 3, 4, 5, 6, 7], &frame), "erspan/eth/ipv4");
    for (kind, last) in [(0, 0), (0, 1), (2, 0), (2, 1)] {
        let mut header = vec![0x20, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0x80 | kind << 2, last];
        header.resize(if last == 1 { 20 } else { 12 }, 0xab);
        let (inner, path) =
            if kind == 0 { (&frame, "erspan/eth/ipv4") } else { (&packet, "erspan/ipv4") };
        assert_followed(sequenced(0x22eb, &header, inner), path);
    }
    for header in [&[0x30; 8][..], &[0x20, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7 << 2, 0]] {
        let packet = v4(sequenced(0x22eb, header, &frame));
        assert_packet_unverifiable(&packet, Protocol::EtherType(0x88be), Reason::Unsupported);
    }
}

#[test]
fn redirected_packets_are_found_with_their_header_and_without() {
    let packet = v4(tcp(b"odd"));
    assert_followed(Gre::new(0).carry_type(0x883e, &packet), "wccp/ipv4");
    let redirected = [&[0x80, 0, 0, 7], &packet[..]].concat();
    assert_followed(Gre::new(0).carry_type(0x883e, &redirected), "wccp/ipv4");
}

#[test]
fn mpls_and_ppp_are_followed_in_gre() {
    let packet = v4(tcp(b"odd"));
    let labelled = [&[0, 1, 1, 64], &packet[..]].concat();
    assert_followed(Gre::new(0).carry_type(0x8847, &labelled), "mpls/ipv4");
    assert_followed(pptp(&packet), "ppp/ipv4");
    let bad_length = pptp(&packet).with(4, &[9, 9]);
    assert_packet_unverifiable(&v4(bad_length), Protocol::Gre, Reason::BadLength);
    let acknowledgment = other(47, &[0x20, 0x81, 0x88, 0x0b, 0, 0, 0, 7, 0, 0, 0, 1]);
    assert_eq!(judged(&v4(acknowledgment))[1..], [(Protocol::Gre, Verdict::Absent)]);
}

#[test]
fn ppp_that_goes_on_in_another_fragment_is_followed_to_its_end() {
    let mut cut = pptp(&v4(tcp(b"odd")));
    cut.bytes.pop();
    let expected = [
        (Protocol::Gre, Verdict::Absent),
        (Protocol::Ipv4, Verdict::Correct),
        (Protocol::Tcp, Verdict::Unverifiable(Reason::Truncated)),
    ];
    assert_eq!(judged(&V4::new().fragment(V4::MORE_FRAGMENTS).carry(cut.clone()))[1..], expected);
    assert_packet_unverifiable(&v4(cut), Protocol::Gre, Reason::BadLength);
}

#[test]
fn keepalives_of_gre_hold_nothing() {
    let packet = v4(Gre::new(0).carry_type(0, &[6, 6, 3, 0x45]));
    assert_eq!(judged(&packet)[1..], [(Protocol::Gre, Verdict::Absent)]);
}

#[test]
fn frames_and_labels_are_followed_over_ip() {
    let inner = v4(tcp(b"odd"));
    let frame = ethernet(inner.clone());
    let labelled = [&[0, 1, 1, 64], &inner[..]].concat();
    for tunnel in [ether_ip(&frame), other(143, &frame), other(137, &labelled)] {
        assert_packet_right(&v4(tunnel.clone()), &[Protocol::Ipv4, Protocol::Ipv4, Protocol::Tcp]);
        assert_packet_right(&v6(tunnel), &[Protocol::Ipv4, Protocol::Tcp]);
    }
    let version_4 = other(97, &[&[0x40, 0], &frame[..]].concat());
    assert_packet_unverifiable(&v4(version_4), Protocol::Ip(97), Reason::Unsupported);
}

#[test]
fn what_can_t_be_looked_into_over_ip_is_said_so() {
    let compressed = other(108, &[6, 0, 0, 2, 1, 2, 3, 4]);
    assert_packet_unverifiable(&v4(compressed), Protocol::Ip(108), Reason::Unsupported);
    let session = other(115, &[0, 0, 0, 7, 1, 2, 3, 4]);
    assert_packet_unverifiable(&v4(session), Protocol::Ip(115), Reason::Unsupported);
    let control = other(115, &[0, 0, 0, 0, 0xc8, 3]);
    assert_packet_right(&v4(control), &[Protocol::Ipv4]);
}

/// TCP to 192.0.2.77, and from 192.0.2.66 if `has_source`, in minimal encapsulation.
fn minimal(has_source: bool, checksum: Option<u16>) -> Vec<u8> {
    let mut header = vec![6, 0, 0, 0, 192, 0, 2, 77];
    if has_source {
        header[1] = 0x80;
        header.extend([192, 0, 2, 66]);
    }
    let checksum = checksum.unwrap_or(oracle::checksum(&header));
    header[2..4].copy_from_slice(&checksum.to_be_bytes());
    let source = if has_source { [192, 0, 2, 66] } else { [192, 0, 2, 1] };
    header.extend(tcp(b"odd").sealed(&source, &[192, 0, 2, 77]));
    v4(other(55, &header))
}

#[test]
fn minimal_encapsulation_has_a_checksum_and_the_addresses_that_count() {
    let protocols = [Protocol::Ipv4, Protocol::MinimalEncapsulation, Protocol::Tcp];
    for has_source in [false, true] {
        let right = minimal(has_source, None);
        assert_packet_right(&right, &protocols);
        assert_fixed(&minimal(has_source, Some(0x1111)), &right, LinkType::RAW, 1);
        let covers = fields(&right, LinkType::RAW)[1].covers.clone();
        assert_eq!(covers, 20..if has_source { 32 } else { 28 });
    }
    let cut = v4(other(55, &[6, 0x80, 0, 0, 192, 0, 2, 77]));
    assert_packet_unverifiable(&cut, Protocol::MinimalEncapsulation, Reason::BadLength);
    let over_v6 = v6(other(55, &[6, 0, 0, 0, 192, 0, 2, 77]));
    assert_packet_unverifiable(&over_v6, Protocol::MinimalEncapsulation, Reason::Unsupported);
}

#[test]
fn minimal_encapsulations_in_one_another_count_as_packets() {
    let headers = [55, 0, 0, 0, 192, 0, 2, 77].repeat(40);
    let verdicts = judged(&V4::new().carry(other(55, &headers)));
    assert_eq!(verdicts.len(), 18);
    assert_eq!(verdicts[17].1, Verdict::Unverifiable(Reason::Depth));
}

//! UDP-Lite's coverage.

use inetsum_packet::{LinkType, Protocol, Reason};

use crate::frames::ip::{v4, v6};
use crate::frames::look::{
    assert_packet_right, assert_packet_unverifiable, assert_unverifiable, innermost,
};
use crate::frames::message::udp_lite;

#[test]
fn coverage_says_how_many_bytes_are_summed() {
    // 13 bytes; 0 is all of them, and odd ones count as well.
    for coverage in [0, 8, 9, 10, 11, 12, 13] {
        let message = udp_lite(coverage, b"hello");
        assert_packet_right(&v4(message.clone()), &[Protocol::Ipv4, Protocol::UdpLite]);
        assert_packet_right(&v6(message), &[Protocol::UdpLite]);
    }
}

#[test]
fn pseudo_header_has_the_whole_length() {
    let field = innermost(&v4(udp_lite(9, b"hello")), LinkType::RAW, Protocol::UdpLite);
    assert_eq!(field.covers, 20..29);
    assert_eq!(field.pseudo_header.unwrap().length, 13);
}

#[test]
fn bytes_beyond_the_coverage_do_not_count() {
    let mut packet = v4(udp_lite(9, b"hello"));
    *packet.last_mut().unwrap() ^= 0xff;
    assert_packet_right(&packet, &[Protocol::Ipv4, Protocol::UdpLite]);
}

#[test]
fn bytes_beyond_the_coverage_need_not_be_captured() {
    let packet = v4(udp_lite(9, b"hello"));
    let cut = &packet[..29];
    let mut fields = inetsum_packet::checksum_fields(cut, LinkType::RAW, packet.len());
    assert!(fields.all(|field| field.verdict == inetsum_packet::Verdict::Correct));
    let shorter = &packet[..28];
    let (len, reason) = (packet.len(), Reason::Truncated);
    assert_unverifiable(shorter, LinkType::RAW, len, Protocol::UdpLite, reason);
}

#[test]
fn coverage_of_less_than_the_header_or_more_than_there_is_is_a_bad_length() {
    for coverage in [1, 2, 3, 4, 5, 6, 7, 14, 15, 0x100, 0xffff] {
        let message = udp_lite(coverage, b"hello");
        for packet in [v4(message.clone()), v6(message)] {
            assert_packet_unverifiable(&packet, Protocol::UdpLite, Reason::BadLength);
            let padded = [packet, vec![0; 0x200]].concat();
            assert_packet_unverifiable(&padded, Protocol::UdpLite, Reason::BadLength);
        }
    }
}

//! What `fix` writes, and that it writes nothing else.

use inetsum_packet::{LinkType, Protocol, Verdict, fix, fix_where};

use crate::frames::ip::{DESTINATION_V4, SOURCE_V4, V4, v4, v6};
use crate::frames::link::ethernet;
use crate::frames::look::{assert_fixed, fields};
use crate::frames::message::{icmp, icmpv6, igmp, tcp, udp, udp_lite};

#[test]
fn every_wrong_value_becomes_the_right_one() {
    for right in [
        v4(tcp(b"odd")),
        v6(tcp(b"odd")),
        v4(udp(b"odd")),
        v6(udp(b"odd")),
        v4(udp_lite(9, b"odd")),
        v4(icmp(8, b"odd")),
        v6(icmpv6(128, b"odd")),
        v4(igmp(0x16, b"odd")),
    ] {
        let at = fields(&right, LinkType::RAW).pop().unwrap().at;
        let stored = u16::from_be_bytes([right[at], right[at + 1]]);
        for wrong in (0..=0xffff).step_by(0x101).chain([1, 2, 0x7fff, 0x8000, 0xfffe]) {
            let mut packet = right.clone();
            packet[at..at + 2].copy_from_slice(&u16::to_be_bytes(wrong));
            let verdict = fields(&packet, LinkType::RAW).pop().unwrap().verdict;
            if verdict != Verdict::Absent {
                assert_fixed(&packet, &right, LinkType::RAW, usize::from(wrong != stored));
            }
        }
    }
}

#[test]
fn garbage_behind_the_packet_is_not_changed() {
    for garbage in [vec![0xff; 1], vec![0x45; 64], v4(tcp(b"hello").stored(1)), vec![0; 1500]] {
        let right = [ethernet(v4(udp(b"odd"))), garbage].concat();
        let mut wrong = right.clone();
        wrong[24] ^= 0x11;
        wrong[40] ^= 0x11;
        assert_fixed(&wrong, &right, LinkType::ETHERNET, 2);
    }
}

#[test]
fn length_that_says_zero_is_left_alone() {
    let right = V4::new().total_len(0).carry(tcp(&[7; 100]));
    let wrong = V4::new().total_len(0).checksum(0).carry(tcp(&[7; 100]).stored(0));
    assert_fixed(&wrong, &right, LinkType::RAW, 2);
}

#[test]
fn only_what_is_wanted_is_written() {
    let packet = V4::new().checksum(0x1111).carry(tcp(b"odd").stored(0x2222));
    let mut fixed = packet.clone();
    assert_eq!(fix_where(&mut fixed, LinkType::RAW, packet.len(), |_| false).written, 0);
    assert_eq!(fixed, packet);
    let header_only = |field: &inetsum_packet::ChecksumField| field.protocol == Protocol::Ipv4;
    assert_eq!(fix_where(&mut fixed, LinkType::RAW, packet.len(), header_only).written, 1);
    assert_eq!(fixed, v4(tcp(b"odd").stored(0x2222)));
}

#[test]
fn what_is_asked_for_may_be_noted_on_the_way() {
    let mut packet = V4::new().checksum(0x1111).carry(tcp(b"odd").stored(0x2222));
    let len = packet.len();
    let mut asked = Vec::new();
    fix_where(&mut packet, LinkType::RAW, len, |field| {
        asked.push(field.protocol);
        false
    });
    assert_eq!(asked, [Protocol::Tcp, Protocol::Ipv4], "innermost first");
}

#[test]
fn wanting_everything_rewrites_noncanonical_and_absent_ones_too() {
    let right = v4(tcp(b"abcd").summing_to_zero(&SOURCE_V4, &DESTINATION_V4));
    let mut packet = v4(tcp(b"abcd").summing_to_zero(&SOURCE_V4, &DESTINATION_V4).stored(0xffff));
    let len = packet.len();
    assert_eq!(fix_where(&mut packet, LinkType::RAW, len, |_| true).written, 1);
    assert_eq!(packet, right);
    assert_eq!(fix(&mut packet, LinkType::RAW, len).written, 0);
}

//! What a wrong checksum is the right one of: each fault is made here, by sums that take nothing from
//! `inetsum`.

mod pseudo_headers;

use inetsum_packet::{Diagnosis, HeaderField, LinkType, OffloadForm, Protocol, Verdict, diagnose};

use crate::frames::ip::{DESTINATION_V4, DESTINATION_V6, SOURCE_V4, SOURCE_V6, V4, v4, v6};
use crate::frames::look::{fields, innermost};
use crate::frames::message::{Message, TCP, UDP, icmp, icmpv6, igmp, other, tcp, udp, udp_lite};
use crate::frames::oracle;

const ZEROS: [u8; 16] = [0; 16];

/// What the innermost checksum is diagnosed as.
fn diagnosis(packet: &[u8], protocol: Protocol) -> Option<Diagnosis> {
    diagnose(&innermost(packet, LinkType::RAW, protocol), packet)
}

fn tcp_diagnosis(packet: &[u8]) -> Option<Diagnosis> {
    diagnosis(packet, Protocol::Tcp)
}

/// The pseudo-header of a message as IPv4 has it, with this length.
fn pseudo_v4(protocol: u8, length: usize) -> Vec<u8> {
    oracle::pseudo_header(&SOURCE_V4, &DESTINATION_V4, protocol, length.try_into().unwrap())
}

fn pseudo_v6(protocol: u8, length: usize) -> Vec<u8> {
    oracle::pseudo_header(&SOURCE_V6, &DESTINATION_V6, protocol, length.try_into().unwrap())
}

/// The checksum of pieces of even length and a last one.
fn checksum(pieces: &[&[u8]]) -> u16 {
    oracle::checksum(&pieces.concat())
}

/// Asserts what becomes of a TCP segment in IPv4 with the checksum of these bytes.
#[track_caller]
fn assert_tcp(message: &Message, summed: &[&[u8]], diagnosis: Diagnosis) {
    let packet = v4(message.clone().stored(checksum(summed)));
    assert_eq!(tcp_diagnosis(&packet), Some(diagnosis));
}

#[test]
fn what_is_right_has_no_diagnosis() {
    for packet in [
        v4(tcp(b"hello")),
        v6(udp(b"hello")),
        v4(udp_lite(0, b"hello")),
        v6(icmpv6(128, b"hello")),
        v4(igmp(0x16, b"hello")),
        v4(udp(b"hello").stored(0)),
        v4(other(50, b"hello")),
    ] {
        for field in fields(&packet, LinkType::RAW) {
            assert_eq!(diagnose(&field, &packet), None, "{field:?}");
        }
    }
}

#[test]
fn what_was_captured_in_part_has_no_diagnosis() {
    let packet = v4(tcp(b"hello").stored(0x1234));
    for len in 0..packet.len() {
        for field in fields(&packet[..len], LinkType::RAW) {
            assert_eq!(diagnose(&field, &packet[..len]), None, "{len}");
        }
    }
}

#[test]
fn a_frame_that_is_not_the_fields_own_is_no_matter() {
    let packet = v4(tcp(b"hello").stored(0x1234));
    for field in fields(&packet, LinkType::RAW) {
        for len in 0..packet.len() {
            let _ = diagnose(&field, &packet[..len]);
            let _ = diagnose(&field, &vec![0xff; len]);
        }
    }
}

#[test]
fn arbitrary_values_have_hardly_ever_a_diagnosis() {
    for (packet, protocol) in [
        (v4(tcp(b"hello, world!")), Protocol::Tcp),
        (v6(udp(b"hello, world!")), Protocol::Udp),
        (v4(icmp(8, b"hello, world!")), Protocol::Icmp),
        (v4(other(200, b"")), Protocol::Ipv4),
    ] {
        let at = innermost(&packet, LinkType::RAW, protocol).at;
        let mut packet = packet;
        let found = (0..=u16::MAX)
            .filter(|stored| {
                packet[at..at + 2].copy_from_slice(&stored.to_be_bytes());
                diagnosis(&packet, protocol).is_some()
            })
            .count();
        assert!((4..=48).contains(&found), "{protocol}: {found} of 65536");
    }
}

#[test]
fn what_is_left_to_the_network_card() {
    let message = tcp(b"hello");
    let pseudo_header = pseudo_v4(TCP, message.bytes.len());
    for (stored, form) in [
        (oracle::sum(&pseudo_header), OffloadForm::PseudoHeader),
        (oracle::sum(&pseudo_v4(TCP, 0)), OffloadForm::PseudoHeaderWithoutLength),
        (0, OffloadForm::Zero),
    ] {
        let packet = v4(message.clone().stored(stored));
        assert_eq!(tcp_diagnosis(&packet), Some(Diagnosis::Offloaded(form)));
    }
}

#[test]
fn zeros_that_should_not_be() {
    let to_zero = |message: Message| message.summing_to_zero(&SOURCE_V6, &DESTINATION_V6);
    let to_zero_v4 = |message: Message| message.summing_to_zero(&SOURCE_V4, &DESTINATION_V4);
    for (packet, protocol, expected) in [
        (v6(udp(b"hello").stored(0)), Protocol::Udp, Diagnosis::NoChecksum),
        (v4(icmp(8, b"hello").stored(0)), Protocol::Icmp, Diagnosis::NotFilledIn),
        (v4(icmp(0, &[0; 8]).stored(0)), Protocol::Icmp, Diagnosis::NotFilledIn),
        (v6(to_zero(udp(b"abcd")).stored(0)), Protocol::Udp, Diagnosis::ZeroNotReplaced),
        (
            v4(to_zero_v4(udp_lite(0, b"abcd")).stored(0)),
            Protocol::UdpLite,
            Diagnosis::ZeroNotReplaced,
        ),
        (v4(to_zero_v4(tcp(b"abcd")).stored(0xffff)), Protocol::Tcp, Diagnosis::OtherZero),
        (v4(udp(b"hello").stored(0xffff)), Protocol::Udp, Diagnosis::SummedAgain),
    ] {
        assert_eq!(diagnosis(&packet, protocol), Some(expected));
    }
}

#[test]
fn right_sum_stored_wrongly() {
    for (message, pack, protocol) in [
        (tcp(b"hello"), v4 as fn(Message) -> Vec<u8>, Protocol::Tcp),
        (udp(b"hello"), v6, Protocol::Udp),
        (icmp(8, b"hello"), v4, Protocol::Icmp),
        (icmpv6(128, b"hello"), v6, Protocol::Icmpv6),
        (igmp(0x16, b"hello"), v4, Protocol::Igmp),
    ] {
        let right = innermost(&pack(message.clone()), LinkType::RAW, protocol).stored;
        for (stored, expected) in
            [(!right, Diagnosis::NotComplemented), (right.swap_bytes(), Diagnosis::ByteSwapped)]
        {
            let packet = pack(message.clone().stored(stored));
            assert_eq!(diagnosis(&packet, protocol), Some(expected), "{protocol}");
        }
    }
}

#[test]
fn last_byte_of_an_odd_number() {
    let message = tcp(b"hello");
    let pseudo_header = pseudo_v4(TCP, message.bytes.len());
    let (last, rest) = message.bytes.split_last().unwrap();
    assert_tcp(&message, &[&pseudo_header, rest], Diagnosis::LastByteLeftOut);
    assert_tcp(&message, &[&pseudo_header, rest, &[0, *last]], Diagnosis::LastByteMisplaced);
}

#[test]
fn first_bytes_only() {
    let message = tcp(b"hello, world");
    let pseudo_header = pseudo_v4(TCP, message.bytes.len());
    let header: [&[u8]; 2] = [&pseudo_header, &message.bytes[..20]];
    assert_tcp(&message, &header, Diagnosis::FirstBytes { bytes: 20 });

    let with_options = V4::new().options(&[1, 1, 1, 0x44]).carry(other(200, b""));
    let stored = checksum(&[&with_options[..10], &with_options[12..20]]);
    let packet = V4::new().options(&[1, 1, 1, 0x44]).checksum(stored).carry(other(200, b""));
    assert_eq!(diagnosis(&packet, Protocol::Ipv4), Some(Diagnosis::FirstBytes { bytes: 20 }));
}

#[test]
fn bytes_behind_summed_too() {
    let message = udp(b"hello");
    let surplus = *b"\x31\x32\x33\x34";
    let padding = *b"\x51\x52\x53\x54\x55\x56";
    for (bytes, counted) in [(1, false), (1, true), (4, false), (4, true), (10, false), (10, true)]
    {
        let length = message.bytes.len() + if counted { bytes } else { 0 };
        let behind = [&surplus[..], &padding].concat();
        let summed = [&message.bytes[..], &behind[..bytes]].concat();
        let stored = checksum(&[&pseudo_v4(UDP, length), &summed]);
        let packet = v4(message.clone().surplus(&surplus).stored(stored));
        let packet = [packet, padding.to_vec()].concat();
        let expected = Diagnosis::BytesBehind { bytes, counted };
        assert_eq!(diagnosis(&packet, Protocol::Udp), Some(expected));
    }
}

#[test]
fn ipv4_header_with_another_field() {
    use HeaderField::{FlagsAndOffset, Identification, TimeToLive, TotalLength, TypeOfService};
    let right = V4::new().fragment(V4::DO_NOT_FRAGMENT).carry(other(200, b"hello"));
    for (field, at, summed, found) in [
        (TimeToLive, 8, &[65][..], &[64][..]),
        (TimeToLive, 8, &[63], &[64]),
        (TotalLength, 2, &[0, 0], &[0, 25]),
        (TotalLength, 2, &[25, 0], &[0, 25]),
        (TotalLength, 2, &[0, 5], &[0, 25]),
        (Identification, 4, &[0, 0], &[0x12, 0x34]),
        (Identification, 4, &[0x34, 0x12], &[0x12, 0x34]),
        (FlagsAndOffset, 6, &[0, 0], &[0x40, 0]),
        (TypeOfService, 1, &[0], &[0x88]),
        (TypeOfService, 1, &[0x8a], &[0x8b]),
        (TypeOfService, 1, &[0x88], &[0x8b]),
    ] {
        let mut packet = right.clone();
        let field_of_packet = at..at + summed.len();
        packet[field_of_packet.clone()].copy_from_slice(summed);
        packet[10..12].fill(0);
        let stored = checksum(&[&packet[..20]]);
        packet[10..12].copy_from_slice(&stored.to_be_bytes());
        packet[field_of_packet].copy_from_slice(found);
        let number =
            |bytes: &[u8]| bytes.iter().fold(0, |number, byte| number << 8 | u16::from(*byte));
        let (summed, found) = (number(summed), number(found));
        let expected = Diagnosis::Ipv4Header { field, summed, found };
        assert_eq!(diagnosis(&packet, Protocol::Ipv4), Some(expected));
    }
}

#[test]
fn carries_lost() {
    let message = tcp(&[0xfe; 20]);
    let summed = [pseudo_v4(TCP, message.bytes.len()), message.bytes.clone()].concat();
    let words = summed.chunks(2).map(|word| u16::from_be_bytes([word[0], word[1]]));
    let dropped = words.clone().fold(0, u16::wrapping_add);
    let packet = v4(message.clone().stored(!dropped));
    assert_eq!(tcp_diagnosis(&packet), Some(Diagnosis::CarriesLost));

    // The last word makes the sum 0x…ffff, so that folding it carries once more.
    let total: u32 = words.clone().map(u32::from).sum();
    let last = u16::from_be_bytes([0xfe, 0xfe]);
    let word = last.wrapping_add(!(total as u16));
    let message = message.with(38, &word.to_be_bytes());
    let total = if u32::from(last) + u32::from(!(total as u16)) > 0xffff {
        (total | 0xffff) - 0x1_0000
    } else {
        total | 0xffff
    };
    let folded_once = ((total & 0xffff) + (total >> 16)) as u16;
    let packet = v4(message.stored(!folded_once));
    assert_eq!(tcp_diagnosis(&packet), Some(Diagnosis::LastCarryLost));
}

#[test]
fn one_off_is_named_last() {
    let right = innermost(&v4(tcp(b"hello")), LinkType::RAW, Protocol::Tcp).stored;
    for stored in [right + 1, right - 1] {
        let packet = v4(tcp(b"hello").stored(stored));
        assert_eq!(tcp_diagnosis(&packet), Some(Diagnosis::OffByOne));
    }
}

#[test]
fn a_quoted_packet_is_diagnosed_too() {
    let mut quote = v4(udp(b"hello"));
    // Decremented on the way.
    quote[8] -= 1;
    let packet = v4(icmp(11, &[&[0; 4], &quote[..]].concat()));
    let expected = Diagnosis::Ipv4Header { field: HeaderField::TimeToLive, summed: 64, found: 63 };
    assert_eq!(diagnosis(&packet, Protocol::Ipv4), Some(expected));
}

#[test]
fn words_go_on_from_the_value_stored_is() {
    let header = |field, summed, found| Diagnosis::Ipv4Header { field, summed, found };
    for (diagnosis, name, words) in [
        (
            Diagnosis::BytesBehind { bytes: 1, counted: false },
            "bytes-behind",
            "the checksum with 1 byte behind it summed too",
        ),
        (
            Diagnosis::BytesBehind { bytes: 6, counted: true },
            "bytes-behind",
            "the checksum with 6 bytes behind it summed too and counted in the pseudo-header's length",
        ),
        (
            header(HeaderField::TimeToLive, 64, 63),
            "other-time-to-live",
            "the checksum of the same header with time to live 64 instead of 63",
        ),
        (
            header(HeaderField::FlagsAndOffset, 0, 0x4000),
            "other-flags",
            "the checksum of the same header with flags and fragment offset 0x0000 instead of 0x4000",
        ),
        (
            Diagnosis::Length { summed: 0, right: 28 },
            "length",
            "the checksum with a length of 0 in the pseudo-header, not 28",
        ),
    ] {
        assert_eq!(diagnosis.name(), name);
        assert_eq!(diagnosis.to_string(), words);
    }
}

#[test]
fn a_sum_that_is_to_cover_others_put_right_is_diagnosed_by_the_bytes_as_they_are() {
    // GRE is absent here: the ICMP error covers its quote, whose checksums do not count.
    let quote = v4(udp(b"hello").stored(0x1234));
    let packet = v4(icmp(3, &[&[0; 4], &quote[..]].concat()));
    let outer = &fields(&packet, LinkType::RAW)[1];
    assert_eq!((outer.verdict, diagnose(outer, &packet)), (Verdict::Correct, None));
}

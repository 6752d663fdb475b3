//! 802.11, bare and behind the headers of its captures.

use inetsum_packet::{LinkType, Protocol, Reason, Verdict, checksum_fields, fix};

use crate::frames::ip::{v4, v6};
use crate::frames::link::snap;
use crate::frames::look::{assert_right, fields, judged_on};
use crate::frames::message::{tcp, udp};

const OVER_V4: [Protocol; 2] = [Protocol::Ipv4, Protocol::Tcp];
const QOS: u8 = 0x88;
const DATA: u8 = 0x08;

/// A header with these first bytes and the fields that they announce.
fn header(kind: u8, flags: u8, qos_control: u8) -> Vec<u8> {
    let mut header = vec![kind, flags];
    header.resize(if flags & 3 == 3 { 30 } else { 24 }, 0);
    if kind & 0x80 != 0 {
        header.extend([qos_control, 0]);
        header.resize(header.len() + if flags & 0x80 != 0 { 4 } else { 0 }, 0);
    }
    header
}

fn data() -> Vec<u8> {
    [header(DATA, 1, 0), snap(v4(tcp(b"odd")))].concat()
}

fn subframe(llc: &[u8]) -> Vec<u8> {
    let length = u16::try_from(llc.len()).unwrap().to_be_bytes();
    [&[2; 12], &length[..], llc].concat()
}

/// An aggregate of these.
fn aggregate(packets: &[Vec<u8>]) -> Vec<u8> {
    let mut frame = header(QOS, 1, 0x80);
    let start = frame.len();
    for packet in packets {
        frame.resize(start + (frame.len() - start).next_multiple_of(4), 0);
        frame.extend(subframe(&snap(packet.clone())));
    }
    frame
}

fn radiotap(flags: u8, frame: &[u8]) -> Vec<u8> {
    [&[0, 0, 9, 0, 2, 0, 0, 0, flags], frame].concat()
}

#[test]
fn data_frames_of_every_shape_carry_llc() {
    for kind in [DATA, 0x18, QOS, 0xb8] {
        for flags in [0, 1, 2, 3, 0x81, 0x83] {
            let frame = [header(kind, flags, 0), snap(v4(tcp(b"odd")))].concat();
            assert_right(&frame, LinkType::IEEE802_11, &OVER_V4);
            let frame = [header(kind, flags, 0), snap(v6(tcp(b"odd")))].concat();
            assert_right(&frame, LinkType::IEEE802_11, &[Protocol::Tcp]);
        }
    }
}

#[test]
fn frames_without_data_carry_nothing() {
    // Null data, a beacon, an acknowledgement.
    for kind in [0x48, 0xc8, 0x80, 0xd4] {
        let frame = [header(kind, 1, 0), snap(v4(tcp(b"odd")))].concat();
        assert_eq!(judged_on(&frame, LinkType::IEEE802_11), []);
    }
}

#[test]
fn protected_frames_and_later_fragments_are_reported() {
    let mut frame = data();
    frame[1] |= 0x40;
    let expected = (Protocol::Link(105), Verdict::Unverifiable(Reason::Encrypted));
    assert_eq!(judged_on(&frame, LinkType::IEEE802_11), [expected]);
    let mut frame = data();
    frame[22] = 1;
    let expected = (Protocol::Link(105), Verdict::Unverifiable(Reason::Fragment));
    assert_eq!(judged_on(&frame, LinkType::IEEE802_11), [expected]);
    let mut frame = data();
    frame[0] |= 1;
    let expected = (Protocol::Link(105), Verdict::Unverifiable(Reason::Unsupported));
    assert_eq!(judged_on(&frame, LinkType::IEEE802_11), [expected]);
}

#[test]
fn frames_of_an_aggregate_are_all_judged_and_fixed() {
    for count in [1, 2, 3, 100] {
        let packets = vec![v4(tcp(b"odd")); count];
        let right = aggregate(&packets);
        let verdicts = judged_on(&right, LinkType::IEEE802_11);
        assert_eq!(verdicts.len(), 2 * count);
        assert!(verdicts.iter().all(|(_, verdict)| *verdict == Verdict::Correct));
        let mut wrong = right.clone();
        for field in fields(&right, LinkType::IEEE802_11) {
            wrong[field.at] ^= 0x5a;
        }
        let fixed = fix(&mut wrong, LinkType::IEEE802_11, right.len());
        assert_eq!((fixed.written, wrong), (2 * count, right));
    }
    let path = fields(&aggregate(&[v4(udp(b"")), v4(udp(b""))]), LinkType::IEEE802_11)[3].path;
    assert_eq!(path.to_string(), "ieee802-11/a-msdu/llc/ipv4/udp");
}

#[test]
fn aggregate_cut_anywhere_is_judged_by_what_is_left() {
    let frame = aggregate(&[v4(tcp(b"odd")), v6(tcp(b"odd"))]);
    for len in 0..frame.len() {
        for field in checksum_fields(&frame[..len], LinkType::IEEE802_11, frame.len()) {
            assert!(!field.verdict.is_bad(), "cut to {len}: {field:?}");
        }
    }
}

#[test]
fn radiotap_flags_tell_of_a_check_sequence_and_padding() {
    assert_right(&radiotap(0, &data()), LinkType::IEEE802_11_RADIOTAP, &OVER_V4);
    let checked = radiotap(0x10, &[&data()[..], &[9; 4]].concat());
    assert_right(&checked, LinkType::IEEE802_11_RADIOTAP, &OVER_V4);
    let told = |frame: &[u8]| fields(frame, LinkType::IEEE802_11_RADIOTAP)[0].has_check_sequence;
    assert!(told(&checked) && !told(&radiotap(0, &data())));
    let padded = [header(QOS, 1, 0), vec![0; 2], snap(v4(tcp(b"odd")))].concat();
    assert_right(&radiotap(0x20, &padded), LinkType::IEEE802_11_RADIOTAP, &OVER_V4);
    // With a timestamp, and a second word of what is present.
    let header =
        [&[0, 0, 25, 0, 3, 0, 0, 0x80, 0, 0, 0, 0][..], &[0; 4], &[0; 8], &[0x20]].concat();
    let frame = [&header[..], &padded].concat();
    assert_right(&frame, LinkType::IEEE802_11_RADIOTAP, &OVER_V4);
}

#[test]
fn other_headers_state_their_length() {
    let prism = |bytes: fn(u32) -> [u8; 4]| [bytes(0x44), bytes(144)].concat();
    for start in [prism(u32::to_le_bytes), prism(u32::to_be_bytes)] {
        let frame = [&start[..], &[0; 136], &data()].concat();
        assert_right(&frame, LinkType::IEEE802_11_PRISM, &OVER_V4);
    }
    let frame = [&[0x80, 0x21, 0x10, 1, 0, 0, 0, 64][..], &[0; 56], &data()].concat();
    for link in [LinkType::IEEE802_11_PRISM, LinkType::IEEE802_11_AVS] {
        assert_right(&frame, link, &OVER_V4);
    }
    let common = [&[2, 0, 20, 0][..], &[0; 8], &[1], &[0; 11]].concat();
    let frame = [&[0, 0, 32, 0, 105, 0, 0, 0], &common[..], &data(), &[9; 4]].concat();
    assert_right(&frame, LinkType::PPI, &OVER_V4);
    assert!(fields(&frame, LinkType::PPI)[0].has_check_sequence);
}

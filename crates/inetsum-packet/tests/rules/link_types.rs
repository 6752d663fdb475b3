//! The link types that are not of everyday Ethernet, each with a header made by hand.

use inetsum_packet::{LinkType, Protocol, Reason, Verdict, checksum_fields};

use crate::frames::ip::{v4, v6};
use crate::frames::link::{ethernet, ethernet_of, ppp, snap};
use crate::frames::look::{assert_right, judged_on};
use crate::frames::message::tcp;

const OVER_V4: [Protocol; 2] = [Protocol::Ipv4, Protocol::Tcp];
const OVER_V6: [Protocol; 1] = [Protocol::Tcp];

/// Asserts that a packet of each version is found behind its header, whatever is behind the packet,
/// and that a frame cut in the header is reported.
#[track_caller]
fn assert_carries(link: u32, header_v4: &[u8], header_v6: &[u8]) {
    for garbage in [&b""[..], b"\xff\xff\xff"] {
        let frame = [header_v4, &v4(tcp(b"odd")), garbage].concat();
        assert_right(&frame, LinkType(link), &OVER_V4);
        let frame = [header_v6, &v6(tcp(b"odd")), garbage].concat();
        assert_right(&frame, LinkType(link), &OVER_V6);
    }
    let frame = [header_v4, &v4(tcp(b"odd"))].concat();
    for len in 0..frame.len() {
        for field in checksum_fields(&frame[..len], LinkType(link), frame.len()) {
            assert!(!field.verdict.is_bad(), "cut to {len}: {field:?}");
        }
    }
    let cut = judged_on(&[], LinkType(link));
    assert!(matches!(cut[..], [(_, Verdict::Unverifiable(_))]), "{cut:?}");
}

/// The same of a header that ends in an EtherType.
#[track_caller]
fn assert_carries_ethertypes(link: u32, header: &[u8]) {
    let with = |ethertype: &[u8]| [header, ethertype].concat();
    assert_carries(link, &with(&[8, 0]), &with(&[0x86, 0xdd]));
}

#[track_caller]
fn assert_reported(link: u32, frame: &[u8], reason: Reason) {
    let expected = (Protocol::Link(link), Verdict::Unverifiable(reason));
    assert_eq!(judged_on(frame, LinkType(link)), [expected]);
}

#[test]
fn cisco_hdlc_carries_ethertypes() {
    assert_carries_ethertypes(104, &[0x0f, 0]);
    assert_carries_ethertypes(104, &[0x8f, 0]);
    assert_carries_ethertypes(205, &[1, 0x0f, 0]);
    assert_eq!(judged_on(&[0x0f, 0, 0xfe, 0xfe, 0x83], LinkType::C_HDLC), []);
}

#[test]
fn hdlc_framing_is_of_ppp_or_of_cisco() {
    assert_carries_ethertypes(50, &[0x0f, 0]);
    assert_carries(50, &[0xff, 3, 0, 0x21], &[0xff, 3, 0, 0x57]);
}

#[test]
fn ppp_may_tell_the_direction() {
    for direction in [0, 1] {
        assert_carries(166, &[direction, 3, 0, 0x21], &[direction, 3, 0, 0x57]);
        assert_carries(204, &[direction, 0xff, 3, 0, 0x21], &[direction, 0, 0x57]);
    }
}

#[test]
fn frame_relay_carries_identifiers_and_ethertypes() {
    for address in [&[0x18, 0x41][..], &[0x18, 0x40, 0x01], &[0x18, 0x40, 0, 0x01]] {
        let with = |rest: &[u8]| [address, rest].concat();
        assert_carries(107, &with(&[3, 0xcc]), &with(&[3, 0x8e]));
        assert_carries_ethertypes(107, &with(&[3, 0, 0x80, 0, 0, 0]));
        assert_carries_ethertypes(107, address);
        let directed = |rest: &[u8]| [&[1], address, rest].concat();
        assert_carries(206, &directed(&[3, 0xcc]), &directed(&[3, 0x8e]));
        let bridged =
            with(&[&[3, 0, 0x80, 0, 0x80, 0xc2, 0, 7], &ethernet(v4(tcp(b"")))[..]].concat());
        assert_right(&bridged, LinkType::FRELAY, &OVER_V4);
        // Signalling, fragments, what is neither.
        assert_eq!(judged_on(&with(&[3, 8, 0]), LinkType::FRELAY), []);
        assert_reported(107, &with(&[3, 0xb1, 0]), Reason::Unsupported);
        assert_reported(107, &with(&[1, 1, 0]), Reason::Unsupported);
    }
}

#[test]
fn atm_carries_llc_or_one_protocol() {
    for link in [11, 100] {
        assert_carries_ethertypes(link, &[0xaa, 0xaa, 3, 0, 0, 0]);
        assert_carries(link, &[0xfe, 0xfe, 3, 0xcc], &[0xfe, 0xfe, 3, 0x8e]);
        assert_right(&v4(tcp(b"odd")), LinkType(link), &OVER_V4);
        assert_right(&v6(tcp(b"odd")), LinkType(link), &OVER_V6);
        let bridged = [&[0, 0], &ethernet(v4(tcp(b"")))[..]].concat();
        assert_right(&bridged, LinkType(link), &OVER_V4);
        let with_llc = [&[0xaa, 0xaa, 3, 0, 0x80, 0xc2, 0, 7], &bridged[..]].concat();
        assert_right(&with_llc, LinkType(link), &OVER_V4);
    }
    assert_reported(100, &[0x12; 40], Reason::Unsupported);
    assert_carries_ethertypes(123, &[0x82, 0, 0, 5, 0xaa, 0xaa, 3, 0, 0, 0]);
    let emulated = [&[1, 0, 0, 5, 0, 7], &ethernet(v4(tcp(b"")))[..]].concat();
    assert_right(&emulated, LinkType::SUNATM, &OVER_V4);
    assert_eq!(judged_on(&[5, 0, 0, 16, 0x30], LinkType::SUNATM), []);
    assert_reported(123, &[0, 0, 0, 16, 0x45], Reason::Unsupported);
}

#[test]
fn check_sequence_of_a_bridged_frame_is_told_of() {
    let bridged =
        [&[0xaa, 0xaa, 3, 0, 0x80, 0xc2, 0, 1, 0, 0], &ethernet(v4(tcp(b"")))[..], &[9; 4]];
    let fields: Vec<_> = checksum_fields(&bridged.concat(), LinkType::ATM_RFC1483, 100).collect();
    assert!(fields.len() == 2 && fields.iter().all(|field| field.has_check_sequence));
    for link in [240, 241] {
        let header = if link == 240 { 4 } else { 12 };
        let frame = [&vec![0; header], &ethernet(v4(tcp(b"odd")))[..], &[9; 4]].concat();
        assert_right(&frame, LinkType(link), &OVER_V4);
        assert!(checksum_fields(&frame, LinkType(link), 0).all(|field| field.has_check_sequence));
    }
}

#[test]
fn rings_carry_llc() {
    assert_carries_ethertypes(10, &[&[0x50; 13][..], &[0xaa, 0xaa, 3, 0, 0, 0]].concat());
    assert_eq!(judged_on(&[0x41; 60], LinkType::FDDI), []);
    let ring = [&[0x10, 0x40][..], &[2; 12]].concat();
    assert_carries_ethertypes(6, &[&ring[..], &[0xaa, 0xaa, 3, 0, 0, 0]].concat());
    let mut routed = ring.clone();
    routed[8] |= 0x80;
    let route = [0xc6, 0, 1, 2, 3, 4];
    assert_carries_ethertypes(6, &[&routed[..], &route, &[0xaa, 0xaa, 3, 0, 0, 0]].concat());
    assert_eq!(judged_on(&[&[0x10, 0][..], &[2; 60]].concat(), LinkType::IEEE802_5), []);
}

#[test]
fn snap_of_bridges_leads_to_an_ethertype() {
    let mut frame = snap(v4(tcp(b"odd")));
    frame[5] = 0xf8;
    let frame = [&[0x50; 13], &frame[..]].concat();
    assert_right(&frame, LinkType::FDDI, &OVER_V4);
}

#[test]
fn addresses_before_an_ethertype_have_any_length() {
    assert_carries_ethertypes(138, &[2; 16]);
    for link in [281, 284] {
        assert_carries_ethertypes(link, &[2; 16]);
    }
    assert_carries_ethertypes(285, &[2; 20]);
    assert_carries_ethertypes(282, &[2; 16]);
    assert_carries(
        242,
        &[&[0; 40][..], &[8, 0, 0, 0]].concat(),
        &[&[0; 40][..], &[0x86, 0xdd, 0, 0]].concat(),
    );
}

#[test]
fn address_families_before_a_packet_are_those_of_the_system() {
    let enc = |family: [u8; 4]| [&family[..], &[0; 8]].concat();
    assert_carries(109, &enc([2, 0, 0, 0]), &enc([24, 0, 0, 0]));
    assert_carries(109, &enc([0, 0, 0, 2]), &enc([0, 0, 0, 24]));
    let ipnet = |family: u8| [&[1, family][..], &[0; 22]].concat();
    assert_carries(226, &ipnet(2), &ipnet(26));
    for length in [61, 64] {
        let pflog = |family: u8| [&[length, family][..], &[0; 62]].concat();
        assert_carries(117, &pflog(2), &pflog(30));
    }
    assert_reported(109, &[&enc([7, 0, 0, 0])[..], &v4(tcp(b""))].concat(), Reason::Unsupported);
    // Families of Linux and Windows, of something else elsewhere.
    for family in [10, 23] {
        let frame = |packet: Vec<u8>| [&[family, 0, 0, 0], &packet[..]].concat();
        assert_right(&frame(v6(tcp(b"odd"))), LinkType::NULL, &OVER_V6);
        assert_reported(0, &frame(v4(tcp(b"odd"))), Reason::Unsupported);
    }
}

#[test]
fn packet_in_a_log_is_found_in_either_byte_order() {
    let log = |family: u8, packet: &[u8], to_bytes: fn(u16) -> [u8; 2]| {
        let attribute = |kind: u16, value: &[u8]| {
            let length = u16::try_from(value.len() + 4).unwrap();
            let mut bytes = [&to_bytes(length)[..], &to_bytes(kind), value].concat();
            bytes.resize(bytes.len().next_multiple_of(4), 0);
            bytes
        };
        [
            &[family, 0, 0, 7],
            &attribute(1, b"abcd")[..],
            &attribute(10, b"in\0"),
            &attribute(9, packet),
        ]
        .concat()
    };
    for to_bytes in [u16::to_le_bytes as fn(u16) -> [u8; 2], u16::to_be_bytes] {
        assert_right(&log(2, &v4(tcp(b"odd")), to_bytes), LinkType::NFLOG, &OVER_V4);
        assert_right(&log(10, &v6(tcp(b"odd")), to_bytes), LinkType::NFLOG, &OVER_V6);
    }
    assert_reported(239, &[2, 0, 0, 0, 8, 0, 1, 0, 0, 0, 0, 0], Reason::Truncated);
}

#[test]
fn headers_about_the_packet_name_its_link_type() {
    let ppi = |link: u8| [0, 0, 12, 0, link, 0, 0, 0, 9, 0, 0, 0];
    assert_carries(192, &ppi(101), &ppi(101));
    let frame = [&ppi(9)[..], &ppp(0x21, &v4(tcp(b"odd")))].concat();
    assert_right(&frame, LinkType::PPI, &OVER_V4);
    let pktap = [&[108, 0, 0, 0, 1, 0, 0, 0, 12, 0, 0, 0][..], &[0; 96]].concat();
    assert_carries(258, &pktap, &pktap);
    assert_reported(258, &pktap[..11], Reason::Truncated);
}

#[test]
fn cooked_captures_of_some_devices_have_headers_of_their_own() {
    let sll = |device: u16, protocol: u16, payload: &[u8]| {
        let [[a, b], [c, d]] = [device, protocol].map(u16::to_be_bytes);
        [&[0, 0, a, b, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, c, d], payload].concat()
    };
    let packet = v4(tcp(b"odd"));
    let relayed = [&[0x18, 0x41, 3, 0xcc], &packet[..]].concat();
    assert_right(&sll(770, 0, &relayed), LinkType::LINUX_SLL, &OVER_V4);
    assert_right(&sll(778, 0x0800, &packet), LinkType::LINUX_SLL, &OVER_V4);
    assert_right(&sll(512, 7, &ppp(0x21, &packet)), LinkType::LINUX_SLL, &OVER_V4);
    assert_eq!(judged_on(&sll(824, 0x0800, &packet), LinkType::LINUX_SLL), []);
    assert_eq!(judged_on(&sll(1, 1, &packet), LinkType::LINUX_SLL), []);
    let expected = (Protocol::EtherType(8), Verdict::Unverifiable(Reason::Unsupported));
    assert_eq!(judged_on(&sll(512, 8, &packet), LinkType::LINUX_SLL), [expected]);
}

#[test]
fn backbone_tag_carries_a_frame() {
    let frame = ethernet_of(0x88e7, &[&[0, 0, 0, 9], &ethernet(v4(tcp(b"odd")))[..]].concat());
    assert_right(&frame, LinkType::ETHERNET, &OVER_V4);
    assert_right(
        &ethernet_of(0x9200, &[&[0, 1, 8, 0], &v4(tcp(b""))[..]].concat()),
        LinkType::ETHERNET,
        &OVER_V4,
    );
}

#[test]
fn macsec_without_encryption_is_followed() {
    let secured = |control: u8, short_length: u8| {
        let tag = [control, short_length, 0, 0, 0, 1];
        let identifier = &[3; 8][..if control & 0x20 != 0 { 8 } else { 0 }];
        ethernet_of(0x88e5, &[&tag, identifier, &[8, 0], &v4(tcp(b"")), &[9; 16]].concat())
    };
    for control in [0x00, 0x20, 0x23] {
        for short_length in [0, 42] {
            assert_right(&secured(control, short_length), LinkType::ETHERNET, &OVER_V4);
        }
    }
    for (control, reason) in [
        (0x0c, Reason::Encrypted),
        (0x2e, Reason::Encrypted),
        (0x04, Reason::Unsupported),
        (0x80, Reason::Unsupported),
    ] {
        let expected = (Protocol::EtherType(0x88e5), Verdict::Unverifiable(reason));
        assert_eq!(judged_on(&secured(control, 0), LinkType::ETHERNET), [expected]);
    }
}

#[test]
fn names_are_those_of_the_list() {
    assert_eq!(LinkType(1).name(), Some("ethernet"));
    assert_eq!(LinkType(189).name(), Some("usb-linux"));
    assert_eq!(LinkType(4711).name(), None);
}

//! Every link type, and what leads from Ethernet to IP.

use inetsum_packet::{Layer, LinkType, Protocol, Reason, Verdict};

use crate::frames::ip::{v4, v6};
use crate::frames::link::{
    BRIDGED_ETHERNET, IPV4, IPV6, VLAN, VLAN_QINQ, VLAN_SERVICE, ethernet, ethernet_llc,
    ethernet_of, family, sll, sll2, snap, tagged,
};
use crate::frames::look::{assert_right, fields, judged_on};
use crate::frames::message::{tcp, udp};

const OVER_V4: [Protocol; 2] = [Protocol::Ipv4, Protocol::Tcp];
const OVER_V6: [Protocol; 1] = [Protocol::Tcp];

/// Asserts that packets of both versions are found behind a header.
fn assert_carries(link: LinkType, wrap: impl Fn(Vec<u8>) -> Vec<u8>) {
    for garbage in [&b""[..], b"\xff\xff\xff"] {
        let with_garbage = |packet| [&wrap(packet)[..], garbage].concat();
        assert_right(&with_garbage(v4(tcp(b"odd"))), link, &OVER_V4);
        assert_right(&with_garbage(v6(tcp(b"odd"))), link, &OVER_V6);
    }
}

fn ethertype(packet: &[u8]) -> u16 {
    if packet[0] == 0x45 { IPV4 } else { IPV6 }
}

#[test]
fn ethernet_carries_ip() {
    assert_carries(LinkType::ETHERNET, ethernet);
}

#[test]
fn vlan_tags_may_be_of_any_type_and_number() {
    for tags in [
        &[VLAN][..],
        &[VLAN_SERVICE],
        &[VLAN_QINQ],
        &[VLAN_SERVICE, VLAN],
        &[VLAN_QINQ, VLAN_QINQ, VLAN],
        &[VLAN; 7],
        &[VLAN; 300],
    ] {
        assert_carries(LinkType::ETHERNET, |packet| tagged(tags, packet));
    }
}

#[test]
fn llc_with_snap_leads_to_ip() {
    assert_carries(LinkType::ETHERNET, |packet| ethernet_llc(&snap(packet)));
    assert_carries(LinkType::ETHERNET, |packet| {
        let llc = ethernet_llc(&snap(packet));
        [&llc[..12], &VLAN.to_be_bytes(), &[0, 1], &llc[12..]].concat()
    });
}

#[test]
fn llc_of_the_internet_protocol_carries_ip() {
    assert_carries(LinkType::ETHERNET, |packet| {
        ethernet_llc(&[&[0x06, 0x06, 0x03], &packet[..]].concat())
    });
}

#[test]
fn llc_of_another_kind_carries_nothing() {
    let right = ethernet_llc(&snap(v4(tcp(b"odd"))));
    // SAP, control and OUI.
    for byte in 14..20 {
        let mut frame = right.clone();
        frame[byte] ^= 0x10;
        assert_eq!(judged_on(&frame, LinkType::ETHERNET), [], "byte {byte}");
    }
}

#[test]
fn length_in_an_802_3_header_bounds_the_packet() {
    let mut frame = ethernet_llc(&snap(v4(tcp(b"odd"))));
    frame[13] -= 1;
    let verdicts = judged_on(&frame, LinkType::ETHERNET);
    assert_eq!(verdicts[1], (Protocol::Tcp, Verdict::Unverifiable(Reason::Truncated)));
}

#[test]
fn ethernet_in_ethernet_carries_ip() {
    let wrap = |packet| ethernet_of(BRIDGED_ETHERNET, &ethernet(packet));
    assert_carries(LinkType::ETHERNET, wrap);
}

#[test]
fn cooked_captures_carry_ip() {
    assert_carries(LinkType::LINUX_SLL, |packet| sll(ethertype(&packet), &packet));
    assert_carries(LinkType::LINUX_SLL2, |packet| sll2(ethertype(&packet), &packet));
    let tag =
        |packet: Vec<u8>| [&[0, 100], &ethertype(&packet).to_be_bytes()[..], &packet].concat();
    assert_carries(LinkType::LINUX_SLL, |packet| sll(VLAN, &tag(packet)));
    assert_carries(LinkType::LINUX_SLL2, |packet| sll2(VLAN, &tag(packet)));
    assert_carries(LinkType::LINUX_SLL, |packet| sll(4, &snap(packet)));
    assert_carries(LinkType::LINUX_SLL2, |packet| sll2(4, &snap(packet)));
}

#[test]
fn raw_links_start_with_ip() {
    for link in [12, 14, 101, 228, 229] {
        assert_carries(LinkType(link), |packet| packet);
    }
}

#[test]
fn null_has_a_family_in_either_byte_order() {
    let (packet, protocols) = (v4(tcp(b"odd")), &OVER_V4);
    for bytes in [2u32.to_be_bytes(), 2u32.to_le_bytes()] {
        assert_right(&family(bytes, &packet), LinkType::NULL, protocols);
    }
    for number in [24u32, 28, 30] {
        for bytes in [number.to_be_bytes(), number.to_le_bytes()] {
            assert_right(&family(bytes, &v6(tcp(b"odd"))), LinkType::NULL, &OVER_V6);
        }
    }
}

#[test]
fn loop_has_a_family_in_network_byte_order() {
    assert_right(&family([0, 0, 0, 2], &v4(tcp(b"odd"))), LinkType::LOOP, &OVER_V4);
    for number in [24, 28, 30] {
        assert_right(&family([0, 0, 0, number], &v6(tcp(b"odd"))), LinkType::LOOP, &OVER_V6);
    }
    let expected = (Protocol::Link(108), Verdict::Unverifiable(Reason::Unsupported));
    assert_eq!(judged_on(&family([2, 0, 0, 0], &v4(tcp(b"odd"))), LinkType::LOOP), [expected]);
}

#[test]
fn other_families_are_reported() {
    for link in [LinkType::NULL, LinkType::LOOP] {
        for number in [0u32, 1, 3, 7, 23, 25, 31, 0x0202] {
            let frame = family(number.to_be_bytes(), &v4(tcp(b"odd")));
            let expected = (Protocol::Link(link.0), Verdict::Unverifiable(Reason::Unsupported));
            assert_eq!(judged_on(&frame, link), [expected], "family {number}");
        }
    }
}

#[test]
fn version_decides_whatever_was_announced() {
    let frame = ethernet_of(IPV6, &v4(tcp(b"odd")));
    assert_right(&frame, LinkType::ETHERNET, &OVER_V4);
    let frame = ethernet_of(IPV4, &v6(tcp(b"odd")));
    assert_right(&frame, LinkType::ETHERNET, &OVER_V6);
    for version in [0, 1, 5, 7, 15] {
        let frame = ethernet_of(IPV4, &[version << 4 | 5; 60]);
        let expected = (Protocol::Ipv4, Verdict::Unverifiable(Reason::Unsupported));
        assert_eq!(judged_on(&frame, LinkType::ETHERNET), [expected]);
    }
}

#[test]
fn unknown_link_type_is_reported() {
    for number in [2, 3, 147, 65_535, u32::MAX] {
        for frame in [&b""[..], &v4(tcp(b"odd"))] {
            let expected = (Protocol::Link(number), Verdict::Unverifiable(Reason::UnknownLink));
            assert_eq!(judged_on(frame, LinkType(number)), [expected]);
        }
    }
}

#[test]
fn ethertypes_that_may_carry_ip_are_reported() {
    // Network service header, and one of nobody's.
    for ethertype in [0x894f, 0x0600] {
        let frame = ethernet_of(ethertype, &[0x45; 60]);
        let reason = Verdict::Unverifiable(Reason::Unsupported);
        let expected = (Protocol::EtherType(ethertype), reason);
        assert_eq!(judged_on(&frame, LinkType::ETHERNET), [expected]);
    }
    // ARP, EAPOL, LLDP.
    for ethertype in [0x0806, 0x888e, 0x88cc] {
        assert_eq!(judged_on(&ethernet_of(ethertype, &[0x45; 60]), LinkType::ETHERNET), []);
    }
}

#[test]
fn path_names_the_layers() {
    for (frame, link, path) in [
        (tagged(&[VLAN_SERVICE, VLAN], v6(udp(b""))), LinkType::ETHERNET, "eth/vlan/vlan/ipv6/udp"),
        (ethernet_llc(&snap(v4(udp(b"")))), LinkType::ETHERNET, "eth/llc/ipv4/udp"),
        (sll(IPV4, &v4(udp(b""))), LinkType::LINUX_SLL, "sll/ipv4/udp"),
        (sll2(IPV4, &v4(udp(b""))), LinkType::LINUX_SLL2, "sll2/ipv4/udp"),
        (family([0, 0, 0, 2], &v4(udp(b""))), LinkType::NULL, "null/ipv4/udp"),
        (family([0, 0, 0, 2], &v4(udp(b""))), LinkType::LOOP, "loop/ipv4/udp"),
        (v4(udp(b"")), LinkType::IPV4, "ipv4/udp"),
    ] {
        let found = fields(&frame, link).pop().unwrap().path;
        assert_eq!(found.to_string(), path);
        assert_eq!(found.layers().last(), Some(&Layer::Udp));
    }
}

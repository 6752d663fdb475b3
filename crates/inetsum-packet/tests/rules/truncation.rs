//! Frames cut at every byte: never a panic, never a write to what can't be known.

use inetsum_packet::{LinkType, Protocol, Reason, Verdict, checksum_fields, fix_where};

use crate::frames::ip::{V4, V6, v4, v6};
use crate::frames::link::{
    IPV4, VLAN, VLAN_SERVICE, ethernet, ethernet_llc, family, sll, sll2, snap, tagged,
};
use crate::frames::look::{assert_unverifiable, fields};
use crate::frames::message::{icmp, icmp_extension, igmp, tcp, udp, udp_lite};
use crate::frames::tunnel::{Gre, ip_in_ip, vxlan};

/// Frames of all sorts, right in every checksum.
fn frames() -> Vec<(LinkType, Vec<u8>)> {
    let error =
        [&[0, 40, 0, 0], &[&v4(udp(&[7; 132]))[..]].concat()[..], &icmp_extension(b"label")];
    let options = V6::new()
        .options(V6::HOP_BY_HOP, &[1, 2, 0, 0])
        .routing(0, 1, &[[7; 16]])
        .fragment(0, false)
        .options(V6::DESTINATION_OPTIONS, &[&[0xc9, 16], &[8; 16][..]].concat())
        .pseudo_source([8; 16])
        .pseudo_destination([7; 16]);
    let route = [131, 7, 4, 203, 0, 113, 7, 0];
    vec![
        (LinkType::ETHERNET, ethernet(v4(tcp(b"hello")))),
        (LinkType::ETHERNET, tagged(&[VLAN_SERVICE, VLAN], v6(udp(b"hello")))),
        (LinkType::ETHERNET, ethernet_llc(&snap(v4(igmp(0x16, b"hello"))))),
        (LinkType::ETHERNET, ethernet(v4(icmp(11, &error.concat())))),
        (LinkType::ETHERNET, ethernet(v4(vxlan(&ethernet(v4(tcp(b"hello"))))))),
        (
            LinkType::RAW,
            v6(Gre::new(0xf000).routing(&[8, 0, 0, 1, 9, 0, 0, 0, 0]).carry(&v4(udp(b"hello")))),
        ),
        (LinkType::RAW, options.carry(udp_lite(0, b"hello"))),
        (
            LinkType::RAW,
            V4::new().options(&route).pseudo_destination([203, 0, 113, 7]).carry(udp(b"")),
        ),
        (LinkType::LINUX_SLL, sll(IPV4, &v4(ip_in_ip(&v6(tcp(b"hello")))))),
        (LinkType::LINUX_SLL2, sll2(IPV4, &v4(ip_in_ip(&v4(tcp(b"hello")))))),
        (LinkType::NULL, family([2, 0, 0, 0], &v4(tcp(b"hello")))),
        (LinkType::LOOP, family([0, 0, 0, 2], &v4(tcp(b"hello")))),
    ]
}

#[test]
fn cut_frame_is_judged_by_what_is_left() {
    for (link, frame) in frames() {
        let whole = fields(&frame, link);
        assert!(!whole.is_empty() && whole.iter().all(|field| !field.verdict.is_bad()));
        for len in 0..frame.len() {
            let cut = &frame[..len];
            for original_len in [frame.len(), len] {
                let found: Vec<_> = checksum_fields(cut, link, original_len).collect();
                // A cut frame does not pass in silence. An LLC header may be of another kind.
                assert!(!found.is_empty() || (14..22).contains(&len), "{link:?} cut to {len}");
                for field in found {
                    let is_whole = field.covers.end <= len;
                    let expected = whole.iter().find(|known| known.at == field.at);
                    match field.verdict {
                        Verdict::Unverifiable(Reason::Truncated) => {}
                        // The inner packet of an error's extension, bounded otherwise.
                        _ if field.quoted => {}
                        verdict => {
                            assert!(is_whole, "{link:?} cut to {len}: {field:?}");
                            assert_eq!(Some(verdict), expected.map(|known| known.verdict));
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn whole_header_of_ipv4_is_checked_and_fixed_in_a_cut_frame() {
    let frame = ethernet(v4(tcp(b"hello")));
    for len in 34..frame.len() {
        let mut cut = frame[..len].to_vec();
        let mut found = checksum_fields(&cut, LinkType::ETHERNET, frame.len());
        assert_eq!(found.next().map(|field| field.verdict), Some(Verdict::Correct));
        drop(found);
        assert_unverifiable(
            &cut,
            LinkType::ETHERNET,
            frame.len(),
            Protocol::Tcp,
            Reason::Truncated,
        );
        cut[24] ^= 0x42;
        let fixed = inetsum_packet::fix(&mut cut, LinkType::ETHERNET, frame.len());
        assert_eq!((fixed.written, &cut[..]), (1, &frame[..len]));
    }
    let header_cut = &frame[..33];
    let reason = Reason::Truncated;
    assert_unverifiable(header_cut, LinkType::ETHERNET, frame.len(), Protocol::Ipv4, reason);
}

#[test]
fn nothing_is_written_to_a_checksum_that_covers_what_is_cut() {
    for (link, frame) in frames() {
        for len in 0..frame.len() {
            let mut cut = frame[..len].to_vec();
            // Whatever is right is recomputed to the same, whatever is cut is left.
            fix_where(&mut cut, link, frame.len(), |field| !field.quoted);
            assert_eq!(cut, &frame[..len], "{link:?} cut to {len}");
        }
    }
}

#[test]
fn frame_cut_in_its_link_header_is_reported() {
    for (link, frame, header_len) in [
        (LinkType::ETHERNET, ethernet(v4(udp(b""))), 14),
        (LinkType::LINUX_SLL, sll(IPV4, &v4(udp(b""))), 16),
        (LinkType::LINUX_SLL2, sll2(IPV4, &v4(udp(b""))), 20),
        (LinkType::NULL, family([2, 0, 0, 0], &v4(udp(b""))), 4),
        (LinkType::LOOP, family([0, 0, 0, 2], &v4(udp(b""))), 4),
    ] {
        for len in 0..header_len {
            let field = &fields(&frame[..len], link)[0];
            assert_eq!(field.protocol, Protocol::Link(link.0));
            assert_eq!(field.verdict, Verdict::Unverifiable(Reason::Truncated));
        }
        let field = &fields(&frame[..header_len], link)[0];
        assert_eq!(field.protocol, Protocol::Ipv4);
    }
    let frame = tagged(&[VLAN_SERVICE, VLAN], v4(udp(b"")));
    for (len, tag) in [(14, VLAN_SERVICE), (17, VLAN_SERVICE), (18, VLAN), (21, VLAN)] {
        let field = &fields(&frame[..len], LinkType::ETHERNET)[0];
        assert_eq!(field.protocol, Protocol::EtherType(tag));
        assert_eq!(field.verdict, Verdict::Unverifiable(Reason::Truncated));
    }
}

#[test]
fn zero_in_udp_is_absent_though_the_rest_is_cut() {
    let packet = v4(udp(b"hello").stored(0));
    let fields: Vec<_> = checksum_fields(&packet[..28], LinkType::RAW, packet.len()).collect();
    assert_eq!(fields[1].verdict, Verdict::Absent);
    let reason = Reason::Truncated;
    assert_unverifiable(&packet[..27], LinkType::RAW, packet.len(), Protocol::Udp, reason);
}

#[test]
fn field_that_was_not_captured_is_said_to_be() {
    let packet = v4(tcp(b"hello"));
    for (len, is_captured) in [(36, false), (37, false), (38, true), (44, true)] {
        let fields: Vec<_> = checksum_fields(&packet[..len], LinkType::RAW, packet.len()).collect();
        assert_eq!(fields[1].is_captured(), is_captured);
        assert_eq!((fields[1].at, fields[1].covers.clone()), (36, 20..45));
        let stored = u16::from_be_bytes([packet[36], packet[37]]);
        assert_eq!(fields[1].stored, if is_captured { stored } else { 0 });
    }
}

//! Tunnels over UDP, which a port announces and their header has to confirm.

use inetsum_packet::{LinkType, Protocol, Reason, Verdict, checksum_fields, fix};

use crate::frames::ip::{DESTINATION_V6, V4, V6, v4, v6};
use crate::frames::link::{ethernet, ethernet_of};
use crate::frames::look::{
    assert_fixed, assert_packet_right, assert_packet_unverifiable, fields, judged,
};
use crate::frames::message::{Message, tcp, udp_to};
use crate::frames::tunnel::{
    Gre, gre_in_udp, gtp_u, gue, l2tp, lisp, mpls_in_udp, nsh, plain_gtp_u, plain_l2tp, vxlan,
    vxlan_gpe,
};

const ALL: [Protocol; 4] = [Protocol::Ipv4, Protocol::Udp, Protocol::Ipv4, Protocol::Tcp];

/// Puts an IP packet into a tunnel.
type Tunnel = fn(&[u8]) -> Message;

/// Each tunnel, after its layers.
fn tunnels() -> Vec<(&'static str, Tunnel)> {
    vec![
        ("vxlan/eth", |packet| vxlan(&ethernet(packet.to_vec()))),
        ("vxlan/eth", |packet| vxlan(&ethernet(packet.to_vec())).with(8, &[0x88, 8, 1, 2])),
        ("vxlan-gpe", |packet| vxlan_gpe(if packet[0] >> 4 == 4 { 1 } else { 2 }, packet)),
        ("vxlan-gpe/eth", |packet| vxlan_gpe(3, &ethernet(packet.to_vec()))),
        ("vxlan-gpe/mpls", |packet| vxlan_gpe(5, &[&[0, 1, 1, 64], packet].concat())),
        ("vxlan-gpe/nsh", |packet| vxlan_gpe(4, &nsh(1, packet))),
        ("vxlan-gpe/nsh/nsh/eth", |packet| {
            vxlan_gpe(4, &nsh(4, &nsh(3, &ethernet(packet.to_vec()))))
        }),
        ("gtp-u", gtp_u),
        ("gtp-u", plain_gtp_u),
        ("l2tp/ppp", l2tp),
        ("l2tp/ppp", plain_l2tp),
        ("mpls", mpls_in_udp),
        ("gue", |packet| gue(if packet[0] >> 4 == 4 { 4 } else { 41 }, packet)),
        ("gue", |packet| udp_to(6080, packet)),
        ("gue/etherip/eth", |packet| {
            gue(97, &[&[0x30, 0], &ethernet(packet.to_vec())[..]].concat())
        }),
        ("lisp", lisp),
        ("lisp/eth", |packet| {
            lisp(&ethernet(packet.to_vec())).with(8, &[0x04, 0, 0, 3, 0, 0, 0, 1])
        }),
    ]
}

#[test]
fn every_tunnel_is_checked_inside_and_out() {
    for (name, tunnel) in tunnels() {
        let right = v4(tunnel(&v4(tcp(b"odd"))));
        assert_packet_right(&right, &ALL);
        assert_packet_right(&v6(tunnel(&v6(tcp(b"odd")))), &[Protocol::Udp, Protocol::Tcp]);
        let found = fields(&right, LinkType::RAW);
        assert_eq!(found[3].path.to_string(), format!("ipv4/udp/{name}/ipv4/tcp"));
        assert_eq!(found[3].depth, 1, "{name}");
        let wrong = v4(tunnel(&V4::new().checksum(0x1111).carry(tcp(b"odd").stored(0x2222))));
        assert_fixed(&wrong, &right, LinkType::RAW, 3);
        let without = |inner: &[u8]| v4(tunnel(inner).stored(0));
        let wrong = without(&v4(tcp(b"odd").stored(0x2222)));
        assert_fixed(&wrong, &without(&v4(tcp(b"odd"))), LinkType::RAW, 1);
    }
}

#[test]
fn cut_tunnels_are_not_called_wrong() {
    for (name, tunnel) in tunnels() {
        let packet = v4(tunnel(&v4(tcp(b"odd"))));
        for len in 0..packet.len() {
            for field in checksum_fields(&packet[..len], LinkType::RAW, packet.len()) {
                assert!(!field.verdict.is_bad(), "{name} cut to {len}: {field:?}");
            }
        }
    }
}

#[test]
fn inner_packet_that_does_not_fit_is_not_taken_for_one() {
    for (name, tunnel) in tunnels() {
        for inner in [v4(tcp(b"odd").stored(1)), v6(tcp(b"odd").stored(1))] {
            let packet = v4(tunnel(&inner[..inner.len() - 1]));
            let mut fixed = packet.clone();
            assert_eq!(fix(&mut fixed, LinkType::RAW, packet.len()).written, 0, "{name}");
            assert!(judged(&packet).iter().all(|(name, _)| *name != Protocol::Tcp), "{name}");
        }
    }
}

#[test]
fn gre_over_udp_has_its_own_checksum() {
    let gre = Gre::new(Gre::CHECKSUM | Gre::KEY);
    let packet = v4(gre_in_udp(&gre_bytes(&gre)));
    let protocols = [Protocol::Ipv4, Protocol::Udp, Protocol::Gre, Protocol::Ipv4, Protocol::Tcp];
    assert_packet_right(&packet, &protocols);
    // Nothing says that what a reserved bit or an unknown type stands in is GRE.
    for (at, byte) in [(0, 0x04), (1, 0x08), (2, 0x99)] {
        let mut payload = gre_bytes(&gre.clone().checksum(0x1111));
        payload.bytes[at] |= byte;
        let packet = v4(gre_in_udp(&payload));
        assert_packet_unverifiable(&packet, Protocol::UdpPort(4754), Reason::Unsupported);
        assert_fixed(&packet, &packet, LinkType::RAW, 0);
    }
}

fn gre_bytes(gre: &Gre) -> Message {
    gre.carry(&v4(tcp(b"odd")))
}

#[test]
fn replies_come_from_the_ports_of_two_way_tunnels() {
    for (tunnel, is_two_way) in [
        (gtp_u as fn(&[u8]) -> Message, true),
        (plain_l2tp, true),
        (lisp, false),
        (mpls_in_udp, false),
    ] {
        let request = tunnel(&v4(tcp(b"odd")));
        let ports = [request.bytes[2], request.bytes[3], 0xc0, 1];
        let reply = v4(request.with(0, &ports));
        assert_packet_right(&reply, if is_two_way { &ALL } else { &ALL[..2] });
    }
}

/// A packet between Teredo addresses or not.
fn teredo(indications: &[u8], prefix: [u8; 4]) -> Vec<u8> {
    let mut destination = DESTINATION_V6;
    destination[..4].copy_from_slice(&prefix);
    let mut inner = V6::new().pseudo_destination(destination).carry(tcp(b"odd"));
    inner[24..40].copy_from_slice(&destination);
    v4(udp_to(3544, &[indications, &inner].concat()))
}

#[test]
fn teredo_is_followed_behind_its_indications() {
    const AUTHENTICATION: &[u8] = &[0, 1, 1, 2, b'i', b'v', b'v', 1, 2, 3, 4, 5, 6, 7, 8, 0];
    const ORIGIN: &[u8] = &[0, 0, 1, 2, 3, 4, 5, 6];
    let both = [AUTHENTICATION, ORIGIN].concat();
    for indications in [&[][..], AUTHENTICATION, ORIGIN, &both] {
        let packet = teredo(indications, [0x20, 0x01, 0, 0]);
        assert_packet_right(&packet, &[Protocol::Ipv4, Protocol::Udp, Protocol::Tcp]);
        let elsewhere = teredo(indications, [0x20, 0x01, 0, 1]);
        assert_packet_right(&elsewhere, &[Protocol::Ipv4, Protocol::Udp]);
    }
}

#[test]
fn what_holds_no_packet_is_a_payload_like_any_other() {
    let payloads: [(u16, &[u8]); 9] = [
        (2152, &[0x32, 1, 0, 4, 0, 0, 0, 0, 0, 1, 0, 0]),
        (2152, &[0x50, 255, 0, 0, 0, 0, 0, 0]),
        (2152, &[0x30, 255, 0, 1, 0, 0, 0, 0]),
        (1701, &[0xc8, 2, 0, 12, 0, 0, 0, 0, 0, 0, 0, 0]),
        (1701, &[0, 0x12, 0, 7, 0, 9, 0xff, 3, 0, 0x21]),
        (4500, &[0xff]),
        (4500, &[0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8]),
        (4342, &[0x10, 0, 0, 1, 0, 0, 0, 0]),
        (6080, &[0x21, 4, 0, 0, 1, 2, 3, 4]),
    ];
    for (port, payload) in payloads {
        let packet = v4(udp_to(port, payload));
        assert_packet_right(&packet, &[Protocol::Ipv4, Protocol::Udp]);
    }
}

#[test]
fn what_a_tunnel_s_header_does_not_tell_is_unsupported() {
    let inner = v4(tcp(b"odd").stored(1));
    let headers: [(u16, &[u8]); 12] = [
        (4790, &[0x1c, 0, 0, 1, 0, 0, 7, 0]),
        (4790, &[0x04, 0, 0, 1, 0, 0, 7, 0]),
        (4790, &[0x0d, 0, 0, 1, 0, 0, 7, 0]),
        (4790, &[0x0c, 0, 0, 9, 0, 0, 7, 0]),
        (6080, &[0x80, 4, 0, 0]),
        (6080, &[0, 4, 0x80, 0]),
        (6080, &[0, 6, 0, 0]),
        (1701, &[0, 3, 0, 0, 0, 0, 0, 7]),
        (1701, &[0, 1, 0, 0, 0, 0, 0, 7]),
        (4341, &[0x04, 0, 0, 9, 0, 0, 0, 0]),
        (4342, &[0x88, 0, 0, 0]),
        (2152, &[0x30, 255, 0, 4, 0, 0, 0, 7, 2, 0, 0, 0]),
    ];
    for (port, header) in headers {
        let packet = v4(udp_to(port, &[header, &inner].concat()));
        assert_packet_unverifiable(&packet, Protocol::UdpPort(port), Reason::Unsupported);
        assert_fixed(&packet, &packet, LinkType::RAW, 0);
    }
}

#[test]
fn encrypted_tunnels_are_said_to_be() {
    let encrypted = Reason::Encrypted;
    let esp = v4(udp_to(4500, &[0, 0, 0, 9, 0, 0, 0, 1, 2, 3, 4]));
    assert_packet_unverifiable(&esp, Protocol::Esp, encrypted);
    for port in [4755, 6636] {
        let packet = v4(udp_to(port, b"secret"));
        assert_packet_unverifiable(&packet, Protocol::UdpPort(port), encrypted);
    }
    let keyed = lisp(&v4(tcp(b"odd"))).with(8, &[1]);
    assert_packet_unverifiable(&v4(keyed), Protocol::UdpPort(4341), encrypted);
}

#[test]
fn control_messages_of_lisp_hold_a_packet() {
    let packet = v4(udp_to(4342, &[&[0x80, 0, 0, 0], &v4(tcp(b"odd"))[..]].concat()));
    assert_packet_right(&packet, &ALL);
}

#[test]
fn lengths_that_do_not_fit_hide_the_inside() {
    let inner = v4(tcp(b"odd").stored(1));
    let l2tp = udp_to(1701, &[&[0x40, 2, 9, 9, 0, 7, 0, 9, 0, 0x21], &inner[..]].concat());
    assert_packet_unverifiable(&v4(l2tp), Protocol::UdpPort(1701), Reason::BadLength);
    let nsh = vxlan_gpe(4, &[&[0, 0x41, 1, 1, 0, 0, 1, 255], &inner[..]].concat());
    assert_packet_unverifiable(&v4(nsh), Protocol::EtherType(0x894f), Reason::BadLength);
    let extension = plain_gtp_u(&[&[0, 1, 0, 0x85, 0, 0, 0, 0], &inner[..]].concat());
    let extension = extension.with(8, &[0x34]);
    assert_packet_unverifiable(&v4(extension), Protocol::UdpPort(2152), Reason::BadLength);
}

#[test]
fn network_service_headers_and_trill_stand_on_ethernet_too() {
    let inner = v4(tcp(b"odd"));
    let trill = [&[0, 0x43, 0, 1, 0, 2, 9, 9, 9, 9], &ethernet(inner.clone())[..]].concat();
    for (ethertype, payload) in [(0x894f, nsh(1, &inner)), (0x22f3, trill)] {
        let frame = ethernet_of(ethertype, &payload);
        let verdicts: Vec<_> = fields(&frame, LinkType::ETHERNET)
            .iter()
            .map(|field| (field.protocol, field.verdict, field.depth))
            .collect();
        let correct = Verdict::Correct;
        assert_eq!(verdicts, [(Protocol::Ipv4, correct, 0), (Protocol::Tcp, correct, 0)]);
    }
}

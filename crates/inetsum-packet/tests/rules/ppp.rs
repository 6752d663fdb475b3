//! PPP: its framing, and what each kind of protocol gets.

use inetsum_packet::{LinkType, Protocol, Reason, Verdict};

use crate::frames::ip::{v4, v6};
use crate::frames::link::{ethernet_of, ppp, pppoe};
use crate::frames::look::{assert_right, fields, judged_on};
use crate::frames::message::{tcp, udp};

const V4: u16 = 0x0021;
const V6: u16 = 0x0057;
const OVER_V4: [Protocol; 2] = [Protocol::Ipv4, Protocol::Tcp];
const OVER_V6: [Protocol; 1] = [Protocol::Tcp];

/// The protocol field and what is before it, in every form.
fn headers(protocol: u16) -> [Vec<u8>; 4] {
    let [high, low] = protocol.to_be_bytes();
    [vec![0xff, 3, high, low], vec![high, low], vec![0xff, 3, low], vec![low]]
}

#[test]
fn address_control_and_protocol_may_be_compressed() {
    for garbage in [&b""[..], b"\x12\x34"] {
        for header in headers(V4) {
            let frame = [&header, &v4(tcp(b"odd"))[..], garbage].concat();
            assert_right(&frame, LinkType::PPP, &OVER_V4);
        }
        for header in headers(V6) {
            let frame = [&header, &v6(tcp(b"odd"))[..], garbage].concat();
            assert_right(&frame, LinkType::PPP, &OVER_V6);
        }
    }
}

#[test]
fn labels_lead_on() {
    for protocol in [0x0281, 0x0283] {
        let frame = ppp(protocol, &[&[0, 1, 1, 64], &v4(tcp(b"odd"))[..]].concat());
        assert_right(&frame, LinkType::PPP, &OVER_V4);
    }
}

#[test]
fn ppp_follows_its_ethertype() {
    assert_right(&ethernet_of(0x880b, &ppp(V4, &v4(tcp(b"")))), LinkType::ETHERNET, &OVER_V4);
}

#[test]
fn control_protocols_carry_nothing() {
    // LCP, PAP, CHAP, IPCP, IPv6CP, CCP, multilink's own; IPX, a spanning tree.
    for protocol in [0xc021, 0xc023, 0xc223, 0x8021, 0x8057, 0x80fd, 0x803d, 0x002b, 0x0201] {
        assert_eq!(judged_on(&ppp(protocol, &v4(tcp(b""))), LinkType::PPP), []);
    }
}

#[test]
fn compressed_split_and_unknown_packets_are_reported() {
    // Van Jacobson's compression in both forms, multilink, a compressed datagram, header
    // compression (RFC 2507, RFC 3095), bridging.
    for protocol in [0x002d, 0x002f, 0x003d, 0x00fb, 0x00fd, 0x0061, 0x2061, 0x0003, 0x0031] {
        let expected = (Protocol::Ppp(protocol), Verdict::Unverifiable(Reason::Unsupported));
        assert_eq!(judged_on(&ppp(protocol, &v4(tcp(b""))), LinkType::PPP), [expected]);
    }
    for protocol in [0x0053, 0x0055] {
        let expected = (Protocol::Ppp(protocol), Verdict::Unverifiable(Reason::Encrypted));
        assert_eq!(judged_on(&ppp(protocol, &v4(tcp(b""))), LinkType::PPP), [expected]);
    }
}

#[test]
fn frame_cut_in_its_header_is_reported() {
    let expected = (Protocol::Link(9), Verdict::Unverifiable(Reason::Truncated));
    for cut in [&b""[..], b"\xff\x03", b"\xff\x03\x00", b"\x00"] {
        assert_eq!(judged_on(cut, LinkType::PPP), [expected]);
    }
}

#[test]
fn path_and_protocol_are_named() {
    let field = fields(&ppp(V4, &v4(udp(b""))), LinkType::PPP).pop().unwrap();
    assert_eq!(field.path.to_string(), "ppp/ipv4/udp");
    let field = fields(&ppp(0x002d, b""), LinkType::PPP).pop().unwrap();
    assert_eq!(field.protocol.to_string(), "ppp-protocol-0x002d");
}

#[test]
fn sessions_over_ethernet_carry_ppp() {
    for garbage in [&b""[..], b"\x12\x34\x56"] {
        let session = [&pppoe(V4, &v4(tcp(b"odd")))[..], garbage].concat();
        assert_right(&session, LinkType::PPP_ETHER, &OVER_V4);
        assert_right(&ethernet_of(0x8864, &session), LinkType::ETHERNET, &OVER_V4);
        let session = [&pppoe(V6, &v6(tcp(b"odd")))[..], garbage].concat();
        assert_right(&ethernet_of(0x8864, &session), LinkType::ETHERNET, &OVER_V6);
    }
    let path = fields(&ethernet_of(0x8864, &pppoe(V4, &v4(udp(b"")))), LinkType::ETHERNET)[1].path;
    assert_eq!(path.to_string(), "eth/pppoe/ppp/ipv4/udp");
}

#[test]
fn length_of_a_session_packet_bounds_it() {
    let mut session = pppoe(V4, &v4(tcp(b"odd")));
    session[5] -= 1;
    let verdicts = judged_on(&session, LinkType::PPP_ETHER);
    assert_eq!(verdicts[1], (Protocol::Tcp, Verdict::Unverifiable(Reason::Truncated)));
}

#[test]
fn discovery_carries_nothing_and_other_versions_are_reported() {
    let mut session = pppoe(V4, &v4(tcp(b"odd")));
    session[1] = 0x65;
    assert_eq!(judged_on(&session, LinkType::PPP_ETHER), []);
    assert_eq!(judged_on(&ethernet_of(0x8863, &session), LinkType::ETHERNET), []);
    session[0] = 0x21;
    let expected = (Protocol::Pppoe, Verdict::Unverifiable(Reason::Unsupported));
    assert_eq!(judged_on(&session, LinkType::PPP_ETHER), [expected]);
    let expected = (Protocol::Link(51), Verdict::Unverifiable(Reason::Truncated));
    assert_eq!(judged_on(&session[..5], LinkType::PPP_ETHER), [expected]);
}

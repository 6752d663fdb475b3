//! NHRP, over IP and by its EtherType.

use inetsum_packet::{LinkType, Protocol, Reason, Verdict};

use crate::frames::ip::{v4, v6};
use crate::frames::link::ethernet_of;
use crate::frames::look::{
    assert_packet_right, assert_packet_unverifiable, assert_right, assert_unverifiable_in_parts,
    innermost, judged,
};
use crate::frames::message::{Message, message};
use crate::frames::tunnel::Gre;

const NHRP: u8 = 54;
const ETHERTYPE: u16 = 0x2001;

fn nhrp(body: &[u8]) -> Message {
    let [high, low] = ((20 + body.len()) as u16).to_be_bytes();
    let header = [0, 1, 8, 0, 0, 0, 0, 0, 0, 255, high, low, 0, 0, 0, 0, 1, 1, 4, 0];
    message(NHRP, 12, &[&header, body].concat())
}

#[test]
fn packet_is_summed_without_a_pseudo_header() {
    assert_packet_right(&v4(nhrp(b"odd")), &[Protocol::Ipv4, Protocol::Nhrp]);
    assert_packet_right(&v6(nhrp(b"odd")), &[Protocol::Nhrp]);
}

#[test]
fn packet_is_found_by_its_ethertype() {
    let packet = nhrp(b"odd").sealed(&[], &[]);
    let frame = ethernet_of(ETHERTYPE, &[&packet[..], &[0; 23]].concat());
    assert_right(&frame, LinkType::ETHERNET, &[Protocol::Nhrp]);
    assert_eq!(innermost(&frame, LinkType::ETHERNET, Protocol::Nhrp).covers, 14..37);
    let tunnelled = v4(Gre::new(Gre::KEY).carry_type(ETHERTYPE, &packet));
    assert_eq!(judged(&tunnelled)[2], (Protocol::Nhrp, Verdict::Correct));
}

#[test]
fn length_stated_that_does_not_fit_is_a_bad_length() {
    for len in [0, 19, 24, 0xffff] {
        let packet = v4(nhrp(b"odd").with(10, &u16::to_be_bytes(len)));
        assert_packet_unverifiable(&packet, Protocol::Nhrp, Reason::BadLength);
    }
}

#[test]
fn cut_or_fragmented_packet_is_not_verified() {
    assert_unverifiable_in_parts(nhrp(b"odd"), Protocol::Nhrp);
}

//! Fragments that can be put together, and what a datagram put together from them is.

use inetsum_packet::{
    Fragment, LinkType, Protocol, Verdict, checksum_fields, fragment_of, overwrite,
};

use crate::frames::ip::{V4, V6, v4};
use crate::frames::link::{VLAN, ethernet, tagged};
use crate::frames::message::{Message, icmp, other, tcp, udp};
use crate::frames::tunnel::{Gre, geneve, ip_in_ip, vxlan};

fn fragment(packet: &[u8]) -> Option<Fragment> {
    fragment_of(packet, LinkType::RAW, packet.len())
}

fn piece() -> Message {
    other(17, b"\xc0\x01\0\x35\0\x0d\0\0")
}

#[test]
fn a_fragment_says_where_it_lies() {
    let first = fragment(&V4::new().fragment(V4::MORE_FRAGMENTS).carry(piece())).unwrap();
    assert_eq!((first.offset, first.is_last, first.payload), (0, false, 20..28));
    let last = fragment(&V4::new().fragment(5).carry(other(17, b"odd"))).unwrap();
    assert_eq!((last.offset, last.is_last, last.payload), (40, true, 20..23));
    assert_eq!(first.datagram, last.datagram);
    let first = fragment(&V6::new().fragment(0, true).carry(piece())).unwrap();
    assert_eq!((first.offset, first.is_last, first.payload), (0, false, 48..56));
    let last = fragment(&V6::new().fragment(40, false).carry(other(6, b"odd"))).unwrap();
    assert_eq!((last.offset, last.is_last, last.payload), (40, true, 48..51));
    assert_eq!(first.datagram, last.datagram);
}

#[test]
fn datagrams_are_told_apart() {
    let of = |packet: &[u8]| fragment(packet).unwrap().datagram;
    let packet = V4::new().fragment(V4::MORE_FRAGMENTS).carry(piece());
    // Identification, protocol, source, destination.
    for at in [4, 5, 9, 12, 19] {
        let mut other = packet.clone();
        other[at] ^= 0x10;
        assert_ne!(of(&other), of(&packet), "byte {at}");
    }
    let packet = V6::new().fragment(0, true).carry(piece());
    for at in [8, 39, 44, 47] {
        let mut other = packet.clone();
        other[at] ^= 0x10;
        assert_ne!(of(&other), of(&packet), "byte {at}");
    }
    // The next header counts in the first fragment only (RFC 8200 § 4.5).
    let mut other = packet.clone();
    other[40] ^= 0x10;
    assert_eq!(of(&other), of(&packet));
}

#[test]
fn networks_are_told_apart() {
    let inner = V4::new().fragment(V4::MORE_FRAGMENTS).carry(piece());
    let framed = ethernet(inner.clone());
    let gre = |flags| v4(Gre::new(flags).carry(&inner));
    // Each with the byte of an identifier that tells it from others; the last is an outer address.
    for (frame, at) in [
        (tagged(&[VLAN], inner.clone()), 15),
        (ethernet(v4(vxlan(&framed))), 14 + 20 + 8 + 6),
        (ethernet(v4(geneve(0x0800, &[], &inner))), 14 + 20 + 8 + 6),
        (ethernet(gre(Gre::KEY)), 14 + 20 + 7),
        (ethernet(gre(Gre::KEY | Gre::CHECKSUM)), 14 + 20 + 11),
        (ethernet(v4(ip_in_ip(&inner))), 14 + 15),
    ] {
        let of =
            |frame: &[u8]| fragment_of(frame, LinkType::ETHERNET, frame.len()).unwrap().datagram;
        let mut other = frame.clone();
        other[at] ^= 0x10;
        assert_ne!(of(&other), of(&frame), "byte {at}");
        // Time to live, identification.
        let mut same = frame.clone();
        same[frame.len() - 20] ^= 0x10;
        assert_eq!(of(&same), of(&frame));
    }
}

#[test]
fn what_can_t_be_put_together_is_no_fragment() {
    let uneven = other(17, b"nine byte");
    let none = other(17, b"");
    for packet in [
        v4(udp(b"whole")),
        V6::new().fragment(0, false).carry(udp(b"atomic")),
        V4::new().fragment(V4::MORE_FRAGMENTS).carry(uneven.clone()),
        V6::new().fragment(0, true).carry(uneven),
        V4::new().fragment(V4::MORE_FRAGMENTS).carry(none.clone()),
        V6::new().fragment(8, false).carry(none),
        V4::new().fragment(V4::MORE_FRAGMENTS).total_len(0).carry(piece()),
        V6::new().fragment(0, true).payload_len(0).carry(piece()),
        // Beyond what a length field can say.
        V4::new().fragment(0x1fff).carry(piece()),
        V6::new().fragment(0xfff8, false).carry(piece()),
        // Quoted by an ICMP error.
        v4(icmp(11, &[&[0; 4], V4::new().fragment(1).carry(piece()).as_slice()].concat())),
    ] {
        assert!(fragment(&packet).is_none(), "{packet:02x?}");
    }
    let packet = V4::new().fragment(V4::MORE_FRAGMENTS).carry(piece());
    for len in 0..packet.len() {
        assert!(fragment_of(&packet[..len], LinkType::RAW, packet.len()).is_none(), "{len} bytes");
    }
}

#[test]
fn the_outermost_fragment_counts() {
    let inner = V4::new().fragment(V4::MORE_FRAGMENTS).carry(piece());
    let outer = V4::new().fragment(V4::MORE_FRAGMENTS | 1).carry(ip_in_ip(&inner).surplus(&[0; 4]));
    let found = fragment(&outer).unwrap();
    assert_eq!((found.offset, found.payload), (8, 20..52));
}

#[test]
fn a_datagram_is_judged_as_in_one_piece() {
    let message = tcp(b"hello, whole world");
    let whole = V4::new().carry(message.clone());
    let datagram = &whole[V4::HEADER_LEN..];
    let frame = ethernet(V4::new().fragment(V4::MORE_FRAGMENTS).carry(other(6, &datagram[..8])));
    let first = fragment_of(&frame, LinkType::ETHERNET, frame.len()).unwrap();

    let fields: Vec<_> = first.checksum_fields(datagram).collect();
    let [field] = &fields[..] else { panic!("{fields:?}") };
    assert_eq!((field.protocol, field.verdict, field.at), (Protocol::Tcp, Verdict::Correct, 16));
    assert_eq!((field.path.to_string().as_str(), field.depth), ("eth/ipv4/tcp", 0));

    let mut wrong = datagram.to_vec();
    wrong[16] ^= 1;
    assert_eq!(first.fix_where(&mut wrong, |field| field.verdict.is_bad()).written, 1);
    assert_eq!(wrong, datagram);
    // Cut anywhere, it is not whole, but no harm is done.
    for len in 0..datagram.len() {
        assert!(first.checksum_fields(&datagram[..len]).count() <= 1);
    }
}

#[test]
fn sums_around_what_is_overwritten_follow() {
    let inner = V4::new().fragment(V4::MORE_FRAGMENTS).carry(piece());
    let right = v4(vxlan(&ethernet(v4(Gre::new(Gre::CHECKSUM).carry(&inner)))));
    let (link, len) = (LinkType::RAW, right.len());
    let judged = |packet: &[u8], protocol| {
        let fields = checksum_fields(packet, link, len).filter(|field| field.protocol == protocol);
        fields.map(|field| field.verdict).next().unwrap()
    };
    let mut changed = right.clone();
    // The sum of the outermost comes out the same, as GRE makes up for the change.
    assert_eq!(overwrite(&mut changed, link, len, len - 2, &[0x12, 0x34]).written, 1);
    assert_eq!(changed[len - 2..], [0x12, 0x34]);
    assert_eq!(judged(&changed, Protocol::Gre), Verdict::Correct);
    assert_eq!(judged(&changed, Protocol::Udp), Verdict::Correct);
    // What was wrong stays as it is.
    let gre = right.windows(4).position(|bytes| bytes == [0x80, 0, 8, 0]).unwrap() + 4;
    let mut wrong = right.clone();
    wrong[gre] ^= 1;
    overwrite(&mut wrong, link, len, len - 2, &[0x12, 0x34]);
    assert_eq!(wrong[gre..gre + 2], [right[gre] ^ 1, right[gre + 1]]);
    // Nothing is written beyond the end.
    let mut same = right.clone();
    assert_eq!(overwrite(&mut same, link, len, len - 1, b"OO").written, 0);
    assert_eq!(same, right);
}

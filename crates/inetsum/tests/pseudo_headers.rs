//! Pseudo-headers against their bytes, laid out as the RFCs do.

mod naive;

use std::net::{Ipv4Addr, Ipv6Addr};

use inetsum::{Sum, pseudo_header_v4, pseudo_header_v6};
use proptest::prelude::*;

/// RFC 9293 § 3.1, RFC 768.
fn layout_v4(src: [u8; 4], dst: [u8; 4], protocol: u8, length: u16) -> Vec<u8> {
    [&src[..], &dst[..], &[0, protocol], &length.to_be_bytes()].concat()
}

/// RFC 8200 § 8.1.
fn layout_v6(src: [u8; 16], dst: [u8; 16], next_header: u8, length: u32) -> Vec<u8> {
    [&src[..], &dst[..], &length.to_be_bytes(), &[0, 0, 0, next_header]].concat()
}

fn assert_v4(src: [u8; 4], dst: [u8; 4], protocol: u8, length: u16) {
    let bytes = layout_v4(src, dst, protocol, length);
    assert_eq!(bytes.len(), 12);
    let sum = pseudo_header_v4(src.into(), dst.into(), protocol, length);
    assert_eq!(sum, Sum::from_word(naive::sum(&bytes)), "{bytes:?}");
}

fn assert_v6(src: [u8; 16], dst: [u8; 16], next_header: u8, length: u32) {
    let bytes = layout_v6(src, dst, next_header, length);
    assert_eq!(bytes.len(), 40);
    let sum = pseudo_header_v6(src.into(), dst.into(), next_header, length);
    assert_eq!(sum, Sum::from_word(naive::sum(&bytes)), "{bytes:?}");
}

proptest! {
    #[test]
    fn v4_sums_as_its_twelve_bytes(
        src: [u8; 4], dst: [u8; 4], protocol: u8, length: u16,
    ) {
        assert_v4(src, dst, protocol, length);
    }

    #[test]
    fn v6_sums_as_its_forty_bytes(
        src: [u8; 16], dst: [u8; 16], next_header: u8, length: u32,
    ) {
        assert_v6(src, dst, next_header, length);
    }
}

#[test]
fn no_carry_is_lost_at_the_extremes() {
    for byte in [0, 0x01, 0x80, 0xff] {
        assert_v4([byte; 4], [byte; 4], byte, u16::from_be_bytes([byte; 2]));
        assert_v6([byte; 16], [byte; 16], byte, u32::from_be_bytes([byte; 4]));
        assert_v4([0xff; 4], [0; 4], byte, 0);
        assert_v6([0xff; 16], [0; 16], byte, 0);
    }
}

#[test]
fn the_upper_half_of_a_jumbogram_length_counts() {
    let (src, dst) = ([0x20; 16], [0xfd; 16]);
    for length in [0xffff, 0x1_0000, 0x1_0001, 65_556, 0xffff_0000, 0xffff_ffff] {
        assert_v6(src, dst, 6, length);
    }
    let at = |length| pseudo_header_v6(src.into(), dst.into(), 6, length);
    assert_ne!(at(0x0001_0014), at(0x0000_0014));
}

#[test]
fn the_protocol_is_the_low_byte_of_its_word() {
    let nobody = Ipv4Addr::UNSPECIFIED;
    assert_eq!(pseudo_header_v4(nobody, nobody, 0x11, 0).fold(), 0x0011);
    assert_eq!(
        pseudo_header_v6(Ipv6Addr::UNSPECIFIED, Ipv6Addr::UNSPECIFIED, 0x3a, 0).fold(),
        0x3a
    );
}

#[test]
fn both_are_usable_in_a_constant() {
    const V4: Sum = pseudo_header_v4(Ipv4Addr::LOCALHOST, Ipv4Addr::BROADCAST, 17, 8);
    const V6: Sum = pseudo_header_v6(Ipv6Addr::LOCALHOST, Ipv6Addr::UNSPECIFIED, 58, 0x2_0008);
    assert_eq!(V4.fold(), naive::sum(&layout_v4([127, 0, 0, 1], [255; 4], 17, 8)));
    assert_eq!(V6.fold(), 1 + 58 + 2 + 8);
}

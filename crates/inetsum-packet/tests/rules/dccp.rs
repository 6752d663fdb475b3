//! DCCP's coverage.

use inetsum_packet::{LinkType, Protocol, Reason};

use crate::frames::ip::{v4, v6};
use crate::frames::look::{
    assert_packet_right, assert_packet_unverifiable, assert_unverifiable_in_parts, innermost,
};
use crate::frames::message::{Message, message, other};

const DCCP: u8 = 33;
const HEADER_LEN: usize = 16;
const OPTIONS_LEN: usize = 4;

/// A packet with an option and this coverage, which covers as many bytes.
fn dccp(coverage: u8, covers: usize, data: &[u8]) -> Message {
    let header = [0xc0, 1, 0, 53, 5, 0x30 | coverage, 0, 0, 5, 0, 0, 0, 0, 0, 0, 1];
    let bytes = [&header[..], &[1, 1, 1, 0], data].concat();
    message(DCCP, 6, &bytes).covering(covers).pseudo_header(true)
}

#[test]
fn coverage_says_how_much_of_the_data_is_summed() {
    let header_len = HEADER_LEN + OPTIONS_LEN;
    let data = b"13 odd bytes.";
    for (coverage, covers) in [(0, 13), (1, 0), (2, 4), (3, 8), (4, 12)] {
        let message = dccp(coverage, header_len + covers, data);
        assert_packet_right(&v4(message.clone()), &[Protocol::Ipv4, Protocol::Dccp]);
        let packet = v6(message);
        assert_packet_right(&packet, &[Protocol::Dccp]);
        let field = innermost(&packet, LinkType::RAW, Protocol::Dccp);
        assert_eq!(field.covers, 40..40 + header_len + covers);
        assert_eq!(field.pseudo_header.unwrap().length, 33, "the whole length");
    }
}

#[test]
fn bytes_beyond_the_coverage_do_not_count() {
    let mut packet = v4(dccp(2, 24, b"hello"));
    *packet.last_mut().unwrap() ^= 0xff;
    assert_packet_right(&packet, &[Protocol::Ipv4, Protocol::Dccp]);
}

#[test]
fn coverage_of_more_than_there_is_is_a_bad_length() {
    for coverage in [3, 4, 15] {
        let packet = v4(dccp(coverage, 25, b"hello"));
        assert_packet_unverifiable(&packet, Protocol::Dccp, Reason::BadLength);
    }
}

#[test]
fn data_offset_that_cannot_be_is_a_bad_length() {
    for data_offset in [0, 2, 7, 255] {
        for coverage in [0, 1] {
            let packet = v4(dccp(coverage, 20, b"hello").with(4, &[data_offset]));
            assert_packet_unverifiable(&packet, Protocol::Dccp, Reason::BadLength);
        }
    }
    for len in 0..12 {
        let packet = v4(other(DCCP, &[3; 12][..len]));
        assert_packet_unverifiable(&packet, Protocol::Dccp, Reason::BadLength);
    }
}

#[test]
fn cut_or_fragmented_packet_is_not_verified() {
    assert_unverifiable_in_parts(dccp(0, 25, b"hello"), Protocol::Dccp);
}

//! PGM and its zero.

use inetsum_packet::{LinkType, Protocol, Verdict};

use crate::frames::ip::{DESTINATION_V4, SOURCE_V4, v4, v6};
use crate::frames::look::{
    assert_fixed, assert_packet_right, assert_unverifiable_in_parts, innermost, verdict,
};
use crate::frames::message::{Message, PGM, message};

const ODATA: u8 = 4;
const RDATA: u8 = 5;

fn pgm(kind: u8, body: &[u8]) -> Message {
    let header = [0xc0, 1, 0, 53, kind, 0, 0, 0, 1, 2, 3, 4, 5, 6, 0, 0];
    message(PGM, 6, &[&header, body].concat())
}

#[test]
fn packet_is_summed_without_a_pseudo_header() {
    for kind in [0, ODATA, RDATA, 8] {
        assert_packet_right(&v4(pgm(kind, b"odd")), &[Protocol::Ipv4, Protocol::Pgm]);
        assert_packet_right(&v6(pgm(kind, b"odd")), &[Protocol::Pgm]);
    }
}

#[test]
fn zero_is_absent_but_of_data() {
    for kind in [0, 1, 2, 8, 9, 10, 13] {
        let packet = v4(pgm(kind, b"odd").stored(0));
        assert_eq!(verdict(&packet, Protocol::Pgm), Verdict::Absent);
        assert_fixed(&packet, &packet, LinkType::RAW, 0);
    }
    for kind in [ODATA, RDATA] {
        let (packet, right) = (v4(pgm(kind, b"odd").stored(0)), v4(pgm(kind, b"odd")));
        assert!(matches!(verdict(&packet, Protocol::Pgm), Verdict::Wrong { .. }));
        assert_fixed(&packet, &right, LinkType::RAW, 1);
    }
}

#[test]
fn zero_that_was_computed_is_sent_as_ffff() {
    for kind in [0, ODATA] {
        let message = pgm(kind, b"abcd").summing_to_zero(&SOURCE_V4, &DESTINATION_V4);
        let right = v4(message);
        assert_eq!(innermost(&right, LinkType::RAW, Protocol::Pgm).stored, 0xffff);
        assert_packet_right(&right, &[Protocol::Ipv4, Protocol::Pgm]);
    }
}

#[test]
fn cut_or_fragmented_packet_is_not_verified() {
    assert_unverifiable_in_parts(pgm(0, b"odd"), Protocol::Pgm);
}

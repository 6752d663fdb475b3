//! Checksums by definition, word by word, with nothing taken from `inetsum`.

use inetsum_packet::{Addresses, ChecksumField, PseudoHeader};

/// The sum of RFC 1071: big-endian words, an odd last byte padded with a zero, end-around carry.
pub(crate) fn sum(data: &[u8]) -> u16 {
    let mut total = 0u16;
    for bytes in data.chunks(2) {
        let word = u16::from_be_bytes([bytes[0], bytes.get(1).copied().unwrap_or(0)]);
        let (low, carry) = total.overflowing_add(word);
        total = low + u16::from(carry);
    }
    total
}

pub(crate) fn checksum(data: &[u8]) -> u16 {
    !sum(data)
}

/// Where a computed 0 is sent as 0xffff (RFC 768).
pub(crate) fn never_zero(checksum: u16) -> u16 {
    if checksum == 0 { 0xffff } else { checksum }
}

/// The pseudo-header as bytes; the IPv6 form serves IPv4 as well, zeros counting for nothing.
pub(crate) fn pseudo_header(source: &[u8], destination: &[u8], protocol: u8, len: u32) -> Vec<u8> {
    [source, destination, &len.to_be_bytes(), &[0, 0, 0, protocol]].concat()
}

pub(crate) fn pseudo_header_of(pseudo_header: &PseudoHeader) -> Vec<u8> {
    let PseudoHeader { addresses, protocol, length, .. } = *pseudo_header;
    match addresses {
        Addresses::V4 { source, destination } => {
            self::pseudo_header(&source.octets(), &destination.octets(), protocol, length)
        }
        Addresses::V6 { source, destination } => {
            self::pseudo_header(&source.octets(), &destination.octets(), protocol, length)
        }
        _ => panic!("unknown addresses"),
    }
}

/// What is summed of the bytes that `field` covers in `frame`.
pub(crate) fn summed(field: &ChecksumField, frame: &[u8]) -> Vec<u8> {
    let is_summed = |at: &usize| !field.omits.contains(at);
    field.covers.clone().filter(is_summed).map(|at| frame[at]).collect()
}

/// What `field` is to hold by the bytes that it covers in `frame`, a 0 not turned into 0xffff.
pub(crate) fn expected(field: &ChecksumField, frame: &[u8]) -> u16 {
    let mut summed = field.pseudo_header.as_ref().map_or(Vec::new(), pseudo_header_of);
    let start = summed.len();
    summed.extend(self::summed(field, frame));
    let at = start + field.at - field.covers.start;
    summed[at..at + 2].fill(0);
    checksum(&summed)
}

//! MACsec (IEEE 802.1AE): what is not encrypted is followed.

use crate::claim::Claim;
use crate::layer::ethernet;
use crate::span::Span;
use crate::walk::{Next, Walk};
use crate::{Layer, Protocol, Reason};

/// Tag control information, short length, packet number.
const TAG_LEN: usize = 6;
const CHANNEL_IDENTIFIER_LEN: usize = 8;
/// The integrity check value of the cipher suites that the standard names.
const CHECK_VALUE_LEN: usize = 16;

/// The bits of the tag control information.
const VERSION: u8 = 0x80;
const HAS_CHANNEL_IDENTIFIER: u8 = 0x20;
const IS_ENCRYPTED: u8 = 0x08;
const IS_CHANGED: u8 = 0x04;
/// The bits of the short length: how much is protected, if it is less than 48 bytes.
const SHORT_LENGTH: u8 = 0x3f;

pub(crate) fn read(walk: &mut Walk<'_>, span: Span) -> Option<Claim> {
    walk.enter(Layer::Macsec);
    let protocol = Protocol::EtherType(ethernet::MACSEC);
    let Some(&[control, short_length, ..]) = walk.array::<TAG_LEN>(span, span.at) else {
        return Claim::unverifiable(protocol, span.at, Reason::Truncated);
    };
    if control & IS_ENCRYPTED != 0 {
        return Claim::unverifiable(protocol, span.at, Reason::Encrypted);
    }
    if control & (VERSION | IS_CHANGED) != 0 {
        return Claim::unverifiable(protocol, span.at, Reason::Unsupported);
    }
    let has_identifier = control & HAS_CHANNEL_IDENTIFIER != 0;
    let identifier_len = if has_identifier { CHANNEL_IDENTIFIER_LEN } else { 0 };
    let behind = span.skip(TAG_LEN).skip(identifier_len);
    let data = match short_length & SHORT_LENGTH {
        0 => behind.without_last(CHECK_VALUE_LEN),
        length => behind.resize(length.into()),
    };
    let Some(ethertype) = walk.array(data, data.at) else {
        return Claim::unverifiable(protocol, span.at, Reason::Truncated);
    };
    walk.push(Next::EtherType(u16::from_be_bytes(*ethertype)), data.skip(2));
    None
}

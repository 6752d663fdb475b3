//! IEEE 802.2 LLC with SNAP, which leads back to an EtherType (RFC 1042).

use crate::walk::{Next, Span, Walk};
use crate::{ChecksumField, Layer};

const SNAP_LEN: usize = 8;

/// Reads the LLC header; only SNAP with the OUI 00-00-00 carries what has an Internet checksum.
pub(crate) fn read(walk: &mut Walk<'_>, span: Span) -> Option<ChecksumField> {
    walk.enter(Layer::Llc);
    if let [0xaa, 0xaa, 0x03, 0, 0, 0, high, low] = *walk.array::<SNAP_LEN>(span, span.at)? {
        walk.push(Next::EtherType(u16::from_be_bytes([high, low])), span.skip(SNAP_LEN));
    }
    None
}

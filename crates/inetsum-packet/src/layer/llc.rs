//! IEEE 802.2 LLC: with SNAP, which leads back to an EtherType (RFC 1042), or with IP itself.

use crate::walk::{Next, Span, Walk};
use crate::{ChecksumField, Layer};

const HEADER_LEN: usize = 3;
const SNAP_LEN: usize = 8;

/// Reads the LLC header. What other service access points and organisations carry has no Internet
/// checksum.
pub(crate) fn read(walk: &mut Walk<'_>, span: Span) -> Option<ChecksumField> {
    walk.enter(Layer::Llc);
    match *walk.array::<HEADER_LEN>(span, span.at)? {
        [0x06, 0x06, 0x03] => walk.push(Next::Ip, span.skip(HEADER_LEN)),
        [0xaa, 0xaa, 0x03] => {
            if let [.., 0, 0, 0, high, low] = *walk.array::<SNAP_LEN>(span, span.at)? {
                walk.push(Next::EtherType(u16::from_be_bytes([high, low])), span.skip(SNAP_LEN));
            }
        }
        _ => {}
    }
    None
}

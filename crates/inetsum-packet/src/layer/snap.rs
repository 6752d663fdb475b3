//! The Subnetwork Access Protocol (IEEE 802): an organisation and what it numbers.

use crate::span::Span;
use crate::walk::{Next, Walk};

const HEADER_LEN: usize = 5;
/// Encapsulated Ethernet (RFC 1042), and the same of bridges (IEEE 802.1H).
const ETHERTYPES: [[u8; 3]; 2] = [[0, 0, 0], [0, 0, 0xf8]];
/// Bridged frames (RFC 2427 § 4.2, RFC 2684 § 5.2).
const BRIDGED: [u8; 3] = [0, 0x80, 0xc2];
const ETHERNET_WITH_CHECK_SEQUENCE: u16 = 0x0001;
const ETHERNET: u16 = 0x0007;
const CHECK_SEQUENCE_LEN: usize = 4;

/// Reads the header, with as many bytes of padding before a bridged frame. What other organisations
/// number has no Internet checksum.
pub(crate) fn read(walk: &mut Walk<'_>, span: Span, bridge_padding: usize) {
    let Some(&[a, b, c, high, low]) = walk.array::<HEADER_LEN>(span, span.at) else { return };
    let (organisation, number) = ([a, b, c], u16::from_be_bytes([high, low]));
    let behind = span.skip(HEADER_LEN);
    let bridged = behind.skip(bridge_padding);
    if ETHERTYPES.contains(&organisation) {
        walk.push(Next::EtherType(number), behind);
    } else if organisation == BRIDGED && number == ETHERNET {
        walk.push(Next::Ethernet, bridged);
    } else if organisation == BRIDGED && number == ETHERNET_WITH_CHECK_SEQUENCE {
        walk.note_check_sequence();
        walk.push(Next::Ethernet, bridged.without_last(CHECK_SEQUENCE_LEN));
    }
}

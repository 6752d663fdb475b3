//! Ethernet and its VLAN tags (IEEE 802.3, 802.1Q, 802.1ad).

use crate::walk::{Next, Span, Walk};
use crate::{ChecksumField, Layer, LinkType, Protocol, Reason};

/// Type fields up to here are the length of an LLC frame.
pub(crate) const MAX_LENGTH: u16 = 1500;
pub(crate) const IPV4: u16 = 0x0800;
pub(crate) const IPV6: u16 = 0x86dd;
pub(crate) const VLAN: u16 = 0x8100;
pub(crate) const VLAN_SERVICE: u16 = 0x88a8;
pub(crate) const VLAN_QINQ: u16 = 0x9100;
/// Ethernet inside another protocol (transparent Ethernet bridging).
pub(crate) const ETHERNET: u16 = 0x6558;
pub(crate) const NHRP: u16 = 0x2001;

const HEADER_LEN: usize = 14;
const TAG_LEN: usize = 4;
/// Longest frame that may be padded, without the frame check sequence.
const MAX_PADDED: usize = 60;

pub(crate) fn read(walk: &mut Walk<'_>, span: Span) -> Option<ChecksumField> {
    walk.enter(Layer::Ethernet);
    let Some([.., high, low]) = walk.array::<HEADER_LEN>(span, span.at) else {
        return walk.cut_link(LinkType::ETHERNET, span);
    };
    let payload = span.skip(HEADER_LEN).loose_if(span.len() <= MAX_PADDED);
    walk.push(Next::EtherType(u16::from_be_bytes([*high, *low])), payload);
    None
}

/// Reads what follows the EtherType of a tag: the tag control information and the next EtherType.
pub(crate) fn read_vlan(walk: &mut Walk<'_>, tag_type: u16, span: Span) -> Option<ChecksumField> {
    walk.enter(Layer::Vlan);
    let Some([_, _, high, low]) = walk.array::<TAG_LEN>(span, span.at) else {
        return walk.unverifiable(Protocol::EtherType(tag_type), span.at, Reason::Truncated);
    };
    walk.push(Next::EtherType(u16::from_be_bytes([*high, *low])), span.skip(TAG_LEN));
    None
}

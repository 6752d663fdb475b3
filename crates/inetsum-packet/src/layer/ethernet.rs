//! Ethernet and its VLAN tags (IEEE 802.3, 802.1Q, 802.1ad).

use crate::claim::Claim;
use crate::layer::unknown_ethertype;
use crate::span::Span;
use crate::walk::{Next, Walk};
use crate::{Layer, LinkType, Protocol, Reason};

/// Type fields up to here are the length of an LLC frame.
pub(crate) const MAX_LENGTH: u16 = 1500;
/// Type fields from here are EtherTypes.
pub(crate) const FIRST_TYPE: u16 = 0x0600;
pub(crate) const IPV4: u16 = 0x0800;
pub(crate) const IPV6: u16 = 0x86dd;
pub(crate) const VLAN: u16 = 0x8100;
pub(crate) const VLAN_SERVICE: u16 = 0x88a8;
pub(crate) const VLAN_QINQ: u16 = 0x9100;
pub(crate) const VLAN_OLD: u16 = 0x9200;
/// Ethernet inside another protocol (transparent Ethernet bridging).
pub(crate) const ETHERNET: u16 = 0x6558;
pub(crate) const PPP: u16 = 0x880b;
pub(crate) const PPPOE_SESSION: u16 = 0x8864;
pub(crate) const BACKBONE: u16 = 0x88e7;
pub(crate) const MACSEC: u16 = 0x88e5;
pub(crate) const MPLS_UNICAST: u16 = 0x8847;
pub(crate) const MPLS_MULTICAST: u16 = 0x8848;
pub(crate) const NHRP: u16 = 0x2001;

const HEADER_LEN: usize = 14;
const TAG_LEN: usize = 4;
/// What the tag control information holds beside priority and drop eligibility.
const VLAN_IDENTIFIER: u16 = 0x0fff;
/// Longest frame that may be padded, without the frame check sequence.
const MAX_PADDED: usize = 60;
/// How many tags are looked behind to tell whether this is Ethernet at all.
const MAX_LIKELY_TAGS: usize = 4;

pub(crate) fn read(walk: &mut Walk<'_>, span: Span) -> Option<Claim> {
    walk.enter(Layer::Ethernet);
    let Some([.., high, low]) = walk.array::<HEADER_LEN>(span, span.at) else {
        return Claim::cut_link(LinkType::ETHERNET, span);
    };
    let payload = span.skip(HEADER_LEN).loose_if(span.len() <= MAX_PADDED);
    walk.push(Next::EtherType(u16::from_be_bytes([*high, *low])), payload);
    None
}

/// Where the payload of a frame starts, its tags left out, if the span looks like one where nothing
/// says so: its EtherType is one of IP and followed by such a packet, or one that leads no further.
pub(crate) fn likely_payload(walk: &Walk<'_>, span: Span) -> Option<usize> {
    let mut at = span.offset(HEADER_LEN);
    for _ in 0..=MAX_LIKELY_TAGS {
        let ethertype = walk.array(span, at.saturating_sub(2))?;
        let version = walk.array(span, at).map(|[first]| first >> 4);
        match u16::from_be_bytes(*ethertype) {
            IPV4 => return (version == Some(4)).then_some(at),
            IPV6 => return (version == Some(6)).then_some(at),
            VLAN | VLAN_SERVICE | VLAN_QINQ | VLAN_OLD => at = at.saturating_add(TAG_LEN),
            other => return unknown_ethertype::has_no_checksum(other).then_some(at),
        }
    }
    None
}

/// Reads what follows the EtherType of a tag: the tag control information and the next EtherType.
pub(crate) fn read_vlan(walk: &mut Walk<'_>, tag_type: u16, span: Span) -> Option<Claim> {
    walk.enter(Layer::Vlan);
    let Some([control_high, control_low, high, low]) = walk.array::<TAG_LEN>(span, span.at) else {
        return Claim::unverifiable(Protocol::EtherType(tag_type), span.at, Reason::Truncated);
    };
    let control = u16::from_be_bytes([*control_high, *control_low]);
    walk.enter_network((control & VLAN_IDENTIFIER).into());
    walk.push(Next::EtherType(u16::from_be_bytes([*high, *low])), span.skip(TAG_LEN));
    None
}

//! Linux "cooked" captures, version 1 and 2 (LINKTYPE_LINUX_SLL, LINKTYPE_LINUX_SLL2).

use crate::claim::Claim;
use crate::layer::ethernet;
use crate::span::Span;
use crate::walk::{Next, Walk};
use crate::{Layer, LinkType, Protocol, Reason};

const HEADER_LEN: usize = 16;
const HEADER_LEN_V2: usize = 20;

/// Kinds of devices (ARPHRD_…) that give the protocol field another meaning, or none.
const FRAME_RELAY: u16 = 770;
const IEEE80211: u16 = 801;
const IEEE80211_PRISM: u16 = 802;
const IEEE80211_RADIOTAP: u16 = 803;
const NETLINK: u16 = 824;

/// Protocols that are no EtherType: without LLC (IPX), with it, PPP, and those of buses and sensors.
const WITHOUT_LLC: u16 = 0x0001;
const LLC: u16 = 0x0004;
const PPP: u16 = 0x0007;
const CAN: u16 = 0x000c;
const CAN_FD: u16 = 0x000d;
const IEEE802154: u16 = 0x00f6;

pub(crate) fn read(walk: &mut Walk<'_>, span: Span) -> Option<Claim> {
    walk.enter(Layer::LinuxSll);
    match walk.array::<HEADER_LEN>(span, span.at) {
        Some(&[_, _, a, b, .., high, low]) => {
            follow(walk, [a, b], [high, low], span.skip(HEADER_LEN))
        }
        None => Claim::cut_link(LinkType::LINUX_SLL, span),
    }
}

pub(crate) fn read_v2(walk: &mut Walk<'_>, span: Span) -> Option<Claim> {
    walk.enter(Layer::LinuxSll2);
    match walk.array::<HEADER_LEN_V2>(span, span.at) {
        Some(&[high, low, _, _, _, _, _, _, a, b, ..]) => {
            follow(walk, [a, b], [high, low], span.skip(HEADER_LEN_V2))
        }
        None => Claim::cut_link(LinkType::LINUX_SLL2, span),
    }
}

fn follow(walk: &mut Walk<'_>, device: [u8; 2], protocol: [u8; 2], span: Span) -> Option<Claim> {
    let protocol = u16::from_be_bytes(protocol);
    let next = match (u16::from_be_bytes(device), protocol) {
        (NETLINK, _) | (_, WITHOUT_LLC | CAN | CAN_FD | IEEE802154) => return None,
        (FRAME_RELAY, _) => Next::Link(LinkType::FRELAY),
        (IEEE80211, _) => Next::Link(LinkType::IEEE802_11),
        (IEEE80211_PRISM, _) => Next::Link(LinkType::IEEE802_11_PRISM),
        (IEEE80211_RADIOTAP, _) => Next::Link(LinkType::IEEE802_11_RADIOTAP),
        (_, LLC) => Next::Llc,
        (_, PPP) => Next::Ppp,
        (_, 0..=ethernet::MAX_LENGTH) => {
            return Claim::unverifiable(
                Protocol::EtherType(protocol),
                span.at,
                Reason::Unsupported,
            );
        }
        _ => Next::EtherType(protocol),
    };
    walk.push(next, span);
    None
}

//! PPP (RFC 1661), with or without the address and control field of HDLC-like framing (RFC 1662).

use crate::claim::Claim;
use crate::span::Span;
use crate::walk::{Next, Walk};
use crate::{Layer, LinkType, Protocol, Reason};

/// All stations, unnumbered information (RFC 1662 § 3.1).
const ADDRESS_AND_CONTROL: [u8; 2] = [0xff, 0x03];

const IPV4: u16 = 0x0021;
const IPV6: u16 = 0x0057;
const MPLS_UNICAST: u16 = 0x0281;
const MPLS_MULTICAST: u16 = 0x0283;
/// The whole of a bundle encrypted, or a single link of it (RFC 1968).
const ENCRYPTED: [u16; 2] = [0x0053, 0x0055];

pub(crate) fn read(walk: &mut Walk<'_>, span: Span) -> Option<Claim> {
    walk.enter(Layer::Ppp);
    let is_framed = walk.array(span, span.at) == Some(&ADDRESS_AND_CONTROL);
    let span = if is_framed { span.skip(ADDRESS_AND_CONTROL.len()) } else { span };
    let Some((protocol, payload)) = protocol(walk, span) else {
        return Claim::cut_link(LinkType::PPP, span);
    };
    match protocol {
        IPV4 | IPV6 => walk.push(Next::Ip, payload),
        MPLS_UNICAST | MPLS_MULTICAST => walk.push(Next::Mpls, payload),
        _ if has_no_checksum(protocol) => {}
        _ => {
            let is_encrypted = ENCRYPTED.contains(&protocol);
            let reason = if is_encrypted { Reason::Encrypted } else { Reason::Unsupported };
            return Claim::unverifiable(Protocol::Ppp(protocol), span.at, reason);
        }
    }
    None
}

/// The protocol field and what is behind it. Only its last byte is odd, so that a first byte that is
/// odd is all of a compressed field (RFC 1661 § 2, § 6.5).
fn protocol(walk: &Walk<'_>, span: Span) -> Option<(u16, Span)> {
    let [high] = *walk.array(span, span.at)?;
    if high & 1 == 1 {
        return Some((high.into(), span.skip(1)));
    }
    Some((u16::from_be_bytes(*walk.array(span, span.at)?), span.skip(2)))
}

/// Whether packets of this protocol are known to hold neither an IP packet nor an Internet checksum.
fn has_no_checksum(protocol: u16) -> bool {
    matches!(
        protocol,
        0x8000..         // control protocols of networks and links (RFC 1661 § 2)
            | 0x0001     // padding
            | 0x0023     // OSI
            | 0x0025     // Xerox NS
            | 0x0027     // DECnet
            | 0x0029     // AppleTalk
            | 0x002b     // IPX
            | 0x0035     // Banyan Vines
            | 0x003f     // NetBIOS
            | 0x0201 | 0x0203 | 0x0205 // spanning trees
            | 0x0207 // Cisco discovery, whose checksum is its own
    )
}

/// Reads PPP whose address field is the direction: 0 received, 1 sent.
pub(crate) fn read_with_direction(walk: &mut Walk<'_>, span: Span) -> Option<Claim> {
    match walk.array(span, span.at) {
        Some([0 | 1, 0x03]) => read(walk, span.skip(ADDRESS_AND_CONTROL.len())),
        _ => read(walk, span),
    }
}

pub(crate) fn read_behind_direction(walk: &mut Walk<'_>, span: Span) -> Option<Claim> {
    read(walk, span.skip(1))
}

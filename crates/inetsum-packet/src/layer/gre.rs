//! GRE (RFC 2784, RFC 2890), with the routing field of RFC 1701.

use crate::claim::Claim;
use crate::ip_payload::IpPayload;
use crate::layer::{enhanced_gre, erspan, ethernet, nsh, wccp};
use crate::span::Span;
use crate::udp_port::UdpPayload;
use crate::walk::{Next, Walk};
use crate::{Layer, Protocol, Reason};

/// GRE over UDP (RFC 8086).
pub(crate) const PORT: u16 = 4754;

const IP_PROTOCOL: u8 = 47;
const CHECKSUM: usize = 4;
const KEY: usize = 4;
const KEY_BEHIND_CHECKSUM: usize = 8;
const MIN_HEADER_LEN: usize = 4;

const CHECKSUM_PRESENT: u16 = 0x8000;
const ROUTING_PRESENT: u16 = 0x4000;
const KEY_PRESENT: u16 = 0x2000;
const SEQUENCE_PRESENT: u16 = 0x1000;
const VERSION: u16 = 0x0007;

pub(crate) fn read(walk: &mut Walk<'_>, payload: &IpPayload, span: Span) -> Option<Claim> {
    walk.enter(Layer::Gre);
    let Some(&[a, b, c, d]) = walk.array::<MIN_HEADER_LEN>(span, span.at) else {
        return Claim::unverifiable(Protocol::Gre, span.at, Reason::Truncated);
    };
    let (flags, ethertype) = (u16::from_be_bytes([a, b]), u16::from_be_bytes([c, d]));
    match flags & VERSION {
        0 => {}
        1 => return enhanced_gre::read(walk, payload, span),
        _ => return Claim::unverifiable(Protocol::Gre, span.at, Reason::Unsupported),
    }
    if let Some(header_len) = header_len(walk, span, flags)
        && let Some(next) = next(flags, ethertype)
    {
        enter_network(walk, span, flags);
        walk.push_inner(next, span.skip(header_len));
    }
    if flags & CHECKSUM_PRESENT == 0 {
        return Claim::absent(Protocol::Gre, span.at);
    }
    let claim =
        Claim { obstacle: payload.obstacle(), ..Claim::over(Protocol::Gre, span, CHECKSUM) };
    claim.read_in(span)
}

/// Reads GRE over UDP (RFC 8086), if it carries something that is known and uses no reserved bit.
pub(crate) fn read_in_udp(walk: &mut Walk<'_>, payload: &UdpPayload, span: Span) -> Option<Claim> {
    let Some(&[a, b, c, d]) = walk.array::<MIN_HEADER_LEN>(span, span.at) else {
        return payload.unverifiable(span, Reason::Truncated);
    };
    let optional = CHECKSUM_PRESENT | KEY_PRESENT | SEQUENCE_PRESENT;
    if u16::from_be_bytes([a, b]) & !optional != 0 || !is_carried(u16::from_be_bytes([c, d])) {
        return payload.unverifiable(span, Reason::Unsupported);
    }
    walk.push_ip_payload(IpPayload { protocol: IP_PROTOCOL, ..payload.ip }, span);
    None
}

fn is_carried(ethertype: u16) -> bool {
    matches!(
        ethertype,
        ethernet::IPV4
            | ethernet::IPV6
            | ethernet::ETHERNET
            | ethernet::MPLS_UNICAST
            | ethernet::MPLS_MULTICAST
            | nsh::ETHERTYPE
    )
}

/// What the protocol type announces.
fn next(flags: u16, ethertype: u16) -> Option<Next> {
    match ethertype {
        erspan::GRE_PROTOCOL => Some(Next::Erspan { has_header: flags & SEQUENCE_PRESENT != 0 }),
        erspan::GRE_PROTOCOL_III => Some(Next::Erspan { has_header: true }),
        wccp::GRE_PROTOCOL => Some(Next::Wccp),
        // No EtherType, and no length either: keepalives, and numbers of RFC 1701.
        0..ethernet::FIRST_TYPE => None,
        _ => Some(Next::EtherType(ethertype)),
    }
}

/// The key tells tunnels between the same hosts apart (RFC 2890).
fn enter_network(walk: &mut Walk<'_>, span: Span, flags: u16) {
    let has_word_before = flags & (CHECKSUM_PRESENT | ROUTING_PRESENT) != 0;
    let at = if has_word_before { KEY_BEHIND_CHECKSUM } else { KEY };
    if flags & KEY_PRESENT != 0
        && let Some(key) = walk.array(span, span.offset(at))
    {
        walk.enter_network(u32::from_be_bytes(*key).into());
    }
}

/// The header's length; `None` if its routing field was not captured whole.
fn header_len(walk: &Walk<'_>, span: Span, flags: u16) -> Option<usize> {
    let mut len = MIN_HEADER_LEN;
    for flag in [CHECKSUM_PRESENT | ROUTING_PRESENT, KEY_PRESENT, SEQUENCE_PRESENT] {
        if flags & flag != 0 {
            len = len.saturating_add(4);
        }
    }
    if flags & ROUTING_PRESENT == 0 { Some(len) } else { routing_end(walk, span, len) }
}

/// Passes over the source route entries: address family (2 bytes), offset, length, then as many
/// bytes; family and length of 0 are the last (RFC 1701).
fn routing_end(walk: &Walk<'_>, span: Span, mut len: usize) -> Option<usize> {
    loop {
        let [family_high, family_low, _, entry_len] = *walk.array(span, span.offset(len))?;
        len = len.saturating_add(4).saturating_add(entry_len.into());
        if [family_high, family_low, entry_len] == [0, 0, 0] {
            return Some(len);
        }
    }
}

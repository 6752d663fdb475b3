//! Cisco HDLC (RFC 1547 § 4.3.1): address, control and an EtherType.

use crate::claim::Claim;
use crate::layer::ppp;
use crate::span::Span;
use crate::walk::{Next, Walk};
use crate::{Layer, LinkType};

const HEADER_LEN: usize = 4;
const UNICAST: u8 = 0x0f;
const BROADCAST: u8 = 0x8f;
/// The protocol of ISO, which has no EtherType.
const OSI: u16 = 0xfefe;

pub(crate) fn read(walk: &mut Walk<'_>, span: Span) -> Option<Claim> {
    walk.enter(Layer::CiscoHdlc);
    let Some([_, _, high, low]) = walk.array::<HEADER_LEN>(span, span.at) else {
        return Claim::cut_link(LinkType::C_HDLC, span);
    };
    let protocol = u16::from_be_bytes([*high, *low]);
    if protocol != OSI {
        walk.push(Next::EtherType(protocol), span.skip(HEADER_LEN));
    }
    None
}

/// Reads what is PPP by any other address.
pub(crate) fn read_or_ppp(walk: &mut Walk<'_>, span: Span) -> Option<Claim> {
    match walk.array(span, span.at) {
        Some([UNICAST | BROADCAST]) => read(walk, span),
        _ => ppp::read(walk, span),
    }
}

pub(crate) fn read_behind_direction(walk: &mut Walk<'_>, span: Span) -> Option<Claim> {
    read(walk, span.skip(1))
}

//! LISP: data (RFC 9300 § 5, RFC 9305) and the control messages that hold a packet (RFC 9301 § 5.8).

use crate::claim::Claim;
use crate::layer::nsh;
use crate::span::Span;
use crate::udp_port::UdpPayload;
use crate::walk::{Next, Walk};
use crate::{Layer, Reason};

pub(crate) const PORT: u16 = 4341;
pub(crate) const CONTROL_PORT: u16 = 4342;

const HEADER_LEN: usize = 8;
const NEXT_PROTOCOL_PRESENT: u8 = 0x04;
/// The number of the key (RFC 8061).
const ENCRYPTED: u8 = 0x03;

const CONTROL_HEADER_LEN: usize = 4;
const ENCAPSULATED: u8 = 8;
/// Authentication data follows.
const SECURE: u8 = 0x08;

pub(crate) fn read(walk: &mut Walk<'_>, payload: &UdpPayload, span: Span) -> Option<Claim> {
    walk.enter(Layer::Lisp);
    let Some(&[flags, _, _, protocol, ..]) = walk.array::<HEADER_LEN>(span, span.at) else {
        return payload.unverifiable(span, Reason::Truncated);
    };
    if flags & ENCRYPTED != 0 {
        return payload.unverifiable(span, Reason::Encrypted);
    }
    let next =
        if flags & NEXT_PROTOCOL_PRESENT == 0 { Some(Next::Ip) } else { nsh::next(protocol) };
    let Some(next) = next else {
        return payload.unverifiable(span, Reason::Unsupported);
    };
    walk.push_inner(next, span.skip(HEADER_LEN));
    None
}

pub(crate) fn read_control(walk: &mut Walk<'_>, payload: &UdpPayload, span: Span) -> Option<Claim> {
    let [first, ..] = *walk.array::<CONTROL_HEADER_LEN>(span, span.at)?;
    if first >> 4 != ENCAPSULATED {
        return None;
    }
    walk.enter(Layer::Lisp);
    if first & SECURE != 0 {
        return payload.unverifiable(span, Reason::Unsupported);
    }
    walk.push_inner(Next::Ip, span.skip(CONTROL_HEADER_LEN));
    None
}

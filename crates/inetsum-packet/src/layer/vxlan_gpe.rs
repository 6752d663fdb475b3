//! The generic protocol extension of VXLAN (draft-ietf-nvo3-vxlan-gpe).

use crate::claim::Claim;
use crate::layer::nsh;
use crate::span::Span;
use crate::udp_port::UdpPayload;
use crate::walk::{Next, Walk};
use crate::{Layer, Reason};

pub(crate) const PORT: u16 = 4790;

const HEADER_LEN: usize = 8;
const VERSION: u8 = 0x30;
const INSTANCE_VALID: u8 = 0x08;
const NEXT_PROTOCOL_PRESENT: u8 = 0x04;
/// Operations and maintenance: no packet of a user.
const MAINTENANCE: u8 = 0x01;

pub(crate) fn read(walk: &mut Walk<'_>, payload: &UdpPayload, span: Span) -> Option<Claim> {
    walk.enter(Layer::VxlanGpe);
    let Some(&[flags, _, _, protocol, ..]) = walk.array::<HEADER_LEN>(span, span.at) else {
        return payload.unverifiable(span, Reason::Truncated);
    };
    let is_ordinary = flags & (VERSION | INSTANCE_VALID | MAINTENANCE) == INSTANCE_VALID;
    let next =
        if flags & NEXT_PROTOCOL_PRESENT == 0 { Some(Next::Ethernet) } else { nsh::next(protocol) };
    let Some(next) = next.filter(|_| is_ordinary) else {
        return payload.unverifiable(span, Reason::Unsupported);
    };
    walk.push_inner(next, span.skip(HEADER_LEN));
    None
}

//! PIM version 2 (RFC 7761 § 4.9), and the packet inside a Register message.

use crate::claim::Claim;
use crate::ip_payload::IpPayload;
use crate::judge::judge_either;
use crate::span::Span;
use crate::walk::{Next, Walk};
use crate::{Layer, Note, Protocol, Reason};

const CHECKSUM: usize = 2;
const VERSION: u8 = 2;
/// The first byte of a Register message: version and type.
const REGISTER: u8 = 0x21;
/// The same of the header that stands for a message in a Null-Register message over IPv6 (§ 4.9.3).
const DUMMY: u8 = 0;
const DUMMY_LEN: usize = 4;
/// A Register message without the packet in it.
const REGISTER_LEN: usize = 8;

pub(crate) fn read(walk: &mut Walk<'_>, payload: &IpPayload, span: Span) -> Option<Claim> {
    if span.len() == 0 {
        // The IPv4 header in a Null-Register message announces PIM and ends there (§ 4.9.3).
        return None;
    }
    walk.enter(Layer::Pim);
    match walk.array(span, span.at) {
        Some([REGISTER]) => read_register(walk, payload, span),
        Some([first]) if first >> 4 != VERSION && !(*first == DUMMY && span.len() == DUMMY_LEN) => {
            Claim::unverifiable(Protocol::Pim, span.at, Reason::Unsupported)
        }
        _ => claim(payload, span).read_in(span),
    }
}

/// A Register message is summed without the packet in it, but some senders sum all of it (§ 4.9).
/// The packet is a host's; the router that sends the message passes it on as it came.
fn read_register(walk: &mut Walk<'_>, payload: &IpPayload, span: Span) -> Option<Claim> {
    let mut without_packet = claim(payload, span.resize(REGISTER_LEN));
    without_packet.obstacle =
        without_packet.obstacle.or(span.objection(REGISTER_LEN, REGISTER_LEN));
    if span.len() > REGISTER_LEN {
        walk.push_quote(Next::Ip, span.skip(REGISTER_LEN));
    }
    let whole = Claim { note: Some(Note::WholeRegister), ..claim(payload, span) };
    judge_either(walk, span, without_packet, whole)
}

/// There is a pseudo-header over IPv6 only, with the length of what is summed.
fn claim(payload: &IpPayload, summed: Span) -> Claim {
    Claim {
        pseudo_header: payload.is_v6().then(|| payload.pseudo_header(summed.len())),
        obstacle: payload.obstacle(),
        ..Claim::over(Protocol::Pim, summed, CHECKSUM)
    }
}

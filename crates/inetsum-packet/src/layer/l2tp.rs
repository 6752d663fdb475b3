//! L2TP: version 2 over UDP (RFC 2661), which carries PPP, and version 3 (RFC 3931), whose data
//! headers have a length that only the ends of the session know.

use crate::claim::Claim;
use crate::ip_payload::IpPayload;
use crate::span::Span;
use crate::udp_port::UdpPayload;
use crate::walk::{Next, Walk};
use crate::{Layer, Protocol, Reason};

pub(crate) const PORT: u16 = 1701;
const IP_PROTOCOL: u8 = 115;

const CONTROL: u16 = 0x8000;
const LENGTH_PRESENT: u16 = 0x4000;
const SEQUENCE_PRESENT: u16 = 0x0800;
const OFFSET_PRESENT: u16 = 0x0200;
const PRIORITY: u16 = 0x0100;
const VERSION: u16 = 0x000f;
/// Tunnel and session.
const IDENTIFIERS_LEN: usize = 4;

pub(crate) fn read(walk: &mut Walk<'_>, payload: &UdpPayload, span: Span) -> Option<Claim> {
    let flags = u16::from_be_bytes(*walk.array(span, span.at)?);
    let reserved =
        flags & !(LENGTH_PRESENT | SEQUENCE_PRESENT | OFFSET_PRESENT | PRIORITY | VERSION);
    match flags & VERSION {
        _ if flags & CONTROL != 0 || reserved != 0 => None,
        2 => {
            walk.enter(Layer::L2tp);
            match data(walk, span, flags) {
                Ok(frame) => walk.push_inner(Next::Ppp, frame),
                Err(reason) => return payload.unverifiable(span, reason),
            }
            None
        }
        // Layer two forwarding (RFC 2341), and version 3.
        1 | 3 => payload.unverifiable(span, Reason::Unsupported),
        _ => None,
    }
}

/// The PPP frame in a data message.
fn data(walk: &Walk<'_>, span: Span, flags: u16) -> Result<Span, Reason> {
    let word = |at: usize| {
        let word = walk.array(span, span.offset(at)).ok_or(Reason::Truncated)?;
        Ok(usize::from(u16::from_be_bytes(*word)))
    };
    let (mut len, mut message) = (2, span);
    if flags & LENGTH_PRESENT != 0 {
        message = span.resize(word(len)?);
        len = len.saturating_add(2);
    }
    len = len.saturating_add(IDENTIFIERS_LEN);
    if flags & SEQUENCE_PRESENT != 0 {
        len = len.saturating_add(4);
    }
    if flags & OFFSET_PRESENT != 0 {
        len = len.saturating_add(2).saturating_add(word(len)?);
    }
    if message.end > span.end || len > message.len() {
        return Err(Reason::BadLength);
    }
    Ok(message.skip(len))
}

/// Reads version 3 over IP: session 0 is for control messages.
pub(crate) fn read_in_ip(walk: &mut Walk<'_>, _: &IpPayload, span: Span) -> Option<Claim> {
    walk.enter(Layer::L2tp);
    let reason = match walk.array(span, span.at) {
        Some([0, 0, 0, 0]) => return None,
        Some(_) => Reason::Unsupported,
        None => Reason::Truncated,
    };
    Claim::unverifiable(Protocol::Ip(IP_PROTOCOL), span.at, reason)
}

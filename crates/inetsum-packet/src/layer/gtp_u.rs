//! GTP-U (3GPP TS 29.281): the packets of a mobile's user, and signalling, which holds none.

use crate::claim::Claim;
use crate::span::Span;
use crate::udp_port::UdpPayload;
use crate::walk::{Next, Walk};
use crate::{Layer, Reason};

pub(crate) const PORT: u16 = 2152;

const HEADER_LEN: usize = 8;
/// Sequence number, N-PDU number and type of the next extension header: all or none.
const OPTIONAL_LEN: usize = 4;
/// Version 1, and GTP rather than GTP'.
const VERSION_AND_PROTOCOL: u8 = 0xf0;
const GTP_V1: u8 = 0x30;
const HAS_OPTIONAL: u8 = 0x07;
const HAS_EXTENSION: u8 = 0x04;
const USER_PACKET: u8 = 255;

pub(crate) fn read(walk: &mut Walk<'_>, payload: &UdpPayload, span: Span) -> Option<Claim> {
    let &[flags, kind, high, low, ..] = walk.array::<HEADER_LEN>(span, span.at)?;
    let message = span.skip(HEADER_LEN).resize(u16::from_be_bytes([high, low]).into());
    if flags & VERSION_AND_PROTOCOL != GTP_V1 || kind != USER_PACKET || message.end > span.end {
        return None;
    }
    walk.enter(Layer::GtpU);
    let packet = if flags & HAS_OPTIONAL == 0 {
        message
    } else {
        match behind_extensions(walk, message, flags & HAS_EXTENSION != 0) {
            Ok(packet) => packet,
            Err(reason) => return payload.unverifiable(span, reason),
        }
    };
    if walk.array(packet, packet.at).is_some_and(|[first]| !matches!(first >> 4, 4 | 6)) {
        // Ethernet, or a payload without structure.
        return payload.unverifiable(packet, Reason::Unsupported);
    }
    walk.push_inner(Next::Ip, packet);
    None
}

/// Passes over the optional fields and the extension headers: length in units of 4 bytes, content,
/// and the type of the next one, 0 behind the last.
fn behind_extensions(walk: &Walk<'_>, message: Span, has_extension: bool) -> Result<Span, Reason> {
    let [.., mut kind] =
        *walk.array::<OPTIONAL_LEN>(message, message.at).ok_or(Reason::Truncated)?;
    let mut span = message.skip(OPTIONAL_LEN);
    while has_extension && kind != 0 {
        let [units] = *walk.array(span, span.at).ok_or(Reason::Truncated)?;
        let len = usize::from(units).saturating_mul(4);
        if len == 0 || len > span.len() {
            return Err(Reason::BadLength);
        }
        [kind] = *walk.array(span, span.offset(len.saturating_sub(1))).ok_or(Reason::Truncated)?;
        span = span.skip(len);
    }
    Ok(span)
}

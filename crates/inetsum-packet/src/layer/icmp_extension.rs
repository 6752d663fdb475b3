//! The extension structure of an ICMP message, with a checksum of its own (RFC 4884 § 7): behind the
//! quote of an error, and the quote before it, or in an Extended Echo Request (RFC 8335 § 2).

use crate::claim::{Claim, Zero};
use crate::ip_payload::IpPayload;
use crate::span::Span;
use crate::walk::{Next, Walk};
use crate::{Layer, Protocol};

const CHECKSUM: usize = 2;
const HEADER_LEN: usize = 4;
const VERSION: u8 = 2;
/// The header of an ICMP error, and of an Extended Echo Request.
const MESSAGE_HEADER_LEN: usize = 8;
const OBJECT_HEADER_LEN: usize = 4;
/// How long the quote is where an extension follows although its length is not stated, as before
/// RFC 4884 (§ 5.5 there).
const UNSTATED_QUOTE_LEN: usize = 128;

pub(crate) fn read(walk: &mut Walk<'_>, span: Span) -> Option<Claim> {
    walk.enter(Layer::IcmpExtension);
    let claim = Claim {
        zero: Zero::Absent,
        // Zero says that there is none (RFC 4884 § 7), so that a sum that comes out as zero needs
        // the other one.
        zero_is_sent_as_ffff: true,
        ..Claim::over(Protocol::IcmpExtension, span, CHECKSUM)
    };
    claim.read_in(span)
}

/// Says what follows the header of an Extended Echo Request: an extension structure.
///
/// It has one object, which says what interface is asked for, and what is behind that is data of the
/// probe. Where the sum is right only with what is behind, as with a second object, it belongs to it.
pub(crate) fn push_probe(walk: &mut Walk<'_>, payload: &IpPayload, message: Span) {
    let body = message.skip(MESSAGE_HEADER_LEN);
    let Some(&[first, _, _, _, high, low, _, _]) = walk.array(body, body.at) else { return };
    if payload.obstacle().is_some() || first >> 4 != VERSION {
        return;
    }
    let object_len = usize::from(u16::from_be_bytes([high, low]));
    let stated_len = object_len.saturating_add(HEADER_LEN);
    let states_length = object_len >= OBJECT_HEADER_LEN && stated_len <= body.len();
    let is_stated = states_length && !is_intact(walk, body);
    walk.push(Next::IcmpExtension, if is_stated { body.resize(stated_len) } else { body });
}

/// Says what follows the header of an ICMP error without an extension: the packet that it quotes.
pub(crate) fn push_plain_quote(walk: &mut Walk<'_>, message: Span) {
    walk.push_quote(Next::Ip, message.skip(MESSAGE_HEADER_LEN));
}

/// Says what follows the header of an ICMP error: the packet that it quotes, `stated_len` bytes
/// unless that is 0, and the extension structure if there is one.
pub(crate) fn push_quote(
    walk: &mut Walk<'_>,
    payload: &IpPayload,
    message: Span,
    stated_len: usize,
) {
    let body = message.skip(MESSAGE_HEADER_LEN);
    let quote_len = if stated_len == 0 { UNSTATED_QUOTE_LEN } else { stated_len };
    let extension = body.skip(quote_len);
    let has_extension = payload.obstacle().is_none()
        && walk.array(extension, extension.at).is_some_and(|[first]| first >> 4 == VERSION)
        && extension.len() >= HEADER_LEN
        && (stated_len != 0 || is_intact(walk, extension));
    if has_extension {
        walk.push_quote(Next::Ip, body.resize(quote_len));
        walk.push(Next::IcmpExtension, extension);
    } else {
        push_plain_quote(walk, message);
    }
}

/// Whether the checksum shows that this is an extension structure indeed.
fn is_intact(walk: &Walk<'_>, extension: Span) -> bool {
    walk.bytes(extension, extension.at, extension.end).is_some_and(inetsum::verify)
}

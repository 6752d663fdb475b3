//! The extension structure behind the quote of an ICMP error, with a checksum of its own
//! (RFC 4884 § 7), and the quote before it.

use crate::claim::{Claim, Zero};
use crate::ip_payload::IpPayload;
use crate::span::Span;
use crate::walk::{Next, Walk};
use crate::{Layer, Protocol};

const CHECKSUM: usize = 2;
const HEADER_LEN: usize = 4;
const VERSION: u8 = 2;
/// The header of an ICMP error.
const ERROR_HEADER_LEN: usize = 8;
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

/// Says what follows the header of an ICMP error without an extension: the packet that it quotes.
pub(crate) fn push_plain_quote(walk: &mut Walk<'_>, message: Span) {
    walk.push_quote(Next::Ip, message.skip(ERROR_HEADER_LEN));
}

/// Says what follows the header of an ICMP error: the packet that it quotes, `stated_len` bytes
/// unless that is 0, and the extension structure if there is one.
pub(crate) fn push_quote(
    walk: &mut Walk<'_>,
    payload: &IpPayload,
    message: Span,
    stated_len: usize,
) {
    let body = message.skip(ERROR_HEADER_LEN);
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

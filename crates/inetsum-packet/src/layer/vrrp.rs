//! VRRP versions 2 (RFC 3768) and 3 (RFC 5798, RFC 9568), and CARP, which has its protocol number.

use crate::claim::Claim;
use crate::ip_payload::IpPayload;
use crate::judge::judge_either;
use crate::span::Span;
use crate::walk::Walk;
use crate::{Layer, Note, Protocol, Reason};

const CHECKSUM: usize = 6;

const CARP_LEN: usize = 36;
/// Version 2, type 1: both protocols' advertisement.
const ADVERTISEMENT: u8 = 0x21;
/// The fourth byte of CARP: the length of its authentication in words. In VRRP it is the number of
/// addresses, and of these 36 bytes hold five.
const CARP_AUTHENTICATION_LEN: u8 = 7;

pub(crate) fn read(walk: &mut Walk<'_>, payload: &IpPayload, span: Span) -> Option<Claim> {
    let start = walk.array(span, span.at);
    let is_carp = matches!(start, Some([ADVERTISEMENT, _, _, CARP_AUTHENTICATION_LEN]));
    if is_carp && span.len() == CARP_LEN {
        walk.enter(Layer::Carp);
        return claim(Protocol::Carp, payload, span).read_in(span);
    }
    walk.enter(Layer::Vrrp);
    let message = claim(Protocol::Vrrp, payload, span);
    match start.map(|[first, ..]| first >> 4) {
        Some(2) | None => message.read_in(span),
        Some(3) => read_version_3(walk, payload, span, message),
        Some(_) => Claim::unverifiable(Protocol::Vrrp, span.at, Reason::Unsupported),
    }
}

/// RFC 5798 § 5.2.8 has a pseudo-header over IPv4 too, and routers send it; RFC 9568 has none.
fn read_version_3(
    walk: &Walk<'_>,
    payload: &IpPayload,
    span: Span,
    message: Claim,
) -> Option<Claim> {
    let pseudo_header = Some(payload.pseudo_header(span.len()));
    let with_pseudo_header = Claim { pseudo_header, ..message.clone() };
    if payload.is_v6() {
        return with_pseudo_header.read_in(span);
    }
    let with = Claim { note: Some(Note::WithPseudoHeader), ..with_pseudo_header };
    let without = Claim { note: Some(Note::WithoutPseudoHeader), ..message };
    judge_either(walk, span, with, without)
}

fn claim(protocol: Protocol, payload: &IpPayload, span: Span) -> Claim {
    Claim { obstacle: payload.obstacle(), ..Claim::over(protocol, span, CHECKSUM) }
}

//! The fragment header of IPv6 (RFC 8200 § 4.5).

use crate::claim::Claim;
use crate::ip_payload::{FragmentHeader, IpPayload, Part};
use crate::span::Span;
use crate::walk::Walk;
use crate::{Layer, Protocol, Reason};

const HEADER_LEN: usize = 8;

pub(crate) fn read(walk: &mut Walk<'_>, payload: &IpPayload, span: Span) -> Option<Claim> {
    walk.enter(Layer::Fragment);
    let Some(&[next_header, _, high, low, a, b, c, d]) = walk.array::<HEADER_LEN>(span, span.at)
    else {
        return Claim::unverifiable(Protocol::Ipv6, span.at, Reason::Truncated);
    };
    let offset_and_flags = u16::from_be_bytes([high, low]);
    let header = FragmentHeader::new(
        u32::from_be_bytes([a, b, c, d]),
        offset_and_flags >> 3,
        offset_and_flags & 1 != 0,
    );
    let mut behind = payload.behind_extension(next_header);
    behind.part = match Part::of(header) {
        // An atomic fragment is a whole datagram (RFC 6946).
        Part::Whole => payload.part,
        fragment => fragment,
    };
    walk.push_ip_payload(behind, span.skip(HEADER_LEN));
    None
}

//! The routing header (RFC 8200 § 4.4): while segments are left, the last of them is the
//! destination that counts for the pseudo-header (RFC 8200 § 8.1).

use core::net::Ipv6Addr;

use crate::claim::Claim;
use crate::ip_payload::IpPayload;
use crate::layer::ipv6_options::{self, ExtensionHeader};
use crate::span::Span;
use crate::walk::Walk;
use crate::{Addresses, Layer, Note};

/// RFC 5095 (deprecated), and RFC 6275 for mobility: the addresses in order of the way.
const SOURCE_ROUTE: u8 = 0;
const MOBILITY: u8 = 2;
/// RFC 8754: the segments in reverse order.
const SEGMENT_ROUTING: u8 = 4;

/// Where the addresses start, of each type above.
const ADDRESSES: usize = 8;

pub(crate) fn read(walk: &mut Walk<'_>, payload: &IpPayload, span: Span) -> Option<Claim> {
    walk.enter(Layer::Routing);
    let header = match ipv6_options::read(walk, span) {
        Ok(header) => header,
        Err(reason) => return Claim::unverifiable(ExtensionHeader::PROTOCOL, span.at, reason),
    };
    let mut behind = payload.behind_extension(header.next_header);
    if let Addresses::V6 { destination, .. } = &mut behind.addresses {
        match last_segment(header.bytes) {
            Ok(last) => *destination = last.unwrap_or(*destination),
            Err(UnknownType) => behind.note = Some(Note::UnknownRouting),
        }
    }
    walk.push_ip_payload(behind, span.skip(header.len()));
    None
}

/// Segments are left, in a form that is not known.
struct UnknownType;

/// The last segment, if there are segments left.
fn last_segment(header: &[u8]) -> Result<Option<Ipv6Addr>, UnknownType> {
    let [_, _, kind, segments_left, ..] = *header else { return Ok(None) };
    if segments_left == 0 {
        return Ok(None);
    }
    let (addresses, _) = header.get(ADDRESSES..).unwrap_or_default().as_chunks::<16>();
    let last = match kind {
        SOURCE_ROUTE | MOBILITY => addresses.last(),
        SEGMENT_ROUTING => addresses.first(),
        _ => return Err(UnknownType),
    };
    Ok(last.map(|octets| Ipv6Addr::from(*octets)))
}

//! Minimal encapsulation (RFC 2004): what was changed in an IPv4 header to send the packet elsewhere,
//! in a header with a checksum of its own.

use core::net::Ipv4Addr;

use crate::ip_payload::IpPayload;
use crate::judge::{Claim, judge};
use crate::walk::{Next, Span, Walk};
use crate::{Addresses, ChecksumField, Layer, Protocol, Reason};

const CHECKSUM: usize = 2;
const DESTINATION: usize = 4;
const SOURCE: usize = 8;
const SOURCE_PRESENT: u8 = 0x80;

pub(crate) fn read(walk: &mut Walk<'_>, payload: &IpPayload, span: Span) -> Option<ChecksumField> {
    walk.enter(Layer::MinimalEncapsulation);
    let Addresses::V4 { source, .. } = payload.addresses else {
        return walk.unverifiable(Protocol::MinimalEncapsulation, span.at, Reason::Unsupported);
    };
    let has_source =
        walk.array(span, span.at).is_some_and(|[_, flags]| flags & SOURCE_PRESENT != 0);
    let header = span.resize(if has_source { 12 } else { 8 });
    let too_long = (header.end > span.end).then_some(Reason::BadLength);
    let address =
        |at| walk.array::<4>(header, header.offset(at)).map(|octets| Ipv4Addr::from(*octets));
    if let Some([protocol]) = walk.array(header, header.at)
        && let Some(destination) = address(DESTINATION)
        && let Some(source) = if has_source { address(SOURCE) } else { Some(source) }
    {
        let addresses = Addresses::V4 { source, destination };
        let inner = IpPayload { protocol: *protocol, addresses, ..*payload };
        walk.push_inner(Next::IpPayload(inner), span.skip(header.len()));
    }
    let protocol = Protocol::MinimalEncapsulation;
    judge(walk, span, Claim { obstacle: too_long, ..Claim::over(protocol, header, CHECKSUM) })
}

//! IPv4 (RFC 791).

use core::net::Ipv4Addr;

use crate::claim::{Claim, Zero};
use crate::ip_payload::{FragmentHeader, IpPayload, Length, Part};
use crate::span::Span;
use crate::walk::Walk;
use crate::{Addresses, Layer, Protocol, Reason};

pub(crate) const MIN_HEADER_LEN: usize = 20;
const CHECKSUM: usize = 10;

const END_OF_OPTIONS: u8 = 0;
const NO_OPERATION: u8 = 1;
const LOOSE_SOURCE_ROUTE: u8 = 131;
const STRICT_SOURCE_ROUTE: u8 = 137;

/// The fixed part of the header.
pub(crate) struct Header<'f>(pub(crate) &'f [u8; MIN_HEADER_LEN]);

impl Header<'_> {
    pub(crate) fn header_len(&self) -> usize {
        usize::from(self.0[0] & 0x0f).saturating_mul(4)
    }

    pub(crate) fn total_len(&self) -> usize {
        usize::from(u16::from_be_bytes([self.0[2], self.0[3]]))
    }

    fn part(&self) -> Part {
        let identification = u16::from_be_bytes([self.0[4], self.0[5]]);
        let flags_and_offset = u16::from_be_bytes([self.0[6], self.0[7]]);
        let more_fragments = flags_and_offset & 0x2000 != 0;
        Part::of(FragmentHeader::new(identification.into(), flags_and_offset, more_fragments))
    }

    pub(crate) fn protocol(&self) -> u8 {
        self.0[9]
    }

    /// Those of the header, whatever a source route says.
    pub(crate) fn addresses(&self) -> Addresses {
        Addresses::V4 { source: self.source(), destination: self.destination() }
    }

    fn source(&self) -> Ipv4Addr {
        Ipv4Addr::new(self.0[12], self.0[13], self.0[14], self.0[15])
    }

    fn destination(&self) -> Ipv4Addr {
        Ipv4Addr::new(self.0[16], self.0[17], self.0[18], self.0[19])
    }
}

pub(crate) fn read(walk: &mut Walk<'_>, span: Span) -> Option<Claim> {
    walk.enter(Layer::Ipv4);
    let Some(header) = walk.array(span, span.at).map(Header) else {
        return header_claim(span.resize(MIN_HEADER_LEN)).read_in(span);
    };
    let (header_len, total_len) = (header.header_len(), header.total_len());
    let mut claim = header_claim(span.resize(header_len));
    let is_credible = walk.is_credible(span, total_len);
    if header_len < MIN_HEADER_LEN || (total_len != 0 && total_len < header_len) || !is_credible {
        claim.obstacle = Some(Reason::BadLength);
        return claim.read_in(span);
    }
    let (packet, length) = match total_len {
        0 if span.is_loose => (span, Length::Unknown),
        0 => (span, Length::FromFrame),
        _ => (span.resize(total_len), Length::Stated),
    };
    let options = walk.bytes(span, span.offset(MIN_HEADER_LEN), span.offset(header_len));
    let payload = IpPayload {
        protocol: header.protocol(),
        addresses: Addresses::V4 {
            source: header.source(),
            destination: options.and_then(route_end).unwrap_or(header.destination()),
        },
        part: header.part(),
        length,
        note: None,
        extension_headers: 0,
    };
    walk.push_ip_payload(payload, packet.skip(header_len));
    claim.read_in(span)
}

/// The length that the header states, if that leaves room for the header.
pub(super) fn stated_len(walk: &Walk<'_>, span: Span) -> Option<usize> {
    let header = walk.array(span, span.at).map(Header)?;
    let is_possible = (MIN_HEADER_LEN..=header.total_len()).contains(&header.header_len());
    is_possible.then(|| header.total_len())
}

fn header_claim(header: Span) -> Claim {
    Claim { zero: Zero::Unfinished, ..Claim::over(Protocol::Ipv4, header, CHECKSUM) }
}

/// The last address of a source route that is not at its end: the final destination, which the
/// sender put into the pseudo-header (RFC 1122 § 3.2.1.8, RFC 9293 § 3.1).
fn route_end(mut options: &[u8]) -> Option<Ipv4Addr> {
    loop {
        match *options {
            [] | [END_OF_OPTIONS, ..] => return None,
            [NO_OPERATION, ref rest @ ..] => options = rest,
            [kind, len, ..] => {
                let (option, rest) = options.split_at_checked(len.into())?;
                match (kind, option) {
                    (LOOSE_SOURCE_ROUTE | STRICT_SOURCE_ROUTE, [_, _, pointer, route @ ..]) => {
                        let (addresses, []) = route.as_chunks::<4>() else { return None };
                        let last = addresses.last().filter(|_| pointer <= &len);
                        return last.map(|octets| Ipv4Addr::from(*octets));
                    }
                    (_, [_, _, ..]) => options = rest,
                    // A length of 0 or 1 can't be.
                    _ => return None,
                }
            }
            [_] => return None,
        }
    }
}

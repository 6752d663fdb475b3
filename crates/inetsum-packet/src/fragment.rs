//! FRAGMENTS: the piece of a datagram that a frame holds, and the checksums of a datagram that was
//! put together from all of them.

use core::ops::Range;

use crate::fix::fix_walk;
use crate::ip_payload::{FragmentHeader, IpPayload, Length, Part};
use crate::span::Span;
use crate::stack::Place;
use crate::walk::{Next, Walk};
use crate::{Addresses, ChecksumField, Fixed, LinkType, Path};

/// What the length fields of IPv4 and IPv6 leave for a payload.
const MAX_PAYLOAD_V4: usize = 65_535 - 20;
const MAX_PAYLOAD_V6: usize = 65_535;
/// Every fragment but the last ends at such a border.
const UNIT: usize = 8;

/// A fragment of an IP datagram, all of it in one frame.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Fragment {
    /// The datagram that it belongs to.
    pub datagram: DatagramId,
    /// Where its payload starts, in bytes from the start of the datagram's payload; a multiple of 8.
    pub offset: usize,
    /// Whether the datagram ends with it.
    pub is_last: bool,
    /// Where its payload lies in the frame. It isn't empty; its length is a multiple of 8, unless
    /// it is the last one.
    pub payload: Range<usize>,
    ip_payload: IpPayload,
    place: Place,
    path: Path,
}

/// What the fragments of one datagram have in common: source, destination and identification, in
/// IPv4 the protocol (RFC 791 § 2.3, RFC 8200 § 4.5), and the VLANs and tunnels around them, since
/// other networks may use the same addresses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct DatagramId {
    addresses: Addresses,
    /// IPv6 goes by the first fragment alone.
    protocol: Option<u8>,
    identification: u32,
    network: u64,
}

/// The outermost fragment that a frame holds, if it can be put together with others.
///
/// `None` if there is none or its piece of the datagram is not known: not all of it was captured, it
/// doesn't end at a border of 8 bytes, it would lie beyond what a datagram can hold, or its length
/// is not stated. Fragments that an ICMP error quotes are passed over. The parameters are those of
/// [`checksum_fields`](crate::checksum_fields).
///
/// # Examples
///
/// ```
/// use inetsum_packet::{LinkType, fragment_of};
///
/// // The first 8 bytes of a UDP datagram.
/// let frame = *b"\x45\0\0\x1c\x12\x34\x20\0\x40\x11\x5c\x66\xc0\0\x02\x01\xc6\x33\x64\x02\
///     \xc0\x01\0\x35\0\x0d\x0f\x94";
/// let first = fragment_of(&frame, LinkType::RAW, frame.len()).unwrap();
/// assert_eq!((first.offset, first.is_last, first.payload), (0, false, 20..28));
/// ```
#[must_use]
pub fn fragment_of(frame: &[u8], link: LinkType, original_len: usize) -> Option<Fragment> {
    let mut walk = Walk::new(frame, link, original_len);
    while let Some(pending) = walk.pop() {
        match pending.next {
            Next::IpPayload if pending.place().quoted => {}
            Next::IpPayload => {
                let payload = walk.ip_payload()?;
                if let Part::Fragment(header) = payload.part {
                    let (span, place) = (pending.span(), pending.place());
                    let path = walk.path_to(place);
                    return Fragment::new(header, payload, span, place, path, walk.network());
                }
                enter_network_between(&mut walk, payload.addresses);
                walk.read(pending);
            }
            _ => {
                walk.read(pending);
            }
        }
    }
    None
}

/// The ends of a tunnel tell it from others.
fn enter_network_between(walk: &mut Walk<'_>, addresses: Addresses) {
    let (source, destination) = match addresses {
        Addresses::V4 { source, destination } => {
            (u32::from(source).into(), u32::from(destination).into())
        }
        Addresses::V6 { source, destination } => (u128::from(source), u128::from(destination)),
    };
    for address in [source, destination] {
        walk.enter_network((address >> 64) as u64);
        walk.enter_network(address as u64);
    }
}

impl Fragment {
    fn new(
        header: FragmentHeader,
        ip_payload: IpPayload,
        span: Span,
        place: Place,
        path: Path,
        network: u64,
    ) -> Option<Fragment> {
        let offset = usize::from(header.offset);
        let (limit, protocol) = match ip_payload.addresses {
            Addresses::V4 { .. } => (MAX_PAYLOAD_V4, Some(ip_payload.protocol)),
            Addresses::V6 { .. } => (MAX_PAYLOAD_V6, None),
        };
        let is_known = ip_payload.length == Length::Stated
            && span.end <= span.limit
            && span.len() > 0
            && (!header.more_fragments || span.len().is_multiple_of(UNIT))
            && offset.saturating_add(span.len()) <= limit;
        is_known.then_some(Fragment {
            datagram: DatagramId {
                addresses: ip_payload.addresses,
                protocol,
                identification: header.identification,
                network,
            },
            offset,
            is_last: !header.more_fragments,
            payload: span.at..span.end,
            ip_payload: IpPayload { part: Part::Whole, ..ip_payload },
            place: place.outside_of_frame(),
            path,
        })
    }

    /// Walks through the payload of a whole datagram, of which this is the first fragment, and gives
    /// each checksum in it, outermost first.
    ///
    /// Offsets count from the start of `datagram`, the joined payloads of all its fragments. Paths
    /// begin at the start of this fragment's frame. Fragments inside the datagram are not put
    /// together in turn.
    ///
    /// # Examples
    ///
    /// ```
    /// use inetsum_packet::{LinkType, Verdict, fragment_of};
    ///
    /// let frame = *b"\x45\0\0\x1c\x12\x34\x20\0\x40\x11\x5c\x66\xc0\0\x02\x01\xc6\x33\x64\x02\
    ///     \xc0\x01\0\x35\0\x0d\x0f\x94";
    /// let first = fragment_of(&frame, LinkType::RAW, frame.len()).unwrap();
    ///
    /// // "hello" came in the second fragment.
    /// let datagram = *b"\xc0\x01\0\x35\0\x0d\x0f\x94hello";
    /// let udp = first.checksum_fields(&datagram).next().unwrap();
    /// assert_eq!((udp.verdict, udp.at), (Verdict::Correct, 6));
    /// ```
    pub fn checksum_fields(&self, datagram: &[u8]) -> impl Iterator<Item = ChecksumField> {
        self.walk(datagram)
    }

    /// Writes those checksums of a whole datagram, of which this is the first fragment, that
    /// `wanted` picks.
    ///
    /// What [`fix_where`](crate::fix_where) says of a frame holds here of `datagram`, the joined
    /// payloads of all its fragments. [`overwrite`](crate::overwrite) brings what was written into
    /// their frames.
    pub fn fix_where(
        &self,
        datagram: &mut [u8],
        wanted: impl FnMut(&ChecksumField) -> bool,
    ) -> Fixed {
        fix_walk(datagram, |datagram| self.walk(datagram), wanted)
    }

    fn walk<'d>(&self, datagram: &'d [u8]) -> Walk<'d> {
        let span = Span { at: 0, end: datagram.len(), limit: datagram.len(), is_loose: false };
        Walk::through_payload(datagram, self.ip_payload, span, self.place, self.path)
    }
}

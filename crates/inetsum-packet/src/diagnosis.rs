//! DIAGNOSIS: what a wrong checksum is the right one of.

mod carries;
mod extent;
mod hypotheses;
mod ip_header;
mod ipv4_header;
mod words;

use crate::{ChecksumField, OffloadForm};

/// What the value in a field is, where it is not what belongs there.
///
/// It states what the arithmetic shows, not what must have happened: the value stored is the one
/// that comes out under the hypothesis. Each hypothesis is met by accident once in 65536 wrong
/// values (those that differ by two values, once in 32768), and about 40 are tried. Shown as
/// text, it goes on from "the value stored is …".
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Diagnosis {
    /// What a sender leaves to its network card.
    Offloaded(OffloadForm),
    /// Zero that says "no checksum" where there has to be one.
    NoChecksum,
    /// Zero that nobody filled in.
    NotFilledIn,
    /// The zero that was computed, where it has to be sent as 0xffff.
    ZeroNotReplaced,
    /// 0xffff where 0x0000 is computed: the same number.
    OtherZero,
    /// The sum, not complemented.
    NotComplemented,
    /// The right checksum, its bytes in the wrong order.
    ByteSwapped,
    /// The checksum computed with the right checksum in the field instead of zero.
    SummedAgain,
    /// The checksum computed with the pseudo-header's sum in the field instead of zero.
    PseudoHeaderTwice,
    /// The checksum without the pseudo-header.
    PseudoHeaderLeftOut,
    /// The checksum with a pseudo-header, which the protocol does not have.
    PseudoHeaderIncluded,
    /// The checksum of the pseudo-header alone.
    PseudoHeaderOnly,
    /// The checksum with bytes behind those covered.
    BytesBehind {
        /// How many.
        bytes: usize,
        /// Whether the length in the pseudo-header is that much greater too.
        counted: bool,
    },
    /// The checksum of the first bytes, with the pseudo-header if there is one.
    FirstBytes {
        /// How many.
        bytes: usize,
    },
    /// The checksum without the last byte, of an odd number.
    LastByteLeftOut,
    /// The checksum with the last byte, of an odd number, as the low half of its word.
    LastByteMisplaced,
    /// The checksum with the length in the pseudo-header in the wrong byte order.
    LengthByteSwapped,
    /// The checksum with another length in the pseudo-header.
    Length {
        /// In bytes.
        summed: u32,
        /// The one that belongs there.
        right: u32,
    },
    /// The checksum with another protocol in the pseudo-header.
    ProtocolNumber {
        /// Its number.
        summed: u8,
        /// The one that belongs there.
        right: u8,
    },
    /// The checksum with the destination that the IP header names, where a source route or routing
    /// header names another.
    DestinationOfHeader,
    /// The checksum with the source that the IP header names, where there is a home address.
    SourceOfHeader,
    /// The checksum with zeros for the source address.
    SourceLeftOut,
    /// The checksum with zeros for the destination address.
    DestinationLeftOut,
    /// The checksum of an IPv4 header that differs in one field.
    Ipv4Header {
        /// The field.
        field: HeaderField,
        /// The value with which the checksum is right.
        summed: u16,
        /// The value that stands there.
        found: u16,
    },
    /// Wrong by the same difference as the checksum of the IPv4 header before it, as where
    /// addresses were rewritten.
    LikeIpv4Header,
    /// The checksum summed in 16 bits, the carries dropped.
    CarriesLost,
    /// The checksum folded once, the carry out of that dropped.
    LastCarryLost,
    /// One more or one less than the right checksum, as after an update that lost a carry.
    OffByOne,
}

/// A field of the IPv4 header.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[allow(missing_docs)]
pub enum HeaderField {
    TypeOfService,
    TotalLength,
    Identification,
    FlagsAndOffset,
    TimeToLive,
}

/// Says what the value stored in `field` is, if it is not what belongs there and one of the faults
/// known gives it. `frame` is the frame that the field was found in.
///
/// # Examples
///
/// ```
/// use inetsum_packet::{Diagnosis, LinkType, checksum_fields, diagnose};
///
/// // The header's checksum is 0x8db6, and was written in the byte order of the host.
/// let packet = b"\x45\0\0\x14\0\0\0\0\x40\xfd\xb6\x8d\xc0\0\x02\x01\xc6\x33\x64\x02";
/// let field = checksum_fields(packet, LinkType::RAW, packet.len()).next().unwrap();
/// let diagnosis = diagnose(&field, packet).unwrap();
/// assert_eq!(diagnosis, Diagnosis::ByteSwapped);
/// assert_eq!(diagnosis.to_string(), "the right checksum with its two bytes swapped");
/// ```
#[must_use]
pub fn diagnose(field: &ChecksumField, frame: &[u8]) -> Option<Diagnosis> {
    hypotheses::Case::new(field, frame)?.diagnosis()
}

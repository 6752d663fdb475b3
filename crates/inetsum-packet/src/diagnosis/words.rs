//! Diagnoses in words.

use core::fmt;

use crate::{Diagnosis, HeaderField, OffloadForm};

impl Diagnosis {
    /// The diagnosis in one word, as reports for programs show it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Diagnosis::Offloaded(form) => form.name(),
            Diagnosis::NoChecksum => "no-checksum",
            Diagnosis::NotFilledIn => "not-filled-in",
            Diagnosis::ZeroNotReplaced => "zero-not-replaced",
            Diagnosis::OtherZero => "other-zero",
            Diagnosis::NotComplemented => "not-complemented",
            Diagnosis::ByteSwapped => "byte-swapped",
            Diagnosis::SummedAgain => "summed-again",
            Diagnosis::PseudoHeaderTwice => "pseudo-header-twice",
            Diagnosis::PseudoHeaderLeftOut => "pseudo-header-left-out",
            Diagnosis::PseudoHeaderIncluded => "pseudo-header-included",
            Diagnosis::PseudoHeaderOnly => "pseudo-header-only",
            Diagnosis::BytesBehind { .. } => "bytes-behind",
            Diagnosis::FirstBytes { .. } => "first-bytes",
            Diagnosis::LastByteLeftOut => "last-byte-left-out",
            Diagnosis::LastByteMisplaced => "last-byte-misplaced",
            Diagnosis::LengthByteSwapped => "length-byte-swapped",
            Diagnosis::Length { .. } => "length",
            Diagnosis::ProtocolNumber { .. } => "protocol-number",
            Diagnosis::DestinationOfHeader => "destination-of-header",
            Diagnosis::SourceOfHeader => "source-of-header",
            Diagnosis::SourceLeftOut => "source-left-out",
            Diagnosis::DestinationLeftOut => "destination-left-out",
            Diagnosis::Ipv4Header { field, .. } => field.diagnosis_name(),
            Diagnosis::LikeIpv4Header => "like-ipv4-header",
            Diagnosis::CarriesLost => "carries-lost",
            Diagnosis::LastCarryLost => "last-carry-lost",
            Diagnosis::OffByOne => "off-by-one",
        }
    }
}

impl fmt::Display for Diagnosis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match *self {
            Diagnosis::Offloaded(OffloadForm::PseudoHeader) => {
                "the sum of the pseudo-header alone, which a sender leaves for its network card to \
                 complete"
            }
            Diagnosis::Offloaded(OffloadForm::PseudoHeaderWithoutLength) => {
                "the sum of the pseudo-header without its length, which a sender leaves for its \
                 network card to complete in each segment that it cuts"
            }
            Diagnosis::Offloaded(OffloadForm::Zero) => {
                "zero, which a sender leaves for its network card to fill in"
            }
            Diagnosis::NoChecksum => {
                "the zero that says \"no checksum\", which UDP over IPv6 must not send outside of \
                 certain tunnels"
            }
            Diagnosis::NotFilledIn => "zero: nothing was filled in",
            Diagnosis::ZeroNotReplaced => {
                "the zero that was computed, which has to be sent as 0xffff here"
            }
            Diagnosis::OtherZero => {
                "the other zero: 0xffff and 0x0000 are the same number, and a sender computes \
                 0x0000"
            }
            Diagnosis::NotComplemented => "the sum itself, not complemented",
            Diagnosis::ByteSwapped => "the right checksum with its two bytes swapped",
            Diagnosis::SummedAgain => {
                "the checksum computed over a field that held the right checksum already, and was \
                 not zeroed before"
            }
            Diagnosis::PseudoHeaderTwice => {
                "the checksum with the pseudo-header counted twice, as where the sum left for the \
                 network card is not zeroed before"
            }
            Diagnosis::PseudoHeaderLeftOut => "the checksum without the pseudo-header",
            Diagnosis::PseudoHeaderIncluded => {
                "the checksum with a pseudo-header, which this protocol does not have"
            }
            Diagnosis::PseudoHeaderOnly => {
                "the checksum of the pseudo-header alone, without what follows it"
            }
            Diagnosis::LastByteLeftOut => "the checksum without the last byte",
            Diagnosis::LastByteMisplaced => {
                "the checksum with the last byte padded before it, not behind it"
            }
            Diagnosis::LengthByteSwapped => {
                "the checksum with the bytes of the pseudo-header's length swapped"
            }
            Diagnosis::DestinationOfHeader => {
                "the checksum with the IP header's destination in the pseudo-header instead of the \
                 final one"
            }
            Diagnosis::SourceOfHeader => {
                "the checksum with the IP header's source in the pseudo-header instead of the home \
                 address"
            }
            Diagnosis::SourceLeftOut => "the checksum with a source address of zeros",
            Diagnosis::DestinationLeftOut => "the checksum with a destination address of zeros",
            Diagnosis::LikeIpv4Header => {
                "wrong by the same difference as the IPv4 header's checksum, as where addresses \
                 were rewritten and neither checksum updated"
            }
            Diagnosis::CarriesLost => "the checksum with the carries out of 16 bits dropped",
            Diagnosis::LastCarryLost => {
                "the checksum with one carry dropped, as where the sum is folded once only"
            }
            Diagnosis::OffByOne => {
                "one off the right checksum, as after an update in place that lost a carry"
            }
            with_numbers => return with_numbers.write_with_numbers(f),
        })
    }
}

impl Diagnosis {
    fn write_with_numbers(self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Diagnosis::BytesBehind { bytes, counted } => {
                let plural = if bytes == 1 { "" } else { "s" };
                let counted =
                    if counted { " and counted in the pseudo-header's length" } else { "" };
                write!(f, "the checksum with {bytes} byte{plural} behind it summed too{counted}")
            }
            Diagnosis::FirstBytes { bytes } => {
                write!(f, "the checksum of the first {bytes} bytes alone")
            }
            Diagnosis::Length { summed, right } => {
                write!(
                    f,
                    "the checksum with a length of {summed} in the pseudo-header, not {right}"
                )
            }
            Diagnosis::ProtocolNumber { summed, right } => write!(
                f,
                "the checksum with protocol {summed} in the pseudo-header instead of {right}"
            ),
            Diagnosis::Ipv4Header { field, summed, found } => {
                let name = field.name();
                write!(f, "the checksum of the same header with {name} ")?;
                match field {
                    HeaderField::TotalLength | HeaderField::TimeToLive => {
                        write!(f, "{summed} instead of {found}")
                    }
                    HeaderField::TypeOfService => {
                        write!(f, "{summed:#04x} instead of {found:#04x}")
                    }
                    HeaderField::Identification | HeaderField::FlagsAndOffset => {
                        write!(f, "{summed:#06x} instead of {found:#06x}")
                    }
                }
            }
            _ => Ok(()),
        }
    }
}

impl HeaderField {
    fn name(self) -> &'static str {
        match self {
            HeaderField::TypeOfService => "type of service",
            HeaderField::TotalLength => "total length",
            HeaderField::Identification => "identification",
            HeaderField::FlagsAndOffset => "flags and fragment offset",
            HeaderField::TimeToLive => "time to live",
        }
    }

    fn diagnosis_name(self) -> &'static str {
        match self {
            HeaderField::TypeOfService => "other-type-of-service",
            HeaderField::TotalLength => "other-total-length",
            HeaderField::Identification => "other-identification",
            HeaderField::FlagsAndOffset => "other-flags",
            HeaderField::TimeToLive => "other-time-to-live",
        }
    }
}

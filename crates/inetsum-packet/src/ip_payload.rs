//! What an IP header says of the bytes behind it.

use crate::{Addresses, Note, PseudoHeader, Reason};

/// Which part of a datagram a packet carries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    Whole,
    Fragment(FragmentHeader),
}

/// What the header of a fragment says of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct FragmentHeader {
    pub(crate) identification: u32,
    /// In bytes.
    pub(crate) offset: u16,
    pub(crate) more_fragments: bool,
}

impl FragmentHeader {
    /// From a word with the offset in its last 13 bits, in units of 8 bytes.
    pub(crate) fn new(identification: u32, offset: u16, more_fragments: bool) -> FragmentHeader {
        FragmentHeader { identification, offset: offset << 3, more_fragments }
    }
}

impl Part {
    /// The part that a fragment with this header is, unless it holds the whole.
    pub(crate) fn of(header: FragmentHeader) -> Part {
        if header.offset == 0 && !header.more_fragments {
            Part::Whole
        } else {
            Part::Fragment(header)
        }
    }

    pub(crate) fn is_first_fragment(self) -> bool {
        matches!(self, Part::Fragment(header) if header.offset == 0)
    }

    pub(crate) fn is_later_fragment(self) -> bool {
        matches!(self, Part::Fragment(header) if header.offset != 0)
    }
}

/// What is known of the payload's length.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Length {
    /// The IP header states it.
    Stated,
    /// The IP header states zero, as packets do whose segmentation is left to the network card: it
    /// is what the frame has.
    FromFrame,
    /// The IP header states zero, and what the frame has may be padding, or not all of it.
    Unknown,
    /// The jumbo payload option states it (RFC 2675).
    Jumbo,
}

/// What an IP header, and the extension headers behind it, say of the payload.
#[derive(Debug, Clone, Copy)]
pub(crate) struct IpPayload {
    pub(crate) protocol: u8,
    /// As they count for the pseudo-header.
    pub(crate) addresses: Addresses,
    pub(crate) part: Part,
    pub(crate) length: Length,
    /// What is unusual about the addresses.
    pub(crate) note: Option<Note>,
    /// The number of extension headers so far.
    pub(crate) extension_headers: u8,
}

impl IpPayload {
    /// Why a checksum over the payload can't be verified, whatever the protocol.
    pub(crate) fn obstacle(&self) -> Option<Reason> {
        match (self.part, self.length) {
            (Part::Fragment(_), _) => Some(Reason::Fragment),
            (Part::Whole, Length::Unknown) => Some(Reason::UnknownLength),
            (Part::Whole, _) => None,
        }
    }

    /// The pseudo-header for an upper-layer packet of `length` bytes.
    pub(crate) fn pseudo_header(&self, length: usize) -> PseudoHeader {
        PseudoHeader {
            addresses: self.addresses,
            protocol: self.protocol,
            // No capture format holds frames of 4 GiB.
            length: u32::try_from(length).unwrap_or(u32::MAX),
            note: self.note,
        }
    }

    pub(crate) fn is_v6(&self) -> bool {
        matches!(self.addresses, Addresses::V6 { .. })
    }

    /// The payload behind one more extension header.
    pub(crate) fn behind_extension(&self, next_header: u8) -> IpPayload {
        IpPayload {
            protocol: next_header,
            extension_headers: self.extension_headers.saturating_add(1),
            ..*self
        }
    }
}

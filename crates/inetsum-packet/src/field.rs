//! A checksum field as it was found, and what was made of it.

use core::fmt;
use core::ops::Range;

use inetsum::Sum;

use crate::claim::{complement, sum_without_field};
use crate::{Note, Path, Protocol, PseudoHeader};

/// A checksum in a frame, or the place where one could not be looked for.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ChecksumField {
    /// The protocol whose checksum it is.
    pub protocol: Protocol,
    /// How many IP packets lie around the one that holds it: 0 for the outermost, at most 15; 16
    /// where [`Reason::Depth`] says that there are more.
    pub depth: u8,
    /// Where the field starts, in bytes from the start of the frame. If there is none, where the
    /// protocol starts.
    pub at: usize,
    /// The bytes of the frame that it covers, those not captured included.
    pub covers: Range<usize>,
    /// Bytes within [`covers`](Self::covers) that are not summed: the authentication field of
    /// OSPFv2 (RFC 2328 § D.4). Empty in all else.
    pub omits: Range<usize>,
    /// What stands in the field; 0 if it was not captured: see [`is_captured`](Self::is_captured).
    pub stored: u16,
    /// What was made of it.
    pub verdict: Verdict,
    /// Whether it belongs to a packet that an ICMP error or a PIM Register message quotes. Such a packet was rewritten on
    /// its way, legitimately, so its checksums count for nothing and are not fixed.
    pub quoted: bool,
    /// The pseudo-header that is summed before the bytes covered, if the protocol has one.
    pub pseudo_header: Option<PseudoHeader>,
    /// What is unusual about how it was judged; `None` if it is absent or unverifiable.
    pub note: Option<Note>,
    /// The layers from the frame's start to this checksum.
    pub path: Path,
    /// Whether the frame ends in a frame check sequence, as a header in it says: one that
    /// [`fix`](crate::fix) leaves as it is, so that it no longer matches what is written.
    pub has_check_sequence: bool,
    /// Which frame of an aggregate it is in; 0 outside one.
    pub(crate) subframe: u32,
    pub(crate) captured: bool,
    /// Whether `covers` is known, whole and captured.
    pub(crate) computable: bool,
    /// Where the innermost IP header around it starts; its own for an IPv4 header.
    pub(crate) ip_at: Option<usize>,
    pub(crate) zero_is_sent_as_ffff: bool,
}

impl ChecksumField {
    /// Whether there is a field and it was captured, so that [`stored`](Self::stored) means
    /// something.
    #[must_use]
    pub fn is_captured(&self) -> bool {
        self.captured
    }

    /// What the field should hold, once all checksums in the bytes it covers are right too: what
    /// [`fix`](crate::fix) writes.
    ///
    /// For a field that is right as it stands that is what it holds, although `fix` replaces it where
    /// it repairs something inside. `None` where nothing is known or nothing needs to stand there.
    #[must_use]
    pub fn expected(&self) -> Option<u16> {
        match self.verdict {
            Verdict::Wrong { expected }
            | Verdict::Offloaded { expected }
            | Verdict::ZeroForbidden { expected } => Some(expected),
            Verdict::Noncanonical => Some(0),
            Verdict::Correct => Some(self.stored),
            Verdict::Absent | Verdict::Unverifiable(_) => None,
        }
    }

    /// In which form the sender left the checksum to the network card; `None` unless the verdict is
    /// [`Verdict::Offloaded`].
    #[must_use]
    pub fn offload_form(&self) -> Option<OffloadForm> {
        if !matches!(self.verdict, Verdict::Offloaded { .. }) {
            return None;
        }
        Some(match &self.pseudo_header {
            Some(pseudo_header) if pseudo_header.sum().fold() == self.stored => {
                OffloadForm::PseudoHeader
            }
            _ if self.stored == 0 => OffloadForm::Zero,
            _ => OffloadForm::PseudoHeaderWithoutLength,
        })
    }

    /// Sums what the checksum covers in `frame`, the pseudo-header included, the field itself left
    /// out. `None` if not all of it was captured.
    #[must_use]
    pub fn sum_without_field(&self, frame: &[u8]) -> Option<Sum> {
        let pseudo_header = self.pseudo_header.as_ref();
        sum_without_field(frame, self.at, &self.covers, &self.omits, pseudo_header)
    }

    /// The checksum that belongs into the field, from the bytes that `frame` holds now. `None` if
    /// that can't be told: always for [`Verdict::Unverifiable`], sometimes for
    /// [`Verdict::Absent`].
    #[must_use]
    pub fn compute(&self, frame: &[u8]) -> Option<u16> {
        if !self.computable {
            return None;
        }
        let rest = self.sum_without_field(frame)?;
        Some(complement(rest, self.zero_is_sent_as_ffff))
    }
}

/// What was made of a checksum.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Verdict {
    /// The covered bytes with the stored checksum sum to 0xffff.
    Correct,
    /// Right in arithmetic, but stored as 0xffff where a sender computes 0x0000 (RFC 1624 § 3).
    Noncanonical,
    /// Some other value should stand there.
    Wrong {
        /// The right value.
        expected: u16,
    },
    /// Left to the network card, as captures taken on the sending host show it: the folded sum of
    /// the pseudo-header alone, or zero (see [`OffloadForm`]).
    Offloaded {
        /// The right value.
        expected: u16,
    },
    /// Zero in UDP over IPv6 outside a tunnel that may do so (RFC 8200 § 8.1, RFC 6935).
    ZeroForbidden {
        /// The right value.
        expected: u16,
    },
    /// The sender legally sent none.
    Absent,
    /// It can't be computed from what the frame holds.
    Unverifiable(Reason),
}

impl Verdict {
    /// Whether another value belongs into the field.
    #[must_use]
    pub fn is_bad(self) -> bool {
        matches!(self, Self::Wrong { .. } | Self::Offloaded { .. } | Self::ZeroForbidden { .. })
    }

    /// The verdict in one word, as reports show it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Correct => "correct",
            Verdict::Noncanonical => "noncanonical",
            Verdict::Wrong { .. } => "wrong",
            Verdict::Offloaded { .. } => "offloaded",
            Verdict::ZeroForbidden { .. } => "zero-forbidden",
            Verdict::Absent => "absent",
            Verdict::Unverifiable(_) => "unverifiable",
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Verdict::Unverifiable(reason) => write!(f, "{} ({reason})", self.name()),
            _ => f.write_str(self.name()),
        }
    }
}

/// Why a checksum can't be computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Reason {
    /// The capture, or the enclosing packet, ends before the bytes covered do.
    Truncated,
    /// The bytes covered are spread over several fragments.
    Fragment,
    /// The bytes covered are encrypted.
    Encrypted,
    /// A length field contradicts itself or the packet around it.
    BadLength,
    /// The length field is zero, and where the packet ends can't be told: the frame is so short
    /// that it may be padded, or the packet is quoted or in a fragment.
    UnknownLength,
    /// The frame's link type is not known.
    UnknownLink,
    /// The protocol is not known here.
    Unsupported,
    /// The protocol has a check of another kind, such as the CRC32c of SCTP.
    NotInternetChecksum,
    /// More layers than are followed: 16 IP packets in one another, 32 extension headers.
    Depth,
}

impl Reason {
    /// The reason in one word, as reports show it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Reason::Truncated => "truncated",
            Reason::Fragment => "fragment",
            Reason::Encrypted => "encrypted",
            Reason::BadLength | Reason::UnknownLength => "length",
            Reason::UnknownLink => "unknown-link",
            Reason::Unsupported => "unsupported",
            Reason::NotInternetChecksum => "not-internet-checksum",
            Reason::Depth => "depth",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The forms in which senders leave a checksum to the network card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum OffloadForm {
    /// The folded sum of the pseudo-header, not complemented.
    PseudoHeader,
    /// The same without the length, as it is done for segmentation offload.
    PseudoHeaderWithoutLength,
    /// Zero, in an IPv4 header or in TCP.
    Zero,
}

impl OffloadForm {
    /// The form in words, as reports show it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            OffloadForm::PseudoHeader => "pseudo-header",
            OffloadForm::PseudoHeaderWithoutLength => "pseudo-header-without-length",
            OffloadForm::Zero => "zero",
        }
    }
}

//! What reports say of a checksum besides its verdict.

/// What is unusual about how a checksum was judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Note {
    /// A routing header of unknown type has segments left: the destination in the pseudo-header is
    /// the IPv6 header's, though the final one may be meant (RFC 8200 § 8.1).
    UnknownRouting,
    /// VRRPv3 over IPv4 with a pseudo-header (RFC 5798 § 5.2.8).
    WithPseudoHeader,
    /// VRRPv3 over IPv4 without a pseudo-header (RFC 9568 § 5.2.8).
    WithoutPseudoHeader,
    /// A PIM Register message summed with the packet inside it, which is to be accepted as well
    /// (RFC 7761 § 4.9).
    WholeRegister,
}

impl Note {
    /// The note in one word, as reports show it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Note::UnknownRouting => "unknown-routing",
            Note::WithPseudoHeader => "with-pseudo-header",
            Note::WithoutPseudoHeader => "without-pseudo-header",
            Note::WholeRegister => "whole-register",
        }
    }
}

//! SCTP (RFC 9260), whose CRC32c is not an Internet checksum: reported, never touched.

use crate::claim::Claim;
use crate::ip_payload::IpPayload;
use crate::span::Span;
use crate::walk::Walk;
use crate::{Layer, Protocol, Reason};

const CRC32C: usize = 8;

pub(crate) fn read(walk: &mut Walk<'_>, _: &IpPayload, span: Span) -> Option<Claim> {
    walk.enter(Layer::Sctp);
    Claim::unverifiable(Protocol::Sctp, span.offset(CRC32C), Reason::NotInternetChecksum)
}

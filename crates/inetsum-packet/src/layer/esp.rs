//! The encapsulating security payload (RFC 4303), and what else is encrypted: it can't be read.

use crate::claim::Claim;
use crate::ip_payload::IpPayload;
use crate::span::Span;
use crate::udp_port::UdpPayload;
use crate::walk::Walk;
use crate::{Layer, Protocol, Reason};

/// ESP and IKE over UDP (RFC 3948).
pub(crate) const PORT: u16 = 4500;
/// GRE and MPLS over DTLS (RFC 8086, RFC 7510).
pub(crate) const GRE_DTLS_PORT: u16 = 4755;
pub(crate) const MPLS_DTLS_PORT: u16 = 6636;

/// The identifier of the security association and the sequence number.
const HEADER_LEN: usize = 8;

pub(crate) fn read(walk: &mut Walk<'_>, _: &IpPayload, span: Span) -> Option<Claim> {
    walk.enter(Layer::Esp);
    Claim::unverifiable(Protocol::Esp, span.at, Reason::Encrypted)
}

/// Reads what is not a keepalive of one byte, nor IKE, which has zeros in the identifier's place.
pub(crate) fn read_in_udp(walk: &mut Walk<'_>, payload: &UdpPayload, span: Span) -> Option<Claim> {
    if span.len() < HEADER_LEN || walk.array(span, span.at) == Some(&[0; 4]) {
        return None;
    }
    read(walk, &payload.ip, span)
}

pub(crate) fn read_dtls(_: &mut Walk<'_>, payload: &UdpPayload, span: Span) -> Option<Claim> {
    payload.unverifiable(span, Reason::Encrypted)
}

//! UDP-Lite (RFC 3828): UDP with a checksum over the first bytes only.

use crate::claim::{Claim, Zero};
use crate::ip_payload::IpPayload;
use crate::span::Span;
use crate::walk::Walk;
use crate::{Layer, Protocol, Reason};

const HEADER_LEN: usize = 8;
const COVERAGE: usize = 4;
const CHECKSUM: usize = 6;

pub(crate) fn read(walk: &mut Walk<'_>, payload: &IpPayload, span: Span) -> Option<Claim> {
    walk.enter(Layer::UdpLite);
    let coverage = match walk.array(span, span.offset(COVERAGE)) {
        // All of it, as far as is known where the field was not captured.
        Some([0, 0]) | None => span.len(),
        Some(coverage) => usize::from(u16::from_be_bytes(*coverage)),
    };
    let bad_length = (coverage < HEADER_LEN || coverage > span.len()).then_some(Reason::BadLength);
    let claim = Claim {
        pseudo_header: Some(payload.pseudo_header(span.len())),
        zero: Zero::Value,
        zero_is_sent_as_ffff: true,
        obstacle: payload.obstacle().or(bad_length),
        ..Claim::over(Protocol::UdpLite, span.resize(coverage), CHECKSUM)
    };
    claim.read_in(span)
}

//! DCCP (RFC 4340): its checksum covers the header and as much of the data as the header says (§ 9.2).

use crate::claim::Claim;
use crate::ip_payload::IpPayload;
use crate::span::Span;
use crate::walk::Walk;
use crate::{Layer, Protocol};

const DATA_OFFSET: usize = 4;
const CHECKSUM: usize = 6;
const MIN_HEADER_LEN: usize = 12;

pub(crate) fn read(walk: &mut Walk<'_>, payload: &IpPayload, span: Span) -> Option<Claim> {
    walk.enter(Layer::Dccp);
    // The header's length, in units of 4 bytes, and with the other half of its byte the coverage.
    let (header_len, coverage) = match walk.array(span, span.offset(DATA_OFFSET)) {
        Some([data_offset, coverage]) => {
            (usize::from(*data_offset).saturating_mul(4), coverage & 0x0f)
        }
        None => (span.len(), 0),
    };
    let covered = match usize::from(coverage).checked_sub(1) {
        Some(words_of_data) => header_len.saturating_add(words_of_data.saturating_mul(4)),
        None => span.len(),
    };
    let bad_length =
        span.objection(header_len, MIN_HEADER_LEN).or(span.objection(covered, MIN_HEADER_LEN));
    let claim = Claim {
        pseudo_header: Some(payload.pseudo_header(span.len())),
        obstacle: payload.obstacle().or(bad_length),
        ..Claim::over(Protocol::Dccp, span.resize(covered), CHECKSUM)
    };
    claim.read_in(span)
}

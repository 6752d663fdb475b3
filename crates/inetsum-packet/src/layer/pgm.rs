//! PGM (RFC 3208 § 8): the checksum covers the whole IP payload.

use crate::claim::{Claim, Zero};
use crate::ip_payload::IpPayload;
use crate::span::Span;
use crate::walk::Walk;
use crate::{Layer, Protocol};

const TYPE: usize = 4;
const CHECKSUM: usize = 6;

/// Original data and its repair, for which the checksum is mandatory.
const ODATA: u8 = 0x04;
const RDATA: u8 = 0x05;

pub(crate) fn read(walk: &mut Walk<'_>, payload: &IpPayload, span: Span) -> Option<Claim> {
    walk.enter(Layer::Pgm);
    let zero = match walk.array(span, span.offset(TYPE)) {
        Some([ODATA | RDATA]) => Zero::Value,
        _ => Zero::Absent,
    };
    let claim = Claim {
        zero,
        zero_is_sent_as_ffff: true,
        obstacle: payload.obstacle(),
        ..Claim::over(Protocol::Pgm, span, CHECKSUM)
    };
    claim.read_in(span)
}

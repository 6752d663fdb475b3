//! TRILL (RFC 6325 § 3): an Ethernet frame behind a header with options.

use crate::claim::Claim;
use crate::span::Span;
use crate::walk::{Next, Walk};
use crate::{Layer, Protocol, Reason};

pub(crate) const ETHERTYPE: u16 = 0x22f3;

const MIN_HEADER_LEN: usize = 6;

pub(crate) fn read(walk: &mut Walk<'_>, span: Span) -> Option<Claim> {
    walk.enter(Layer::Trill);
    let reason = match walk.array::<MIN_HEADER_LEN>(span, span.at) {
        Some([first, second, ..]) if first >> 6 == 0 => {
            let units = usize::from(u16::from_be_bytes([*first, *second]) >> 6 & 0x1f);
            let header_len = MIN_HEADER_LEN.saturating_add(units.saturating_mul(4));
            walk.push(Next::Ethernet, span.skip(header_len));
            return None;
        }
        Some(_) => Reason::Unsupported,
        None => Reason::Truncated,
    };
    Claim::unverifiable(Protocol::EtherType(ETHERTYPE), span.at, reason)
}

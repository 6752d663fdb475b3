//! ERSPAN (draft-foschiano-erspan): mirrored frames in GRE, behind a header unless of type I.

use crate::claim::Claim;
use crate::span::Span;
use crate::walk::{Next, Walk};
use crate::{Layer, Protocol, Reason};

/// Types I and II.
pub(crate) const GRE_PROTOCOL: u16 = 0x88be;
pub(crate) const GRE_PROTOCOL_III: u16 = 0x22eb;

const TYPE_II: u8 = 1;
const TYPE_II_LEN: usize = 8;
const TYPE_III: u8 = 2;
const TYPE_III_LEN: usize = 12;
/// The platform's own header, which follows that of type III if the last bit there is set.
const PLATFORM_LEN: usize = 8;
const ETHERNET: u8 = 0;
const IP: u8 = 2;

/// Reads a mirrored frame, with a header before it if there is one.
pub(crate) fn read(walk: &mut Walk<'_>, has_header: bool, span: Span) -> Option<Claim> {
    walk.enter(Layer::Erspan);
    let version = walk.array(span, span.at).map(|[first]| first >> 4);
    match version {
        _ if !has_header => walk.push(Next::Ethernet, span),
        Some(TYPE_II) => walk.push(Next::Ethernet, span.skip(TYPE_II_LEN)),
        Some(TYPE_III) => return read_type_iii(walk, span),
        Some(_) => return unverifiable(span, Reason::Unsupported),
        None => return unverifiable(span, Reason::Truncated),
    }
    None
}

fn read_type_iii(walk: &mut Walk<'_>, span: Span) -> Option<Claim> {
    let Some([.., kind, last]) = walk.array::<TYPE_III_LEN>(span, span.at) else {
        return unverifiable(span, Reason::Truncated);
    };
    let next = match kind >> 2 & 0x1f {
        ETHERNET => Next::Ethernet,
        IP => Next::Ip,
        _ => return unverifiable(span, Reason::Unsupported),
    };
    let platform_len = if last & 1 == 0 { 0 } else { PLATFORM_LEN };
    walk.push(next, span.skip(TYPE_III_LEN.saturating_add(platform_len)));
    None
}

fn unverifiable(span: Span, reason: Reason) -> Option<Claim> {
    Claim::unverifiable(Protocol::EtherType(GRE_PROTOCOL), span.at, reason)
}

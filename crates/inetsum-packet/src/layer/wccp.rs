//! Packets that WCCP redirects in GRE (draft-mclaggan-wccp-v2rev1): behind a header of four bytes in
//! version 2, and without one in version 1.

use crate::Layer;
use crate::claim::Claim;
use crate::span::Span;
use crate::walk::{Next, Walk};

pub(crate) const GRE_PROTOCOL: u16 = 0x883e;

const HEADER_LEN: usize = 4;

pub(crate) fn read(walk: &mut Walk<'_>, span: Span) -> Option<Claim> {
    walk.enter(Layer::Wccp);
    let version_and_len = walk.array(span, span.at).map(|[first]| *first);
    // The header starts with two flags, and bits of zero.
    let is_packet = matches!(version_and_len, Some(0x45..=0x4f | 0x60..=0x6f));
    walk.push(Next::Ip, if is_packet { span } else { span.skip(HEADER_LEN) });
    None
}

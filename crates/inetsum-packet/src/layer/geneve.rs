//! GENEVE (RFC 8926): a frame or packet behind a header with options, which say nothing of where it
//! starts, critical or not.

use crate::claim::Claim;
use crate::span::Span;
use crate::udp_port::UdpPayload;
use crate::walk::{Next, Walk};
use crate::{Layer, Reason};

pub(crate) const PORT: u16 = 6081;

const MIN_HEADER_LEN: usize = 8;

pub(crate) fn read(walk: &mut Walk<'_>, payload: &UdpPayload, span: Span) -> Option<Claim> {
    walk.enter(Layer::Geneve);
    let Some(&[version_and_len, _, high, low, network @ .., _]) =
        walk.array::<MIN_HEADER_LEN>(span, span.at)
    else {
        return payload.unverifiable(span, Reason::Truncated);
    };
    if version_and_len >> 6 != 0 {
        return payload.unverifiable(span, Reason::Unsupported);
    }
    // The options, in units of 4 bytes.
    let options_len = usize::from(version_and_len & 0x3f).saturating_mul(4);
    let header_len = MIN_HEADER_LEN.saturating_add(options_len);
    if header_len > span.len() {
        return payload.unverifiable(span, Reason::BadLength);
    }
    walk.enter_virtual_network(network);
    walk.push_inner(Next::EtherType(u16::from_be_bytes([high, low])), span.skip(header_len));
    None
}

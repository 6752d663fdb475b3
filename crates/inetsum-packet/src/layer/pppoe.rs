//! PPP over Ethernet (RFC 2516).

use crate::claim::Claim;
use crate::span::Span;
use crate::walk::{Next, Walk};
use crate::{Layer, LinkType, Protocol, Reason};

const HEADER_LEN: usize = 6;
/// Version 1, type 1.
const VERSION_AND_TYPE: u8 = 0x11;
/// All other codes are of the discovery stage.
const SESSION_DATA: u8 = 0;

pub(crate) fn read(walk: &mut Walk<'_>, span: Span) -> Option<Claim> {
    walk.enter(Layer::Pppoe);
    match walk.array::<HEADER_LEN>(span, span.at) {
        Some(&[VERSION_AND_TYPE, SESSION_DATA, _, _, high, low]) => {
            let length = u16::from_be_bytes([high, low]);
            walk.push(Next::Ppp, span.skip(HEADER_LEN).resize(length.into()));
            None
        }
        Some([VERSION_AND_TYPE, ..]) => None,
        Some(_) => Claim::unverifiable(Protocol::Pppoe, span.at, Reason::Unsupported),
        None => Claim::cut_link(LinkType::PPP_ETHER, span),
    }
}

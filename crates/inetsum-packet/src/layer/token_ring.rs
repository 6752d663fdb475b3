//! Token Ring (IEEE 802.5): access control, frame control, two addresses, where the source says so
//! a route, then LLC.

use crate::claim::Claim;
use crate::span::Span;
use crate::walk::{Next, Walk};
use crate::{Layer, LinkType};

const HEADER_LEN: usize = 14;
/// The bits of the frame control that tell frames of LLC.
const FORMAT: u8 = 0xc0;
const LLC: u8 = 0x40;
/// The bit of the source address that says that a route follows.
const IS_ROUTED: u8 = 0x80;
/// The bits with the length of the route, these two bytes included.
const ROUTE_LEN: u8 = 0x1f;

pub(crate) fn read(walk: &mut Walk<'_>, span: Span) -> Option<Claim> {
    walk.enter(Layer::TokenRing);
    let Some([_, control, _, _, _, _, _, _, source, ..]) = walk.array::<HEADER_LEN>(span, span.at)
    else {
        return Claim::cut_link(LinkType::IEEE802_5, span);
    };
    if control & FORMAT != LLC {
        return None;
    }
    let mut payload = span.skip(HEADER_LEN);
    if source & IS_ROUTED != 0 {
        let Some([route]) = walk.array(payload, payload.at) else {
            return Claim::cut_link(LinkType::IEEE802_5, span);
        };
        payload = payload.skip(usize::from(route & ROUTE_LEN).max(2));
    }
    walk.push(Next::Llc, payload);
    None
}

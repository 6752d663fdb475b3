//! The service tag of provider backbone bridges (IEEE 802.1ah): four bytes, then the customer's
//! Ethernet frame.

use crate::Layer;
use crate::claim::Claim;
use crate::span::Span;
use crate::walk::{Next, Walk};

const TAG_LEN: usize = 4;

pub(crate) fn read(walk: &mut Walk<'_>, span: Span) -> Option<Claim> {
    walk.enter(Layer::Pbb);
    walk.push(Next::Ethernet, span.skip(TAG_LEN));
    None
}

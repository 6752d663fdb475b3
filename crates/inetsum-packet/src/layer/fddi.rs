//! FDDI (ISO 9314-2): frame control and two addresses, then LLC.

use crate::claim::Claim;
use crate::span::Span;
use crate::walk::{Next, Walk};
use crate::{Layer, LinkType};

const HEADER_LEN: usize = 13;
/// The bits of the frame control that tell frames of LLC, synchronous or not.
const FORMAT: u8 = 0x70;
const LLC: u8 = 0x50;

/// Reads the header. Tokens, and frames of the MAC and of station management carry nothing.
pub(crate) fn read(walk: &mut Walk<'_>, span: Span) -> Option<Claim> {
    walk.enter(Layer::Fddi);
    let Some([control, ..]) = walk.array::<HEADER_LEN>(span, span.at) else {
        return Claim::cut_link(LinkType::FDDI, span);
    };
    if control & FORMAT == LLC {
        walk.push(Next::Llc, span.skip(HEADER_LEN));
    }
    None
}

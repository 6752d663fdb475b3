//! Ethernet with its frame check sequence, as netANALYZER devices give it (LINKTYPE_NETANALYZER,
//! LINKTYPE_NETANALYZER_TRANSPARENT).

use crate::Layer;
use crate::claim::Claim;
use crate::span::Span;
use crate::walk::{Next, Walk};

const HEADER_LEN: usize = 4;
/// With the start of frame delimiter.
const PREAMBLE_LEN: usize = 8;
const CHECK_SEQUENCE_LEN: usize = 4;

pub(crate) fn read(walk: &mut Walk<'_>, span: Span) -> Option<Claim> {
    walk.enter(Layer::Netanalyzer);
    walk.note_check_sequence();
    walk.push(Next::Ethernet, span.skip(HEADER_LEN).without_last(CHECK_SEQUENCE_LEN));
    None
}

/// Reads a frame from its preamble on.
pub(crate) fn read_transparent(walk: &mut Walk<'_>, span: Span) -> Option<Claim> {
    read(walk, span.skip(PREAMBLE_LEN))
}

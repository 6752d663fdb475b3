//! GENEVE (RFC 8926): a frame or packet behind a header with options.

use crate::walk::{Next, Span, Walk};
use crate::{ChecksumField, Layer};

const MIN_HEADER_LEN: usize = 8;

pub(crate) fn read(walk: &mut Walk<'_>, span: Span) -> Option<ChecksumField> {
    let [version_and_len, _, high, low, network @ .., _] =
        *walk.array::<MIN_HEADER_LEN>(span, span.at)?;
    if version_and_len >> 6 == 0 {
        walk.enter(Layer::Geneve);
        walk.enter_virtual_network(network);
        // The options, in units of 4 bytes.
        let options_len = usize::from(version_and_len & 0x3f).saturating_mul(4);
        let inner = span.skip(MIN_HEADER_LEN.saturating_add(options_len));
        walk.push_inner(Next::EtherType(u16::from_be_bytes([high, low])), inner);
    }
    None
}

//! IP over IEEE 1394 as Apple captures it (LINKTYPE_APPLE_IP_OVER_IEEE1394): two addresses of eight
//! bytes and an EtherType.

use crate::claim::Claim;
use crate::span::Span;
use crate::walk::{Next, Walk};
use crate::{Layer, LinkType};

const HEADER_LEN: usize = 18;

pub(crate) fn read(walk: &mut Walk<'_>, span: Span) -> Option<Claim> {
    walk.enter(Layer::Ieee1394);
    let Some([.., high, low]) = walk.array::<HEADER_LEN>(span, span.at) else {
        return Claim::cut_link(LinkType::APPLE_IP_OVER_IEEE1394, span);
    };
    walk.push(Next::EtherType(u16::from_be_bytes([*high, *low])), span.skip(HEADER_LEN));
    None
}

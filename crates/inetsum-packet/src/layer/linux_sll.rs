//! Linux "cooked" captures, version 1 and 2 (LINKTYPE_LINUX_SLL, LINKTYPE_LINUX_SLL2).

use crate::walk::{Next, Span, Walk};
use crate::{ChecksumField, Layer, LinkType};

const HEADER_LEN: usize = 16;
const HEADER_LEN_V2: usize = 20;
/// The protocol field of frames with an 802.2 LLC header.
const LLC: u16 = 4;

pub(crate) fn read(walk: &mut Walk<'_>, span: Span) -> Option<ChecksumField> {
    walk.enter(Layer::LinuxSll);
    let Some([.., high, low]) = walk.array::<HEADER_LEN>(span, span.at) else {
        return walk.cut_link(LinkType::LINUX_SLL, span);
    };
    follow(walk, u16::from_be_bytes([*high, *low]), span.skip(HEADER_LEN));
    None
}

pub(crate) fn read_v2(walk: &mut Walk<'_>, span: Span) -> Option<ChecksumField> {
    walk.enter(Layer::LinuxSll2);
    let Some([high, low, ..]) = walk.array::<HEADER_LEN_V2>(span, span.at) else {
        return walk.cut_link(LinkType::LINUX_SLL2, span);
    };
    follow(walk, u16::from_be_bytes([*high, *low]), span.skip(HEADER_LEN_V2));
    None
}

fn follow(walk: &mut Walk<'_>, protocol: u16, span: Span) {
    let next = if protocol == LLC { Next::Llc } else { Next::EtherType(protocol) };
    walk.push(next, span);
}

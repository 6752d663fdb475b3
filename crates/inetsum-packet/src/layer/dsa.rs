//! Ethernet with the tag of a switch, as its host's port gives it (LINKTYPE_DSA_TAG_…): behind the
//! addresses, or before them.

use crate::claim::Claim;
use crate::span::Span;
use crate::walk::{Next, Walk};
use crate::{Layer, LinkType};

const ADDRESSES_LEN: usize = 12;
const TAG_LEN: usize = 4;
/// The same behind an EtherType and two bytes.
const LONG_TAG_LEN: usize = 8;

/// Reads a frame with a tag behind the addresses (Broadcom, Marvell).
pub(crate) fn read(walk: &mut Walk<'_>, span: Span) -> Option<Claim> {
    read_tagged(walk, span, TAG_LEN)
}

/// Reads a frame with a tag that has an EtherType (Marvell).
pub(crate) fn read_long(walk: &mut Walk<'_>, span: Span) -> Option<Claim> {
    read_tagged(walk, span, LONG_TAG_LEN)
}

/// Reads a frame with the tag before it (Broadcom).
pub(crate) fn read_prepended(walk: &mut Walk<'_>, span: Span) -> Option<Claim> {
    walk.enter(Layer::Dsa);
    walk.push(Next::Ethernet, span.skip(TAG_LEN));
    None
}

fn read_tagged(walk: &mut Walk<'_>, span: Span, tag_len: usize) -> Option<Claim> {
    walk.enter(Layer::Ethernet);
    walk.enter(Layer::Dsa);
    let behind = span.skip(ADDRESSES_LEN).skip(tag_len);
    let Some(ethertype) = walk.array(behind, behind.at) else {
        return Claim::cut_link(LinkType::ETHERNET, span);
    };
    walk.push(Next::EtherType(u16::from_be_bytes(*ethertype)), behind.skip(2));
    None
}

//! The log of the Linux packet filter (LINKTYPE_NFLOG): an address family, then attributes in the
//! byte order of the host that captured, one of which is the packet.

use crate::claim::Claim;
use crate::layer::address_family;
use crate::span::Span;
use crate::walk::Walk;
use crate::{Layer, LinkType};

const HEADER_LEN: usize = 4;
const ATTRIBUTE_HEADER_LEN: usize = 4;
const PAYLOAD: u16 = 9;

pub(crate) fn read(walk: &mut Walk<'_>, span: Span) -> Option<Claim> {
    walk.enter(Layer::Nflog);
    let Some([family, ..]) = walk.array::<HEADER_LEN>(span, span.at) else {
        return Claim::cut_link(LinkType::NFLOG, span);
    };
    let Some(packet) = payload(walk, span.skip(HEADER_LEN)) else {
        return Claim::cut_link(LinkType::NFLOG, span);
    };
    address_family::follow(walk, LinkType::NFLOG, (*family).into(), packet)
}

/// Looks for the packet among the attributes: length with this header, type, value, padding to a
/// multiple of 4 bytes.
fn payload(walk: &Walk<'_>, mut attribute: Span) -> Option<Span> {
    loop {
        let header = walk.array::<ATTRIBUTE_HEADER_LEN>(attribute, attribute.at)?;
        let [a, b, c, d] = *header;
        // Types are below 256, so that the order shows.
        let (length, kind) = if d == 0 {
            (u16::from_le_bytes([a, b]), u16::from_le_bytes([c, d]))
        } else {
            (u16::from_be_bytes([a, b]), u16::from_be_bytes([c, d]))
        };
        let length = usize::from(length).max(ATTRIBUTE_HEADER_LEN);
        if kind == PAYLOAD {
            return Some(attribute.resize(length).skip(ATTRIBUTE_HEADER_LEN));
        }
        attribute = attribute.skip(length.next_multiple_of(4));
    }
}

//! Frame Relay (Q.922) with the protocols of RFC 2427, or with an EtherType as Cisco does it.

use crate::claim::Claim;
use crate::layer::{ethernet, nlpid};
use crate::span::Span;
use crate::walk::{Next, Walk};
use crate::{Layer, LinkType, Protocol, Reason};

/// Unnumbered information (RFC 2427 § 3.1).
const CONTROL: u8 = 0x03;
/// What may stand before the identifier, to align what is behind it.
const PADDING: u8 = 0x00;
/// The bit that marks the last byte of the address.
const LAST: u8 = 0x01;

pub(crate) fn read(walk: &mut Walk<'_>, span: Span) -> Option<Claim> {
    walk.enter(Layer::FrameRelay);
    let Some(address_len) = address_len(walk, span) else {
        return Claim::cut_link(LinkType::FRELAY, span);
    };
    let behind = span.skip(address_len);
    match walk.array(behind, behind.at) {
        Some(&[CONTROL, PADDING]) => nlpid::read(walk, behind.skip(2)),
        Some(&[CONTROL, _]) => nlpid::read(walk, behind.skip(1)),
        Some(&ethertype) if u16::from_be_bytes(ethertype) > ethernet::MAX_LENGTH => {
            walk.push(Next::EtherType(u16::from_be_bytes(ethertype)), behind.skip(2));
            None
        }
        Some(_) => {
            let protocol = Protocol::Link(LinkType::FRELAY.0);
            Claim::unverifiable(protocol, behind.at, Reason::Unsupported)
        }
        None => Claim::cut_link(LinkType::FRELAY, span),
    }
}

pub(crate) fn read_behind_direction(walk: &mut Walk<'_>, span: Span) -> Option<Claim> {
    read(walk, span.skip(1))
}

/// The length of the address: two bytes, three or four.
fn address_len(walk: &Walk<'_>, span: Span) -> Option<usize> {
    let is_last = |len: usize| {
        let last = walk.array(span, span.offset(len.saturating_sub(1)));
        last.is_some_and(|[byte]| byte & LAST != 0)
    };
    (2..=4).find(|len| is_last(*len))
}

//! Network layer protocol identifiers, over Frame Relay (RFC 2427) and ATM (RFC 2684).

use crate::claim::Claim;
use crate::layer::snap;
use crate::span::Span;
use crate::walk::{Next, Walk};
use crate::{LinkType, Protocol, Reason};

const SNAP: u8 = 0x80;
const IPV6: u8 = 0x8e;
const COMPRESSED: u8 = 0xb0;
const FRAGMENT: u8 = 0xb1;
const IPV4: u8 = 0xcc;
const PPP: u8 = 0xcf;

/// Reads the identifier. Those of ISO and of signalling carry no Internet checksum.
pub(crate) fn read(walk: &mut Walk<'_>, span: Span) -> Option<Claim> {
    let behind = span.skip(1);
    match walk.array(span, span.at) {
        Some([IPV4 | IPV6]) => walk.push(Next::Ip, behind),
        Some([PPP]) => walk.push(Next::Ppp, behind),
        Some([SNAP]) => snap::read(walk, behind, 0),
        Some([COMPRESSED | FRAGMENT]) => {
            return Claim::unverifiable(
                Protocol::Link(LinkType::FRELAY.0),
                span.at,
                Reason::Unsupported,
            );
        }
        Some(_) => {}
        None => return Claim::cut_link(LinkType::FRELAY, span),
    }
    None
}

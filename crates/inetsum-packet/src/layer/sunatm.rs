//! ATM as SunATM devices give it (LINKTYPE_SUNATM): a header with the kind of traffic and the
//! circuit, then what it carries.

use crate::claim::Claim;
use crate::layer::llc;
use crate::span::Span;
use crate::walk::{Next, Walk};
use crate::{Layer, LinkType, Protocol, Reason};

const HEADER_LEN: usize = 4;
const KIND: u8 = 0x0f;
const LAN_EMULATION: u8 = 1;
const LLC: u8 = 2;
/// Interim local management (ILMI), and signalling (Q.2931).
const MANAGEMENT: u8 = 5;
const SIGNALLING: u8 = 6;
/// The identifier of a client of LAN emulation; this one marks control frames.
const CLIENT_LEN: usize = 2;
const CONTROL: [u8; CLIENT_LEN] = [0xff, 0x00];

pub(crate) fn read(walk: &mut Walk<'_>, span: Span) -> Option<Claim> {
    walk.enter(Layer::Sunatm);
    let Some([flags, ..]) = walk.array::<HEADER_LEN>(span, span.at) else {
        return Claim::cut_link(LinkType::SUNATM, span);
    };
    let payload = span.skip(HEADER_LEN);
    match flags & KIND {
        LLC => return llc::read(walk, payload),
        LAN_EMULATION if walk.array(payload, payload.at) != Some(&CONTROL) => {
            walk.push(Next::Ethernet, payload.skip(CLIENT_LEN));
        }
        LAN_EMULATION | MANAGEMENT | SIGNALLING => {}
        _ => {
            let protocol = Protocol::Link(LinkType::SUNATM.0);
            return Claim::unverifiable(protocol, payload.at, Reason::Unsupported);
        }
    }
    None
}

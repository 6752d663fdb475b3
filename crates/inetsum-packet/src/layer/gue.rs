//! Generic UDP encapsulation (draft-ietf-intarea-gue).

use crate::claim::Claim;
use crate::ip_payload::IpPayload;
use crate::span::Span;
use crate::udp_port::UdpPayload;
use crate::walk::{Next, Walk};
use crate::{Layer, Reason};

pub(crate) const PORT: u16 = 6080;

const BASE_LEN: usize = 4;
const CONTROL: u8 = 0x20;

pub(crate) fn read(walk: &mut Walk<'_>, payload: &UdpPayload, span: Span) -> Option<Claim> {
    walk.enter(Layer::Gue);
    let Some(&[first, protocol, flags_high, flags_low]) = walk.array::<BASE_LEN>(span, span.at)
    else {
        return payload.unverifiable(span, Reason::Truncated);
    };
    // Fields beside the protocol's may say that the payload is encrypted or a fragment, or hold a
    // checksum over it.
    let is_plain = [flags_high, flags_low] == [0, 0];
    match first >> 6 {
        0 if first & CONTROL != 0 => {}
        0 if is_plain && is_packet(protocol) => {
            let fields_len = usize::from(first & 0x1f).saturating_mul(4);
            let inner = IpPayload { protocol, ..payload.ip };
            walk.push_ip_payload(inner, span.skip(BASE_LEN.saturating_add(fields_len)));
        }
        // An IP packet itself, whose version looks like one of the header's.
        1 => walk.push_inner(Next::Ip, span),
        _ => return payload.unverifiable(span, Reason::Unsupported),
    }
    None
}

/// Whether it is a protocol that holds packets of its own: IP in IP, GRE, ESP, EtherIP, MPLS and
/// Ethernet. Others would count on the addresses of an IP header that is not there.
fn is_packet(protocol: u8) -> bool {
    matches!(protocol, 4 | 41 | 47 | 50 | 97 | 137 | 143)
}

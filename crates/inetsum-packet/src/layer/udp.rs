//! UDP (RFC 768) and the tunnels over it.

use crate::claim::{Claim, Zero};
use crate::ip_payload::{IpPayload, Length};
use crate::span::Span;
use crate::udp_port::Tunnel;
use crate::walk::{Next, Walk};
use crate::{Layer, Protocol, Reason};

const HEADER_LEN: usize = 8;
const CHECKSUM: usize = 6;

/// The header.
struct Header<'f>(&'f [u8; HEADER_LEN]);

impl Header<'_> {
    fn source_port(&self) -> u16 {
        u16::from_be_bytes([self.0[0], self.0[1]])
    }

    fn destination_port(&self) -> u16 {
        u16::from_be_bytes([self.0[2], self.0[3]])
    }

    fn length(&self) -> usize {
        usize::from(u16::from_be_bytes([self.0[4], self.0[5]]))
    }
}

pub(crate) fn read(walk: &mut Walk<'_>, payload: &IpPayload, span: Span) -> Option<Claim> {
    walk.enter(Layer::Udp);
    let Some(header) = walk.array(span, span.at).map(Header) else {
        let claim = Claim {
            obstacle: payload.obstacle(),
            zero: if payload.is_v6() { Zero::Forbidden } else { Zero::Absent },
            ..Claim::over(Protocol::Udp, span, CHECKSUM)
        };
        return claim.read_in(span);
    };
    // A jumbogram is longer than the field can say (RFC 2675 § 4).
    let is_jumbo = header.length() == 0 && payload.length == Length::Jumbo;
    let length = if is_jumbo { span.len() } else { header.length() };
    let datagram = span.resize(length);
    let bad_length = (length < HEADER_LEN || length > span.len()).then_some(Reason::BadLength);
    let tunnel = Tunnel::between(header.source_port(), header.destination_port());
    let may_send_zero = !payload.is_v6() || tunnel.is_some_and(|tunnel| tunnel.may_send_zero);
    let claim = Claim {
        pseudo_header: Some(payload.pseudo_header(length)),
        zero: if may_send_zero { Zero::Absent } else { Zero::Forbidden },
        zero_is_sent_as_ffff: true,
        obstacle: payload.obstacle().or(bad_length),
        ..Claim::over(Protocol::Udp, datagram, CHECKSUM)
    };
    // The length is that of the whole datagram.
    let is_sound = payload.part.is_first_fragment() || bad_length.is_none();
    if let Some(tunnel) = tunnel.filter(|_| is_sound) {
        walk.push(Next::UdpPayload(tunnel.port), datagram.skip(HEADER_LEN));
    }
    claim.read_in(span)
}

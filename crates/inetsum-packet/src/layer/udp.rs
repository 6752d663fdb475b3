//! UDP (RFC 768) and the tunnels over it.

use crate::ip_payload::{IpPayload, Length};
use crate::judge::{Claim, Zero, judge};
use crate::walk::{Next, Span, Walk};
use crate::{ChecksumField, Layer, Protocol, Reason};

const HEADER_LEN: usize = 8;
const CHECKSUM: usize = 6;

const VXLAN: u16 = 4789;
/// VXLAN as Linux did it before the port was assigned.
const VXLAN_LINUX: u16 = 8472;
const GENEVE: u16 = 6081;
/// Other tunnels that may send 0 over IPv6 (RFC 6935): GTP-U, LISP, GRE in UDP, VXLAN-GPE, GUE,
/// MPLS in UDP.
const OTHER_TUNNELS: [u16; 6] = [2152, 4341, 4754, 4790, 6080, 6635];

/// The header.
struct Header<'f>(&'f [u8; HEADER_LEN]);

impl Header<'_> {
    fn destination_port(&self) -> u16 {
        u16::from_be_bytes([self.0[2], self.0[3]])
    }

    fn length(&self) -> usize {
        usize::from(u16::from_be_bytes([self.0[4], self.0[5]]))
    }
}

pub(crate) fn read(walk: &mut Walk<'_>, payload: &IpPayload, span: Span) -> Option<ChecksumField> {
    walk.enter(Layer::Udp);
    let Some(header) = walk.array(span, span.at).map(Header) else {
        let claim = Claim {
            obstacle: payload.obstacle(),
            zero: if payload.is_v6() { Zero::Forbidden } else { Zero::Absent },
            ..Claim::over(Protocol::Udp, span, CHECKSUM)
        };
        return judge(walk, span, claim);
    };
    // A jumbogram is longer than the field can say (RFC 2675 § 4).
    let is_jumbo = header.length() == 0 && payload.length == Length::Jumbo;
    let length = if is_jumbo { span.len() } else { header.length() };
    let datagram = span.resize(length);
    let bad_length = (length < HEADER_LEN || length > span.len()).then_some(Reason::BadLength);
    let claim = Claim {
        pseudo_header: Some(payload.pseudo_header(length)),
        zero: zero(payload, header.destination_port()),
        zero_is_sent_as_ffff: true,
        obstacle: payload.obstacle().or(bad_length),
        ..Claim::over(Protocol::Udp, datagram, CHECKSUM)
    };
    match header.destination_port() {
        VXLAN | VXLAN_LINUX => walk.push(Next::Vxlan, datagram.skip(HEADER_LEN)),
        GENEVE => walk.push(Next::Geneve, datagram.skip(HEADER_LEN)),
        _ => {}
    }
    judge(walk, span, claim)
}

fn zero(payload: &IpPayload, destination_port: u16) -> Zero {
    let is_tunnel = matches!(destination_port, VXLAN | VXLAN_LINUX | GENEVE)
        || OTHER_TUNNELS.contains(&destination_port);
    if payload.is_v6() && !is_tunnel { Zero::Forbidden } else { Zero::Absent }
}

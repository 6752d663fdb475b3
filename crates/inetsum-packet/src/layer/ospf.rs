//! OSPF versions 2 (RFC 2328) and 3 (RFC 5340).

use crate::claim::Claim;
use crate::ip_payload::IpPayload;
use crate::judge::judge_either;
use crate::span::Span;
use crate::walk::Walk;
use crate::{Layer, Protocol, Reason};

const CHECKSUM: usize = 12;
/// The authentication field of version 2.
const AUTHENTICATION: usize = 16;
const HEADER_LEN: usize = 24;
const HEADER_LEN_V3: usize = 16;

const HELLO: u8 = 1;
const DATABASE_DESCRIPTION: u8 = 2;

/// The second byte of the options field: an authentication trailer follows (RFC 7166 § 2.1).
const AUTHENTICATION_TRAILER: u8 = 0x04;
/// The type of an authentication trailer (RFC 7166 § 4.1).
const CRYPTOGRAPHIC: [u8; 2] = [0, 1];

/// What the headers of both versions begin with.
struct Header<'f>(&'f [u8; 16]);

impl Header<'_> {
    fn version(&self) -> u8 {
        self.0[0]
    }

    fn kind(&self) -> u8 {
        self.0[1]
    }

    fn len(&self) -> usize {
        usize::from(u16::from_be_bytes([self.0[2], self.0[3]]))
    }

    /// The AuType of version 2; the byte before is the instance (RFC 6549).
    fn authentication_type(&self) -> u8 {
        self.0[15]
    }
}

pub(crate) fn read(walk: &mut Walk<'_>, payload: &IpPayload, span: Span) -> Option<Claim> {
    walk.enter(Layer::Ospf);
    let Some(header) = walk.array(span, span.at).map(Header) else {
        let obstacle = payload.obstacle().or(span.objection(HEADER_LEN_V3, HEADER_LEN_V3));
        let claim = Claim { obstacle, ..Claim::over(Protocol::Ospf, span, CHECKSUM) };
        return claim.read_in(span);
    };
    match (header.version(), header.authentication_type()) {
        (2, 0 | 1) => read_version_2(payload, span, &header),
        // The digest behind the packet takes the checksum's place (RFC 2328 § D.4.3, RFC 7474).
        (2, 2 | 3) => Claim::not_computed(Protocol::Ospf, span, span.offset(CHECKSUM)),
        (3, _) => read_version_3(walk, payload, span, &header),
        _ => Claim::unverifiable(Protocol::Ospf, span.at, Reason::Unsupported),
    }
}

/// All of the packet is summed but the password (RFC 2328 § D.4.1, D.4.2).
fn read_version_2(payload: &IpPayload, span: Span, header: &Header<'_>) -> Option<Claim> {
    let claim = Claim {
        omits: span.offset(AUTHENTICATION)..span.offset(HEADER_LEN),
        obstacle: payload.obstacle().or(span.objection(header.len(), HEADER_LEN)),
        ..Claim::over(Protocol::Ospf, span.resize(header.len()), CHECKSUM)
    };
    claim.read_in(span)
}

/// There is a pseudo-header with the packet's length (RFC 5340 § A.3.1), over IPv4 as well (RFC
/// 7949).
fn read_version_3(
    walk: &Walk<'_>,
    payload: &IpPayload,
    span: Span,
    header: &Header<'_>,
) -> Option<Claim> {
    let claim = Claim {
        pseudo_header: Some(payload.pseudo_header(header.len())),
        obstacle: payload.obstacle().or(span.objection(header.len(), HEADER_LEN_V3)),
        ..Claim::over(Protocol::Ospf, span.resize(header.len()), CHECKSUM)
    };
    match has_trailer(walk, span, header) {
        Some(false) => claim.read_in(span),
        Some(true) => Claim::not_computed(Protocol::Ospf, span, claim.at),
        None => {
            let obstacle = claim.obstacle.or(Some(Reason::Truncated));
            judge_either(walk, span, claim.clone(), Claim { obstacle, ..claim })
        }
    }
}

/// Whether an authentication trailer takes the checksum's place (RFC 7166 § 4.2). Where the packet
/// has options they say so; otherwise it shows behind the packet, if that was captured.
fn has_trailer(walk: &Walk<'_>, span: Span, header: &Header<'_>) -> Option<bool> {
    let options = match header.kind() {
        HELLO => 21,
        DATABASE_DESCRIPTION => 17,
        _ => {
            let behind = span.skip(header.len());
            let start = walk.array(behind, behind.at).map(|start| *start == CRYPTOGRAPHIC);
            return if behind.len() < CRYPTOGRAPHIC.len() { Some(false) } else { start };
        }
    };
    let options = walk.array::<3>(span, span.offset(options));
    Some(options.is_some_and(|[_, options, _]| options & AUTHENTICATION_TRAILER != 0))
}

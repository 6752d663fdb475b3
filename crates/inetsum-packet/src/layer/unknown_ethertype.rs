//! EtherTypes that lead no further.

use crate::walk::{Span, Walk};
use crate::{ChecksumField, Protocol, Reason};

const MPLS: u16 = 0x8847;
const MPLS_MULTICAST: u16 = 0x8848;
const PPPOE_SESSION: u16 = 0x8864;
const MACSEC: u16 = 0x88e5;
const PROVIDER_BACKBONE: u16 = 0x88e7;

/// Reports those that may carry IP packets; all others have no Internet checksum in them.
pub(crate) fn read(walk: &Walk<'_>, ethertype: u16, span: Span) -> Option<ChecksumField> {
    match ethertype {
        MPLS | MPLS_MULTICAST | PPPOE_SESSION | MACSEC | PROVIDER_BACKBONE => {
            walk.unverifiable(Protocol::EtherType(ethertype), span.at, Reason::Unsupported)
        }
        _ => None,
    }
}

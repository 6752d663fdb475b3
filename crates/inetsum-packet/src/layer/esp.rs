//! The encapsulating security payload (RFC 4303): what is behind it can't be read.

use crate::ip_payload::IpPayload;
use crate::walk::{Span, Walk};
use crate::{ChecksumField, Layer, Protocol, Reason};

pub(crate) fn read(walk: &mut Walk<'_>, _: &IpPayload, span: Span) -> Option<ChecksumField> {
    walk.enter(Layer::Esp);
    walk.unverifiable(Protocol::Esp, span.at, Reason::Encrypted)
}

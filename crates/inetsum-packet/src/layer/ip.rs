//! IP of either version: the version field decides, whatever the layer below announced.

use crate::claim::Claim;
use crate::layer::{ipv4, ipv6};
use crate::span::Span;
use crate::walk::Walk;
use crate::{Protocol, Reason};

pub(crate) fn read(walk: &mut Walk<'_>, span: Span) -> Option<Claim> {
    walk.enter_ip(span.at);
    match walk.array::<1>(span, span.at).map(|[first]| first >> 4) {
        Some(4) => ipv4::read(walk, span),
        Some(6) => ipv6::read(walk, span),
        Some(_) => Claim::unverifiable(Protocol::Ipv4, span.at, Reason::Unsupported),
        None => Claim::unverifiable(Protocol::Ipv4, span.at, Reason::Truncated),
    }
}

/// The length of an IP packet by its header, if the span starts like one.
pub(crate) fn stated_len(walk: &Walk<'_>, span: Span) -> Option<usize> {
    let [first] = *walk.array(span, span.at)?;
    match first >> 4 {
        4 => ipv4::stated_len(walk, span),
        6 => ipv6::stated_len(walk, span),
        _ => None,
    }
}

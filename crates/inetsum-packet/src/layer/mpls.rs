//! MPLS (RFC 3032): a stack of labels, and what the last of them does not name.

use crate::claim::Claim;
use crate::layer::{ethernet, ip};
use crate::span::Span;
use crate::walk::{Next, Walk};
use crate::{Layer, LinkType, Protocol, Reason};

const LABEL_LEN: usize = 4;
/// The control word of a pseudowire, which starts with four bits of zero (RFC 4385 § 3).
const CONTROL_WORD_LEN: usize = 4;
/// IPv4 without options. An Ethernet frame starts with its destination, and as one this would be a
/// group of an organisation that has none.
const PLAIN_IPV4: u8 = 0x45;

pub(crate) fn read(walk: &mut Walk<'_>, span: Span) -> Option<Claim> {
    walk.enter(Layer::Mpls);
    let Some(payload) = payload(walk, span) else {
        return Claim::cut_link(LinkType::MPLS, span);
    };
    let Some((next, payload)) = carried(walk, payload) else {
        return Claim::unverifiable(Protocol::Mpls, payload.at, Reason::Unsupported);
    };
    walk.push(next, payload);
    None
}

/// What is behind the label that is marked as the bottom of the stack (RFC 3032 § 2.1).
fn payload(walk: &Walk<'_>, span: Span) -> Option<Span> {
    let (labels, _) = walk.bytes(span, span.at, span.limit)?.as_chunks::<LABEL_LEN>();
    let above_bottom =
        labels.iter().position(|[_, _, class_and_bottom, _]| class_and_bottom & 1 == 1)?;
    Some(span.skip(above_bottom.saturating_add(1).saturating_mul(LABEL_LEN)))
}

/// What the payload is, which only the router that gave the label knows: the one kind that its bytes
/// speak for, if no other does. A destination address of Ethernet may start like an IP header
/// (RFC 4928 § 3), or like a control word.
fn carried(walk: &Walk<'_>, span: Span) -> Option<(Next, Span)> {
    let [first] = *walk.array(span, span.at)?;
    let stated_len = ip::stated_len(walk, span);
    if first == PLAIN_IPV4 || stated_len == Some(span.len()) {
        return Some((Next::Ip, span));
    }
    let behind_control = span.skip(CONTROL_WORD_LEN);
    let plain = ethernet::likely_payload(walk, span);
    let controlled = ethernet::likely_payload(walk, behind_control).filter(|_| first >> 4 == 0);
    let kinds = [
        (Next::Ip, span, stated_len.is_some_and(|len| len <= span.len())),
        (Next::Ethernet, span, plain.is_some()),
        // Among tags the two may meet.
        (Next::Ethernet, behind_control, controlled.is_some() && controlled != plain),
    ];
    let mut likely = kinds.into_iter().filter(|(_, _, is_likely)| *is_likely);
    let (next, span, _) = likely.next().filter(|_| likely.next().is_none())?;
    Some((next, span))
}

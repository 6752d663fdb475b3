//! The walk through a frame's headers: each reads itself, yields at most one checksum and says what
//! follows it.

use core::ops::Range;

use crate::ip_payload::IpPayload;
use crate::judge::settle;
use crate::layer::{
    ethernet, geneve, icmp_extension, ip, linux_sll, llc, nhrp, null, unknown_ethertype, vxlan,
};
use crate::{ChecksumField, Layer, LinkType, Path, Protocol, Reason, Verdict, ip_protocol};

/// How many IP packets may lie in one another.
const MAX_DEPTH: u8 = 16;

/// Where a layer lies in the frame.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Span {
    pub(crate) at: usize,
    /// Where it ends by the lengths that its headers state; what is beyond is padding.
    pub(crate) end: usize,
    /// Where its bytes end: less than `end` if the capture or an enclosing packet stops earlier,
    /// never more.
    pub(crate) limit: usize,
    /// Whether the layer may end before or behind `end`, which no header states: what is there may
    /// be padding, or the rest of a packet of which this is a part.
    pub(crate) is_loose: bool,
}

impl Span {
    /// The length that the headers state.
    pub(crate) fn len(self) -> usize {
        self.end.saturating_sub(self.at)
    }

    /// The position `bytes` after the start.
    pub(crate) fn offset(self, bytes: usize) -> usize {
        self.at.saturating_add(bytes)
    }

    /// What comes after the first `bytes`.
    pub(crate) fn skip(self, bytes: usize) -> Span {
        Span { at: self.offset(bytes), ..self }
    }

    /// The first `bytes`, which may be more than there are.
    pub(crate) fn resize(self, bytes: usize) -> Span {
        let end = self.offset(bytes);
        Span { at: self.at, end, limit: self.limit.min(end), is_loose: false }
    }

    /// What is wrong with a header's statement that it and what belongs to it have this length, of
    /// which its fields alone need `least`.
    pub(crate) fn objection(self, stated: usize, least: usize) -> Option<Reason> {
        (stated < least || stated > self.len()).then_some(Reason::BadLength)
    }

    /// The same, where it may end elsewhere if `is_loose`.
    pub(crate) fn loose_if(self, is_loose: bool) -> Span {
        Span { is_loose: self.is_loose || is_loose, ..self }
    }
}

/// What stands at the start of a span.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Next {
    Link(LinkType),
    Ethernet,
    EtherType(u16),
    Llc,
    Ip,
    IpPayload(IpPayload),
    IcmpExtension,
    Vxlan,
    Geneve,
}

/// A header that is to be read.
#[derive(Debug, Clone, Copy)]
struct Pending {
    next: Next,
    span: Span,
    place: Place,
}

/// What surrounds a header.
#[derive(Debug, Clone, Copy)]
struct Place {
    /// The number of IP packets around it.
    depth: u8,
    quoted: bool,
    path_len: u8,
}

/// The iterator behind [`checksum_fields`](crate::checksum_fields).
///
/// It is cheap to clone, in order to look ahead. It ends: every header but those of IP protocols
/// moves on in the frame, or adds to the depth, and the number of extension headers is bounded.
#[derive(Debug, Clone)]
pub(crate) struct Walk<'f> {
    frame: &'f [u8],
    /// Headers to be read, the next one last. An ICMP error adds two (its extension and its quote)
    /// and the extension nothing, so two places are enough.
    stack: [Option<Pending>; 2],
    place: Place,
    path: Path,
}

impl<'f> Walk<'f> {
    pub(crate) fn new(frame: &'f [u8], link: LinkType, original_len: usize) -> Walk<'f> {
        let end = original_len.max(frame.len());
        let place = Place { depth: 0, quoted: false, path_len: 0 };
        let span = Span { at: 0, end, limit: frame.len(), is_loose: false };
        Walk {
            frame,
            stack: [Some(Pending { next: Next::Link(link), span, place }), None],
            place,
            path: Path::EMPTY,
        }
    }

    /// The `N` bytes at `at`, if they lie within `span` and were captured.
    pub(crate) fn array<const N: usize>(&self, span: Span, at: usize) -> Option<&'f [u8; N]> {
        self.frame.get(at..span.limit)?.first_chunk()
    }

    /// The bytes from `at` to `end`, if they lie within `span` and were captured.
    pub(crate) fn bytes(&self, span: Span, at: usize, end: usize) -> Option<&'f [u8]> {
        self.frame.get(at..end).filter(|_| end <= span.limit)
    }

    pub(crate) fn frame(&self) -> &'f [u8] {
        self.frame
    }

    /// Notes that the header being read is of this layer.
    pub(crate) fn enter(&mut self, layer: Layer) {
        self.path.push(layer);
    }

    /// Says what follows the header being read.
    pub(crate) fn push(&mut self, next: Next, span: Span) {
        self.push_at(next, span, self.place.depth, self.place.quoted);
    }

    /// Says that the header being read is followed by an IP packet inside its own.
    pub(crate) fn push_inner(&mut self, next: Next, span: Span) {
        self.push_at(next, span, self.place.depth.saturating_add(1), self.place.quoted);
    }

    /// Says that the header being read is followed by a packet that it quotes, mostly not to its
    /// end.
    pub(crate) fn push_quote(&mut self, next: Next, span: Span) {
        self.push_at(next, span.loose_if(true), self.place.depth.saturating_add(1), true);
    }

    fn push_at(&mut self, next: Next, span: Span, depth: u8, quoted: bool) {
        let place = Place { depth, quoted, path_len: self.path.len() };
        if let Some(free) = self.stack.iter_mut().find(|slot| slot.is_none()) {
            *free = Some(Pending { next, span, place });
        }
    }

    /// Whether what is to be read next lies in `covers`.
    fn continues_in(&self, covers: &Range<usize>) -> bool {
        self.stack.iter().flatten().any(|pending| covers.contains(&pending.span.at))
    }

    fn pop(&mut self) -> Option<Pending> {
        self.stack.iter_mut().rev().find_map(Option::take)
    }

    /// Reports that no checksum of `protocol` can be looked for at `at`.
    pub(crate) fn no_field(
        &self,
        protocol: Protocol,
        at: usize,
        verdict: Verdict,
    ) -> Option<ChecksumField> {
        Some(ChecksumField {
            protocol,
            depth: self.place.depth,
            at,
            covers: at..at,
            omits: at..at,
            stored: 0,
            verdict,
            quoted: self.place.quoted,
            pseudo_header: None,
            path: self.path,
            captured: false,
            computable: false,
            zero_is_sent_as_ffff: false,
        })
    }

    /// [`no_field`](Self::no_field) for a checksum that can't be verified.
    pub(crate) fn unverifiable(
        &self,
        protocol: Protocol,
        at: usize,
        reason: Reason,
    ) -> Option<ChecksumField> {
        self.no_field(protocol, at, Verdict::Unverifiable(reason))
    }

    /// Reports that the header of a link type at the start of `span` is cut, so that what follows it
    /// is not known.
    pub(crate) fn cut_link(&self, link: LinkType, span: Span) -> Option<ChecksumField> {
        self.unverifiable(Protocol::Link(link.0), span.at, Reason::Truncated)
    }

    fn read(&mut self, Pending { next, span, place }: Pending) -> Option<ChecksumField> {
        self.place = place;
        self.path.truncate(place.path_len);
        match next {
            Next::Link(link) => self.read_link(link, span),
            Next::Ethernet => ethernet::read(self, span),
            Next::EtherType(ethertype) => self.read_ethertype(ethertype, span),
            Next::Llc => llc::read(self, span),
            Next::Ip | Next::IpPayload(_) if place.depth >= MAX_DEPTH => {
                self.unverifiable(Protocol::Ipv4, span.at, Reason::Depth)
            }
            Next::Ip => ip::read(self, span),
            Next::IpPayload(payload) => ip_protocol::read(self, &payload, span),
            Next::IcmpExtension => icmp_extension::read(self, span),
            Next::Vxlan => vxlan::read(self, span),
            Next::Geneve => geneve::read(self, span),
        }
    }

    fn read_link(&mut self, link: LinkType, span: Span) -> Option<ChecksumField> {
        match link {
            LinkType::ETHERNET => ethernet::read(self, span),
            LinkType::NULL => null::read_null(self, span),
            LinkType::LOOP => null::read_loop(self, span),
            LinkType::LINUX_SLL => linux_sll::read(self, span),
            LinkType::LINUX_SLL2 => linux_sll::read_v2(self, span),
            LinkType::RAW
            | LinkType::RAW_BSD
            | LinkType::RAW_OPENBSD
            | LinkType::IPV4
            | LinkType::IPV6 => ip::read(self, span),
            LinkType(number) => {
                self.unverifiable(Protocol::Link(number), span.at, Reason::UnknownLink)
            }
        }
    }

    /// Reads what an EtherType announces; protocols that carry no Internet checksum yield nothing.
    fn read_ethertype(&mut self, ethertype: u16, span: Span) -> Option<ChecksumField> {
        match ethertype {
            ethernet::IPV4 | ethernet::IPV6 => self.read(Pending {
                next: Next::Ip,
                span,
                place: Place { path_len: self.path.len(), ..self.place },
            }),
            ethernet::VLAN | ethernet::VLAN_SERVICE | ethernet::VLAN_QINQ => {
                ethernet::read_vlan(self, ethertype, span)
            }
            ethernet::ETHERNET => ethernet::read(self, span),
            ethernet::NHRP => nhrp::read_frame(self, span),
            0..=ethernet::MAX_LENGTH => llc::read(self, span.resize(ethertype.into())),
            _ => unknown_ethertype::read(self, ethertype, span),
        }
    }

    /// The next checksum, judged by the bytes as they are.
    pub(crate) fn next_as_is(&mut self) -> Option<ChecksumField> {
        while let Some(pending) = self.pop() {
            if let Some(field) = self.read(pending) {
                return Some(field);
            }
        }
        None
    }
}

impl Iterator for Walk<'_> {
    type Item = ChecksumField;

    fn next(&mut self) -> Option<ChecksumField> {
        let mut field = self.next_as_is()?;
        if field.verdict.is_bad() && !field.quoted && self.continues_in(&field.covers) {
            settle(&mut field, self.clone());
        }
        Some(field)
    }
}

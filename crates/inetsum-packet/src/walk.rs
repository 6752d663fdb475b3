//! The walk through a frame's headers: each reads itself, yields at most one checksum and says what
//! follows it.

mod reading;

use core::ops::Range;

use crate::claim::Claim;
use crate::ip_payload::IpPayload;
use crate::judge::{judge, settle};
use crate::span::Span;
use crate::stack::{Pending, Place, Stack};
use crate::{ChecksumField, Layer, LinkType, Path, Verdict};

/// How many IP packets may lie in one another.
const MAX_DEPTH: u8 = 16;

/// What stands at the start of a span.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Next {
    Link(LinkType),
    Ethernet,
    EtherType(u16),
    Llc,
    Ppp,
    Mpls,
    AMsdu,
    Ip,
    /// What [`Walk::ip_payload`] describes.
    IpPayload,
    IcmpExtension,
    /// Of the tunnel that this port is known for.
    UdpPayload(u16),
    Nsh,
    Erspan {
        has_header: bool,
    },
    Wccp,
}

/// The iterator behind [`checksum_fields`](crate::checksum_fields).
///
/// It is cheap to clone, in order to look ahead. It ends: every header but those of IP protocols
/// moves on in the frame, or adds to the depth, and the number of extension headers is bounded.
#[derive(Debug, Clone)]
pub(crate) struct Walk<'f> {
    frame: &'f [u8],
    stack: Stack,
    place: Place,
    path: Path,
    /// What the IP header read last says of its payload, which is the next to be read.
    ip_payload: Option<IpPayload>,
    /// Tells the VLANs and tunnels entered so far from others.
    network: u64,
    has_check_sequence: bool,
    subframe: u32,
}

impl<'f> Walk<'f> {
    pub(crate) fn new(frame: &'f [u8], link: LinkType, original_len: usize) -> Walk<'f> {
        let end = original_len.max(frame.len());
        let span = Span { at: 0, end, limit: frame.len(), is_loose: false };
        Walk::at(frame, Next::Link(link), span, Place::OUTERMOST, Path::EMPTY)
    }

    /// One that starts at an IP payload, which `path` leads to.
    pub(crate) fn through_payload(
        frame: &'f [u8],
        ip_payload: IpPayload,
        span: Span,
        place: Place,
        path: Path,
    ) -> Walk<'f> {
        let ip_payload = Some(ip_payload);
        Walk { ip_payload, ..Walk::at(frame, Next::IpPayload, span, place, path) }
    }

    fn at(frame: &'f [u8], next: Next, span: Span, place: Place, path: Path) -> Walk<'f> {
        let mut stack = Stack::EMPTY;
        stack.push(Pending::new(next, span, place));
        Walk {
            frame,
            stack,
            place,
            path,
            ip_payload: None,
            network: 0,
            has_check_sequence: false,
            subframe: 0,
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

    /// Notes that an IP header starts here.
    pub(crate) fn enter_ip(&mut self, at: usize) {
        self.place.ip_at = Some(at);
    }

    /// Notes a number, a VLAN's say, that tells the network being entered from others, which may use
    /// the same addresses.
    pub(crate) fn enter_network(&mut self, number: u64) {
        // An odd factor loses nothing of what was there.
        self.network = (self.network ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(32);
    }

    /// [`enter_network`](Self::enter_network) for the identifier of VXLAN and its like.
    pub(crate) fn enter_virtual_network(&mut self, [a, b, c]: [u8; 3]) {
        self.enter_network(u32::from_be_bytes([0, a, b, c]).into());
    }

    pub(crate) fn network(&self) -> u64 {
        self.network
    }

    /// The path to the header that was read last.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// The path to a header that is to be read.
    pub(crate) fn path_to(&self, place: Place) -> Path {
        let mut path = self.path;
        path.truncate(place.path_len);
        path
    }

    /// Says what follows the header being read.
    pub(crate) fn push(&mut self, next: Next, span: Span) {
        self.push_at(next, span, self.place.depth, self.place.quoted);
    }

    /// Says that the header being read is followed by an IP packet inside its own.
    pub(crate) fn push_inner(&mut self, next: Next, span: Span) {
        self.push_at(next, span, self.place.depth.saturating_add(1), self.place.quoted);
    }

    /// Says what the IP header being read, or an extension of it, is followed by.
    pub(crate) fn push_ip_payload(&mut self, payload: IpPayload, span: Span) {
        self.ip_payload = Some(payload);
        self.push(Next::IpPayload, span);
    }

    /// The same, where that is a packet inside its own.
    pub(crate) fn push_inner_ip_payload(&mut self, payload: IpPayload, span: Span) {
        self.ip_payload = Some(payload);
        self.push_inner(Next::IpPayload, span);
    }

    /// What is known of the payload, where one is the next to be read.
    pub(crate) fn ip_payload(&self) -> Option<IpPayload> {
        self.ip_payload
    }

    /// Says that the header being read is followed by a packet that it quotes, mostly not to its
    /// end.
    pub(crate) fn push_quote(&mut self, next: Next, span: Span) {
        self.push_at(next, span.loose_if(true), self.place.depth.saturating_add(1), true);
    }

    fn push_at(&mut self, next: Next, span: Span, depth: u8, quoted: bool) {
        let place = Place { depth, quoted, path_len: self.path.len(), ..self.place };
        self.stack.push(Pending::new(next, span, place));
    }

    /// Whether an IP packet of `len` bytes may stand at the start of `span`. Where a UDP port told
    /// that there is one, a length that does not fit shows that it is something else.
    pub(crate) fn is_credible(&self, span: Span, len: usize) -> bool {
        // A quote mostly does not hold the whole packet.
        len <= span.len() || !self.place.by_port || self.place.quoted
    }

    /// Notes that a frame check sequence stands behind what the headers to come speak of.
    pub(crate) fn note_check_sequence(&mut self) {
        self.has_check_sequence = true;
    }

    /// Notes that the next frame of an aggregate is read.
    pub(crate) fn enter_subframe(&mut self) {
        self.subframe = self.subframe.wrapping_add(1);
    }

    /// The walk through what lies in `covers` only.
    fn within(&self, covers: &Range<usize>) -> Walk<'f> {
        Walk { stack: self.stack.filtered(|at| covers.contains(&at)), ..*self }
    }

    fn settle(&self, field: &mut ChecksumField) {
        let inner = self.within(&field.covers);
        if !field.quoted && !inner.stack.is_empty() {
            settle(field, inner);
        }
    }

    /// Lets go of the frame, so that it can be changed.
    pub(crate) fn pause(self) -> Paused {
        let Walk { stack, place, path, ip_payload, network, has_check_sequence, subframe, .. } =
            self;
        Paused { stack, place, path, ip_payload, network, has_check_sequence, subframe }
    }

    pub(crate) fn pop(&mut self) -> Option<Pending> {
        self.stack.pop()
    }

    /// The field that the header read last claims to have, as it was judged.
    #[inline]
    pub(crate) fn field(
        &self,
        claim: &Claim,
        stored: Option<u16>,
        computable: bool,
        verdict: Verdict,
    ) -> ChecksumField {
        let is_judged = !matches!(verdict, Verdict::Absent | Verdict::Unverifiable(_));
        let of_addresses = claim.pseudo_header.and_then(|pseudo_header| pseudo_header.note);
        ChecksumField {
            protocol: claim.protocol,
            depth: self.place.depth,
            at: claim.at,
            covers: claim.covers.clone(),
            omits: claim.omits.clone(),
            stored: stored.unwrap_or_default(),
            verdict,
            quoted: self.place.quoted,
            pseudo_header: claim.pseudo_header,
            note: claim.note.or(of_addresses).filter(|_| is_judged),
            path: self.path,
            has_check_sequence: self.has_check_sequence,
            subframe: self.subframe,
            captured: stored.is_some(),
            computable,
            ip_at: self.place.ip_at,
            zero_is_sent_as_ffff: claim.zero_is_sent_as_ffff,
        }
    }

    /// The next checksum, judged by the bytes as they are.
    pub(crate) fn next_as_is(&mut self) -> Option<ChecksumField> {
        loop {
            let pending = self.pop()?;
            if let Some(claim) = &self.read(pending) {
                return Some(judge(self, claim));
            }
        }
    }
}

impl Iterator for Walk<'_> {
    type Item = ChecksumField;

    #[inline]
    fn next(&mut self) -> Option<ChecksumField> {
        let mut found = self.next_as_is();
        if let Some(field) = &mut found
            && field.verdict.is_bad()
        {
            self.settle(field);
        }
        found
    }
}

/// A walk between two headers, without its frame.
#[derive(Debug)]
pub(crate) struct Paused {
    stack: Stack,
    place: Place,
    path: Path,
    ip_payload: Option<IpPayload>,
    network: u64,
    has_check_sequence: bool,
    subframe: u32,
}

impl Paused {
    /// Goes on in the same frame, in which only checksums may have changed.
    pub(crate) fn resume(self, frame: &[u8]) -> Walk<'_> {
        let Paused { stack, place, path, ip_payload, network, has_check_sequence, subframe } = self;
        Walk { frame, stack, place, path, ip_payload, network, has_check_sequence, subframe }
    }
}

//! What the crate makes of a frame.

use super::ip::V4;
use super::message::Message;
use inetsum_packet::{
    ChecksumField, LinkType, Protocol, Reason, Verdict, checksum_fields, fix, fix_where,
};

pub(crate) fn fields(frame: &[u8], link: LinkType) -> Vec<ChecksumField> {
    checksum_fields(frame, link, frame.len()).collect()
}

/// Each protocol met and its verdict, of a packet without a link header.
pub(crate) fn judged(packet: &[u8]) -> Vec<(Protocol, Verdict)> {
    judged_on(packet, LinkType::RAW)
}

pub(crate) fn judged_on(frame: &[u8], link: LinkType) -> Vec<(Protocol, Verdict)> {
    fields(frame, link).iter().map(|field| (field.protocol, field.verdict)).collect()
}

/// The innermost field of this protocol.
pub(crate) fn innermost(frame: &[u8], link: LinkType, protocol: Protocol) -> ChecksumField {
    let is_it = |field: &ChecksumField| field.protocol == protocol;
    let found = fields(frame, link).into_iter().rfind(is_it);
    found.unwrap_or_else(|| panic!("no {protocol} in {:?}", judged_on(frame, link)))
}

/// The innermost verdict on this protocol, of a packet without a link header.
pub(crate) fn verdict(packet: &[u8], protocol: Protocol) -> Verdict {
    innermost(packet, LinkType::RAW, protocol).verdict
}

/// Asserts that the frame's checksums are of these protocols, and all of them right; and that the
/// innermost one, once altered, is called wrong and made right again.
#[track_caller]
pub(crate) fn assert_right(frame: &[u8], link: LinkType, protocols: &[Protocol]) {
    let right: Vec<_> = protocols.iter().map(|protocol| (*protocol, Verdict::Correct)).collect();
    assert_eq!(judged_on(frame, link), right);
    let Some(protocol) = protocols.last() else { return };
    let field = innermost(frame, link, *protocol);
    let mut altered = frame.to_vec();
    altered[field.at] ^= 0x5a;
    let verdict = innermost(&altered, link, *protocol).verdict;
    assert_eq!(verdict, Verdict::Wrong { expected: field.stored }, "{protocol} altered");
    fix(&mut altered, link, frame.len());
    assert_eq!(altered, frame, "{protocol} fixed");
}

/// [`assert_right`] for a packet without a link header.
#[track_caller]
pub(crate) fn assert_packet_right(packet: &[u8], protocols: &[Protocol]) {
    assert_right(packet, LinkType::RAW, protocols);
}

/// Asserts that the innermost checksum of this protocol can't be verified, and isn't written even
/// if everything is asked for.
#[track_caller]
pub(crate) fn assert_unverifiable(
    frame: &[u8],
    link: LinkType,
    original_len: usize,
    protocol: Protocol,
    reason: Reason,
) {
    let fields: Vec<_> = checksum_fields(frame, link, original_len).collect();
    let field = fields.iter().rfind(|field| field.protocol == protocol);
    let verdict = field.map(|field| field.verdict);
    assert_eq!(verdict, Some(Verdict::Unverifiable(reason)), "{protocol}");
    let at = field.unwrap().at;
    let mut fixed = frame.to_vec();
    fix_where(&mut fixed, link, original_len, |_| true);
    assert_eq!(fixed.get(at..at + 2), frame.get(at..at + 2), "{protocol} written");
}

/// [`assert_unverifiable`] for a whole packet without a link header.
#[track_caller]
pub(crate) fn assert_packet_unverifiable(packet: &[u8], protocol: Protocol, reason: Reason) {
    assert_unverifiable(packet, LinkType::RAW, packet.len(), protocol, reason);
}

/// Asserts that `fix` makes `right` of `wrong` by as many checksums as this.
#[track_caller]
pub(crate) fn assert_fixed(wrong: &[u8], right: &[u8], link: LinkType, written: usize) {
    let mut frame = wrong.to_vec();
    let fixed = fix(&mut frame, link, wrong.len());
    assert_eq!(frame, right);
    assert_eq!(fixed.written, written);
}

/// Asserts that the message is not verified where it is cut anywhere, or in a fragment.
#[track_caller]
pub(crate) fn assert_unverifiable_in_parts(message: Message, protocol: Protocol) {
    let packet = V4::new().carry(message.clone());
    for captured in V4::HEADER_LEN..packet.len() {
        let (cut, len) = (&packet[..captured], packet.len());
        assert_unverifiable(cut, LinkType::RAW, len, protocol, Reason::Truncated);
    }
    for fragment in [V4::MORE_FRAGMENTS, 5] {
        let packet = V4::new().fragment(fragment).carry(message.clone());
        assert_packet_unverifiable(&packet, protocol, Reason::Fragment);
    }
}

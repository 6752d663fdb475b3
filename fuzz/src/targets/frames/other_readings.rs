//! What the crate says of a frame in other ways than by its fields, held against these.

use inetsum_packet::view::{Icmp, Icmpv6, Ipv4, Tcp, Udp};
use inetsum_packet::{
    Addresses, ChecksumField, Fragment, Layer, LayerSpan, Protocol, Verdict, checksum_fields,
    diagnose, fragment_of, layers, overwrite,
};

use crate::frames::captured::Captured;
use crate::frames::oracle;

/// As many as a path holds, twice: of an ICMP error and of what it quotes.
const MOST_LAYERS: usize = 1000;

pub(crate) fn check(captured: &Captured, fields: &[ChecksumField]) {
    let Captured { link, bytes, original_len } = captured;
    let found: Vec<_> = layers(bytes, *link, *original_len).take(MOST_LAYERS + 1).collect();
    assert!(found.len() <= MOST_LAYERS, "too many layers");
    for field in fields {
        assert_path_is_in(&found, field);
        assert_explained(field, bytes);
        assert_view_agrees(field, bytes);
    }
    if let Some(fragment) = fragment_of(bytes, *link, *original_len) {
        assert_fragment(&fragment, captured);
    }
    assert_overwritten(captured, fields);
}

/// Whether each layer on the way to the field is one that lies around it.
fn assert_path_is_in(found: &[LayerSpan], field: &ChecksumField) {
    let leads_there =
        |layer: &&Layer| found.iter().any(|span| span.layer == **layer && span.at <= field.at);
    let missing = field.path.layers().iter().find(|layer| !leads_there(layer));
    assert!(missing.is_none(), "{missing:?} in {field:?}, {found:?}");
}

/// Whether a diagnosis is given of values only that are not what a sender computes.
fn assert_explained(field: &ChecksumField, bytes: &[u8]) {
    let diagnosis = diagnose(field, bytes);
    let may_be = field.verdict.is_bad() || field.verdict == Verdict::Noncanonical;
    assert!(may_be || diagnosis.is_none(), "{diagnosis:?} of {field:?}");
    if let Some(diagnosis) = diagnosis {
        assert!(!diagnosis.to_string().is_empty());
    }
}

/// Whether the view over the bytes that the field covers finds them right exactly if they are, and
/// writes what belongs there.
fn assert_view_agrees(field: &ChecksumField, bytes: &[u8]) {
    if matches!(field.verdict, Verdict::Absent | Verdict::Unverifiable(_)) {
        return;
    }
    let mut covered = bytes[field.covers.clone()].to_vec();
    let addresses = field.pseudo_header.as_ref().map(|pseudo_header| pseudo_header.addresses);
    let Some((stored, verifies)) = seen_and_set(field.protocol, &mut covered, addresses) else {
        return;
    };
    let mut summed = field.pseudo_header.as_ref().map_or(Vec::new(), oracle::pseudo_header_of);
    summed.extend(oracle::summed(field, bytes));
    let is_right =
        oracle::sum(&summed) == 0xffff && (field.protocol != Protocol::Udp || stored != 0);
    assert_eq!((stored, verifies), (field.stored, is_right), "{field:?}");
    let at = field.at - field.covers.start;
    let written = u16::from_be_bytes([covered[at], covered[at + 1]]);
    let expected = oracle::expected(field, bytes);
    let expected =
        if field.protocol == Protocol::Udp { oracle::never_zero(expected) } else { expected };
    assert_eq!(written, expected, "{field:?}");
}

/// What the view of this protocol reads, and whether that is right; then it sets the checksum.
/// `None` if there is no such view, or none over jumbograms, whose length field is 0.
fn seen_and_set(
    protocol: Protocol,
    covered: &mut [u8],
    addresses: Option<Addresses>,
) -> Option<(u16, bool)> {
    Some(match (protocol, addresses) {
        (Protocol::Ipv4, None) => {
            let mut view = Ipv4::new(covered)?;
            let seen = (view.checksum(), view.verify_checksum());
            view.set_checksum();
            seen
        }
        (Protocol::Icmp, None) => {
            let mut view = Icmp::new(covered).expect("a message");
            let seen = (view.checksum(), view.verify_checksum());
            view.set_checksum();
            seen
        }
        (Protocol::Tcp, Some(addresses)) => {
            let mut view = Tcp::new(covered).expect("a segment");
            let seen = (view.checksum(), view.verify_checksum(addresses));
            view.set_checksum(addresses);
            seen
        }
        (Protocol::Udp, Some(addresses)) => {
            let mut view = Udp::new(covered)?;
            let seen = (view.checksum(), view.verify_checksum(addresses));
            view.set_checksum(addresses);
            seen
        }
        (Protocol::Icmpv6, Some(addresses)) => {
            let mut view = Icmpv6::new(covered).expect("a message");
            let seen = (view.checksum(), view.verify_checksum(addresses));
            view.set_checksum(addresses);
            seen
        }
        _ => return None,
    })
}

/// Whether a fragment lies in its frame, and repairing a datagram that starts with it changes
/// checksums alone and leaves none wrong.
fn assert_fragment(fragment: &Fragment, captured: &Captured) {
    let payload = &captured.bytes[fragment.payload.clone()];
    assert!(!payload.is_empty() && (fragment.is_last || payload.len().is_multiple_of(8)));
    assert!(fragment.offset.is_multiple_of(8));
    let is_bad = |field: &ChecksumField| !field.quoted && field.verdict.is_bad();
    let mut datagram = [payload, b"the rest"].concat();
    let fields: Vec<_> = fragment.checksum_fields(&datagram).collect();
    let before = datagram.clone();
    fragment.fix_where(&mut datagram, is_bad);
    let differs = |at: &usize| before[*at] != datagram[*at];
    for at in (0..before.len()).filter(differs) {
        let is_in = |field: &ChecksumField| (field.at..field.at + 2).contains(&at);
        assert!(fields.iter().any(is_in), "byte {at} changed");
    }
    let still_bad = fragment.checksum_fields(&datagram).find(is_bad);
    assert!(still_bad.is_none(), "{still_bad:?}");
}

/// Whether what covers an overwritten byte follows it: the last byte that a field covers is changed,
/// and what was right, and covers no other that was wrong, is right after it.
fn assert_overwritten(captured: &Captured, fields: &[ChecksumField]) {
    let Captured { link, bytes, original_len } = captured;
    let is_sound = |field: &&ChecksumField| field.verdict == Verdict::Correct;
    let Some(innermost) = fields.iter().rfind(is_sound) else { return };
    let at = innermost.covers.end - 1;
    let mut overwritten = bytes.clone();
    let replacement = [bytes[at] ^ 0x5a];
    overwrite(&mut overwritten, *link, *original_len, at, &replacement);
    let is_in = |place: usize| {
        place == at || fields.iter().any(|field| (field.at..field.at + 2).contains(&place))
    };
    for place in 0..bytes.len() {
        assert!(bytes[place] == overwritten[place] || is_in(place), "byte {place} changed");
    }
    assert_eq!(
        checksum_fields(bytes, *link, *original_len).count(),
        fields.len(),
        "the walk does not repeat itself"
    );
}

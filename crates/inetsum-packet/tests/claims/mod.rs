//! What is claimed of every frame, whatever is in it, and of frames that were built right.

use inetsum_packet::{ChecksumField, Protocol, Reason, Verdict, checksum_fields, fix, fix_where};

use crate::frames::captured::Captured;
use crate::frames::oracle;

/// More than the layers that are followed can hold.
const MOST_FIELDS: usize = 64;

/// Asserts all claims, and gives the fields.
pub(crate) fn check(captured: &Captured) -> Vec<ChecksumField> {
    let Captured { link, bytes, original_len } = captured;
    let fields: Vec<_> =
        checksum_fields(bytes, *link, *original_len).take(MOST_FIELDS + 1).collect();
    assert!(fields.len() <= MOST_FIELDS, "too many fields");
    let mut fixed = bytes.clone();
    let written = fix(&mut fixed, *link, *original_len).written;

    fields.iter().for_each(|field| assert_consistent(field, bytes));
    assert_outermost_first(&fields);
    fields.iter().for_each(|field| assert_as_by_definition(field, bytes, &fixed));
    assert_only_checksums_written(&fields, bytes, &fixed, written);
    assert_fixed(captured, &fields, &fixed);
    assert_nothing_unknown_written(captured, &fields);
    fields
}

/// Asserts all claims of a frame that was built right, this among them.
pub(crate) fn check_right(captured: &Captured) {
    let fields = check(captured);
    assert!(!fields.is_empty());
    for field in fields {
        assert!(is_fine(&field), "{field:?}");
    }
}

/// Verdicts of a frame that nothing is wrong with; zero lengths in short frames or quotes leave
/// some open.
fn is_fine(field: &ChecksumField) -> bool {
    match field.verdict {
        Verdict::Correct | Verdict::Absent => true,
        Verdict::Unverifiable(reason) => {
            matches!(
                reason,
                Reason::UnknownLength | Reason::NotInternetChecksum | Reason::Unsupported
            ) || field.quoted && reason == Reason::Truncated
        }
        _ => false,
    }
}

/// Asserts that `fix` gives a frame that was built right back where checksums of it are altered:
/// those whose bit in `which` is set, by what is set in `how`.
pub(crate) fn check_made_right(captured: &Captured, which: u64, how: u16) {
    let mut altered = captured.bytes.clone();
    let fields = check(captured);
    // An extension behind a quote of unstated length shows by its being right.
    let is_fixable = |field: &&ChecksumField| {
        let is_extension = field.protocol == Protocol::IcmpExtension;
        field.expected().is_some() && !field.quoted && !is_extension
    };
    for (index, field) in fields.iter().filter(is_fixable).enumerate() {
        // Zero would say that there is none.
        let value = field.stored ^ how;
        if which >> (index % 64) & 1 == 1 && value != 0 && value != 0xffff {
            altered[field.at..field.at + 2].copy_from_slice(&value.to_be_bytes());
        }
    }
    let altered = Captured { bytes: altered, ..captured.clone() };
    // Where two forms of a checksum are accepted, a wrong one may be right in the other.
    let is_right_in_another_form = |field: &ChecksumField| {
        let is_altered = fields.iter().any(|was| was.at == field.at && was.stored != field.stored);
        is_altered && field.note.is_some() && field.verdict == Verdict::Correct
    };
    if check(&altered).iter().any(is_right_in_another_form) {
        return;
    }
    let mut fixed = altered.bytes;
    fix(&mut fixed, captured.link, captured.original_len);
    assert_eq!(fixed, captured.bytes);
}

fn is_verifiable(field: &ChecksumField) -> bool {
    !matches!(field.verdict, Verdict::Absent | Verdict::Unverifiable(_))
}

fn word(bytes: &[u8], at: usize) -> u16 {
    u16::from_be_bytes([bytes[at], bytes[at + 1]])
}

fn assert_consistent(field: &ChecksumField, bytes: &[u8]) {
    assert!(field.covers.start <= field.covers.end, "{field:?}");
    let is_too_deep = field.verdict == Verdict::Unverifiable(Reason::Depth);
    assert!(field.depth < 16 || field.depth == 16 && !is_verifiable(field), "{field:?}");
    assert!(!is_too_deep || !field.is_captured(), "{field:?}");
    if field.is_captured() {
        assert_eq!(field.stored, word(bytes, field.at), "{field:?}");
    } else {
        assert_eq!(field.stored, 0, "{field:?}");
        assert!(!is_verifiable(field), "{field:?}");
    }
    if is_verifiable(field) {
        let covers = &field.covers;
        assert!(covers.start <= field.at && field.at + 2 <= covers.end, "{field:?}");
        assert!(covers.end <= bytes.len(), "{field:?}");
        assert!((field.at - covers.start).is_multiple_of(2), "{field:?}");
        assert!(field.at + 2 <= field.omits.start && field.omits.end <= covers.end, "{field:?}");
    }
    assert_eq!(
        field.verdict.is_bad(),
        matches!(field.verdict.name(), "wrong" | "offloaded" | "zero-forbidden")
    );
    assert_eq!(field.offload_form().is_some(), field.verdict.name() == "offloaded");
}

fn assert_outermost_first(fields: &[ChecksumField]) {
    for (index, outer) in fields.iter().enumerate() {
        for inner in &fields[index + 1..] {
            let is_around = is_verifiable(inner) && inner.covers.contains(&outer.at);
            assert!(!is_around, "{inner:?} covers {outer:?}");
        }
    }
}

/// Whether the sum with the field in place is 0xffff.
fn is_right(field: &ChecksumField, bytes: &[u8]) -> bool {
    let mut summed = field.pseudo_header.as_ref().map_or(Vec::new(), oracle::pseudo_header_of);
    summed.extend(oracle::summed(field, bytes));
    oracle::sum(&summed) == 0xffff
}

fn assert_as_by_definition(field: &ChecksumField, bytes: &[u8], fixed: &[u8]) {
    if !is_verifiable(field) {
        return;
    }
    // What stands there once the inside is right; a quote stays as it is.
    let goal = if field.quoted { bytes } else { fixed };
    match field.verdict {
        Verdict::Correct if is_right(field, bytes) => {}
        Verdict::Correct => assert_eq!(word(fixed, field.at), field.stored, "{field:?}"),
        Verdict::Noncanonical => {
            assert!(is_right(field, bytes) && field.stored == 0xffff, "{field:?}");
            assert_eq!(oracle::expected(field, bytes), 0, "{field:?}");
        }
        _ => {
            assert!(!is_right(field, bytes) || field.stored == 0, "{field:?}");
            let expected = field.expected().unwrap();
            assert_ne!(expected, field.stored, "{field:?}");
            let by_definition = oracle::expected(field, goal);
            let is_never_zero = matches!(
                field.protocol.to_string().as_str(),
                "udp" | "udplite" | "icmp-ext" | "rsvp" | "pgm"
            );
            let by_definition =
                if is_never_zero { oracle::never_zero(by_definition) } else { by_definition };
            assert_eq!(expected, by_definition, "{field:?}");
        }
    }
}

fn assert_only_checksums_written(
    fields: &[ChecksumField],
    bytes: &[u8],
    fixed: &[u8],
    written: usize,
) {
    assert_eq!(bytes.len(), fixed.len());
    let was_written = |field: &&ChecksumField| {
        field.is_captured() && word(bytes, field.at) != word(fixed, field.at)
    };
    let changed: Vec<_> = fields.iter().filter(was_written).collect();
    assert_eq!(written, changed.len());
    for field in &changed {
        let is_stale =
            || changed.iter().any(|inner| inner.at != field.at && field.covers.contains(&inner.at));
        let was_bad = field.verdict.is_bad() && !field.quoted;
        assert!(was_bad || is_verifiable(field) && is_stale(), "{field:?}");
    }
    let is_in_a_field = |at| changed.iter().any(|field| (field.at..field.at + 2).contains(&at));
    for at in 0..bytes.len() {
        assert!(bytes[at] == fixed[at] || is_in_a_field(at), "byte {at} changed");
    }
}

fn assert_fixed(captured: &Captured, fields: &[ChecksumField], fixed: &[u8]) {
    let Captured { link, original_len, .. } = captured;
    let now: Vec<_> = checksum_fields(fixed, *link, *original_len).collect();
    let structure = |fields: &[ChecksumField]| -> Vec<_> {
        let place =
            |field: &ChecksumField| (field.protocol, field.at, field.covers.clone(), field.path);
        fields.iter().map(place).collect()
    };
    assert_eq!(structure(&now), structure(fields));
    for field in &now {
        assert!(field.quoted || !field.verdict.is_bad(), "{field:?}");
        assert!(field.quoted || !is_verifiable(field) || is_right(field, fixed), "{field:?}");
    }
    let mut again = fixed.to_vec();
    assert_eq!(fix(&mut again, *link, *original_len).written, 0);
    assert_eq!(again, fixed);
}

fn assert_nothing_unknown_written(captured: &Captured, fields: &[ChecksumField]) {
    let Captured { link, bytes, original_len } = captured;
    let mut rewritten = bytes.clone();
    let len = *original_len;
    let written = fix_where(&mut rewritten, *link, len, |_| true).written;
    let is_known = |field: &&ChecksumField| !matches!(field.verdict, Verdict::Unverifiable(_));
    let known: Vec<_> = fields.iter().filter(is_known).collect();
    assert!(written <= known.len());
    for at in 0..bytes.len() {
        let is_in_a_field = known.iter().any(|field| (field.at..field.at + 2).contains(&at));
        assert!(bytes[at] == rewritten[at] || is_in_a_field, "byte {at} changed");
    }
}

//! Claims that hold for every frame, tried on random ones.

mod arbitrary;
mod claims;
mod frames;

use arbitrary::{Captured, LINKS, damaged, garbage, right};
use claims::check;
use inetsum_packet::{ChecksumField, Protocol, Reason, Verdict, fix};
use proptest::prelude::*;
use proptest::sample::Index;

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

proptest! {
    #![proptest_config(ProptestConfig { cases: 20_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn right_frame_is_right(captured in right()) {
        let fields = check(&captured);
        prop_assert!(!fields.is_empty());
        for field in fields {
            prop_assert!(is_fine(&field), "{:?}", field);
        }
    }

    #[test]
    fn wrong_checksums_are_made_right(captured in right(), wrong: u64, how in 1..=u16::MAX) {
        let mut altered = captured.bytes.clone();
        let fields = check(&captured);
        // An extension behind a quote of unstated length shows by its being right.
        let is_fixable = |field: &&ChecksumField| {
            let is_extension = field.protocol == Protocol::IcmpExtension;
            field.expected().is_some() && !field.quoted && !is_extension
        };
        let fixable = fields.iter().filter(is_fixable);
        for (index, field) in fixable.enumerate() {
            // Zero would say that there is none.
            let value = field.stored ^ how;
            if wrong >> index & 1 == 1 && value != 0 && value != 0xffff {
                altered[field.at..field.at + 2].copy_from_slice(&value.to_be_bytes());
            }
        }
        let altered = Captured { bytes: altered, ..captured.clone() };
        // Where two forms of a checksum are accepted, a wrong one may be right in the other.
        prop_assume!(check(&altered).iter().all(|field| {
            let is_altered = fields.iter().any(|was| was.at == field.at && was.stored != field.stored);
            !(is_altered && field.note.is_some() && field.verdict == Verdict::Correct)
        }));
        let mut fixed = altered.bytes;
        fix(&mut fixed, captured.link, captured.original_len);
        prop_assert_eq!(fixed, captured.bytes);
    }

    #[test]
    fn claims_hold_for_damaged_frames(captured in damaged()) {
        check(&captured);
    }

    #[test]
    fn claims_hold_for_garbage(captured in garbage()) {
        check(&captured);
    }

    #[test]
    fn cut_frames_are_not_called_wrong(captured in right(), cut: Index) {
        let len = cut.index(captured.bytes.len());
        let bytes = captured.bytes[..len].to_vec();
        for field in check(&Captured { bytes, ..captured }) {
            prop_assert!(field.quoted || !field.verdict.is_bad(), "{:?}", field);
        }
    }

    #[test]
    fn link_type_decides_alone(captured in damaged()) {
        for link in LINKS {
            check(&Captured { link, ..captured.clone() });
        }
    }
}

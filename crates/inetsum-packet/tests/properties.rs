//! Claims that hold for every frame, tried on random ones.

mod arbitrary;
mod claims;
mod frames;

use arbitrary::{damaged, garbage, right};
use claims::{check, check_made_right, check_right};
use frames::captured::{Captured, LINKS};
use proptest::prelude::*;
use proptest::sample::Index;

proptest! {
    #![proptest_config(ProptestConfig { cases: 20_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn right_frame_is_right(captured in right()) {
        check_right(&captured);
    }

    #[test]
    fn wrong_checksums_are_made_right(captured in right(), which: u64, how in 1..=u16::MAX) {
        check_made_right(&captured, which, how);
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

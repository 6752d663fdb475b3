//! One wrong field in one line.

use inetsum_packet::{ChecksumField, OffloadForm, Verdict};

/// Says where the field is, what it holds and what it should hold.
pub(crate) fn finding(frame: u64, field: &ChecksumField, expected: u16) -> String {
    format!(
        "frame {frame}, byte {}, {}: {:#06x} should be {expected:#06x}{}",
        field.at,
        field.path,
        field.stored,
        why(field),
    )
}

fn why(field: &ChecksumField) -> &'static str {
    match (field.verdict, field.offload_form()) {
        (_, Some(OffloadForm::Zero)) => " (offloaded: zero)",
        (_, Some(_)) => " (offloaded)",
        (Verdict::ZeroForbidden { .. }, _) => " (zero-forbidden)",
        (Verdict::Absent, _) => " (absent)",
        _ => "",
    }
}

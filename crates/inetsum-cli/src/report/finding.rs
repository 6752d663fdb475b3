//! One wrong field in one line.

use inetsum_packet::{ChecksumField, Diagnosis, OffloadForm, Verdict};

/// Says where the field is, what it holds, what it should hold and, in a word, why.
pub(crate) fn finding(
    frame: u64,
    field: &ChecksumField,
    expected: u16,
    diagnosis: Option<Diagnosis>,
) -> String {
    let why = why(field, diagnosis).map_or(String::new(), |why| format!(" ({why})"));
    format!(
        "frame {frame}, byte {}, {}: {:#06x} should be {expected:#06x}{why}",
        field.at, field.path, field.stored,
    )
}

fn why(field: &ChecksumField, diagnosis: Option<Diagnosis>) -> Option<&'static str> {
    match (field.verdict, field.offload_form()) {
        (_, Some(OffloadForm::Zero)) => Some("offloaded: zero"),
        (_, Some(_)) => Some("offloaded"),
        (Verdict::ZeroForbidden { .. }, _) => Some("zero-forbidden"),
        (Verdict::Absent, _) => Some("absent"),
        _ => diagnosis.map(Diagnosis::name),
    }
}

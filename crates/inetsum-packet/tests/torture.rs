//! Frames made to be hard, one a file, with what is true of each checksum in them.

use std::collections::BTreeMap;
use std::fs;

use inetsum_packet::{ChecksumField, LinkType, Protocol, Reason, Verdict, checksum_fields, fix};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/captures/torture");

/// What is true of a checksum.
struct Truth<'t> {
    protocol: &'t str,
    at: usize,
    stored: u16,
    correct: Option<u16>,
    verdict: &'t str,
    is_written: bool,
}

fn truth(line: &str) -> Option<(&str, u32, Truth<'_>)> {
    let [case, link, protocol, at, stored, correct, verdict, fix] =
        line.split('\t').collect::<Vec<_>>()[..]
    else {
        panic!("{line}");
    };
    let word = |text| u16::from_str_radix(text, 16);
    let truth = Truth {
        protocol,
        at: at.parse().ok()?,
        stored: word(stored).ok()?,
        correct: word(correct).ok(),
        verdict,
        is_written: fix == "w",
    };
    Some((case, link.parse().ok()?, truth))
}

/// The one frame of a little-endian pcap file, and its original length.
fn frame(case: &str) -> (Vec<u8>, usize) {
    let file = fs::read(format!("{FOLDER}/{case}.pcap")).unwrap();
    let number = |at: usize| u32::from_le_bytes(file[at..at + 4].try_into().unwrap()) as usize;
    assert_eq!(number(0), 0xa1b2_c3d4, "{case}");
    (file[40..40 + number(32)].to_vec(), number(36))
}

fn name(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Correct => "good",
        Verdict::Noncanonical => "negzero",
        Verdict::Wrong { .. } => "bad",
        Verdict::Offloaded { .. } => "partial",
        Verdict::ZeroForbidden { .. } => "illegal",
        Verdict::Absent => "absent",
        Verdict::Unverifiable(Reason::NotInternetChecksum) => "not-internet-checksum",
        Verdict::Unverifiable(_) => "unverifiable",
        other => panic!("{other:?}"),
    }
}

/// How the table calls it: a zero in an IPv4 header is just bad there.
fn tabled(field: &ChecksumField) -> &'static str {
    let is_header = field.protocol == Protocol::Ipv4;
    let name = name(field.verdict);
    if is_header && name == "partial" { "bad" } else { name }
}

fn check(case: &str, link: LinkType, truths: &[Truth<'_>]) {
    let (mut frame, original_len) = frame(case);
    let fields: Vec<_> = checksum_fields(&frame, link, original_len).collect();
    // The table leaves quotes out.
    let captured = fields.iter().filter(|field| field.is_captured() && !field.quoted).count();
    let before = frame.clone();
    let written = fix(&mut frame, link, original_len).written;
    for truth in truths {
        let protocol = truth.protocol;
        let found = fields.iter().find(|field| field.at == truth.at);
        let field = found.unwrap_or_else(|| panic!("{case}: no {protocol} in {fields:?}"));
        // In the second of two forms that are accepted.
        let verdict = truth.verdict.trim_end_matches("-alt");
        assert_eq!(tabled(field), verdict, "{case} {protocol}");
        // The CRC32c of SCTP has its name in the table.
        assert_eq!(field.protocol.to_string(), protocol, "{case}");
        if field.is_captured() {
            assert_eq!(field.stored, truth.stored, "{case} {protocol}");
        }
        let is_written = before[truth.at..][..2] != frame[truth.at..][..2];
        assert_eq!(is_written, truth.is_written, "{case} {protocol}");
        if let Some(correct) = truth.correct.filter(|_| truth.is_written) {
            assert_eq!(field.expected(), Some(correct), "{case} {protocol}");
            assert_eq!(frame[truth.at..][..2], correct.to_be_bytes(), "{case} {protocol}");
        }
    }
    let known = truths.iter().filter(|truth| truth.verdict != "not-internet-checksum").count();
    assert_eq!(captured, known, "{case}: {fields:?}");
    assert_eq!(written, truths.iter().filter(|truth| truth.is_written).count(), "{case}");
}

#[test]
fn truth_is_told_of_torture() {
    let Ok(table) = fs::read_to_string(format!("{FOLDER}/truth.tsv")) else {
        println!("skipped: {FOLDER} is missing");
        return;
    };
    let mut cases = BTreeMap::<_, Vec<_>>::new();
    for (case, link, truth) in table.lines().filter_map(truth) {
        cases.entry((case, link)).or_default().push(truth);
    }
    assert!(!cases.is_empty());
    for ((case, link), truths) in &cases {
        check(case, LinkType(*link), truths);
    }
    println!("{} cases", cases.len());
}

//! Every capture in the folder shared beside the repository: frames made to be awkward, with what
//! is true of them, and captures from public test suites.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::thread;

use inetsum_capture::Reader;
use serde_json::Value;

use crate::running::Folder;

pub(crate) fn shared() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/captures");
    if !folder.is_dir() {
        println!("skipped: there is no ../shared/captures beside the repository");
        return None;
    }
    Some(folder.canonicalize().unwrap())
}

pub(crate) fn captures(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(captures(&path));
        } else if path.extension().is_some_and(|end| end == "pcap" || end == "pcapng") {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// A field as the table of truth has it: offset, protocol, stored, expected, verdict.
type Truth = (u64, String, String, String, String);

/// The columns after the case and its link type.
fn truth([protocol, offset, stored, correct, verdict, _fix]: [&str; 6]) -> Truth {
    // The table gives the first of two forms where the second is right as well.
    let correct = if verdict == "good-alt" { stored } else { correct };
    let verdict = match (verdict, stored, protocol) {
        // Left to the network card, in the form of zero.
        ("bad", "0000", "ipv4" | "tcp") => "offloaded",
        ("good" | "good-alt", ..) => "correct",
        ("bad", ..) => "wrong",
        ("partial", ..) => "offloaded",
        ("illegal", ..) => "zero-forbidden",
        ("negzero", ..) => "noncanonical",
        (other, ..) => other,
    };
    let offset = offset.parse().unwrap();
    // A CRC32c is not read at all.
    let stored = if verdict == "not-internet-checksum" { "-" } else { stored };
    (offset, protocol.into(), stored.into(), correct.into(), verdict.into())
}

/// The same from a line of `verify --json`.
fn found(field: &Value) -> Truth {
    let text = |key: &str| field[key].as_str().map_or("-", |text| text.trim_start_matches("0x"));
    let verdict = match text("reason") {
        "not-internet-checksum" => "not-internet-checksum",
        _ => text("verdict"),
    };
    (
        field["offset"].as_u64().unwrap(),
        text("protocol").into(),
        text("stored").into(),
        text("expected").into(),
        verdict.into(),
    )
}

/// The cases in their order, with their rows.
fn cases(table: &str) -> BTreeMap<&str, Vec<[&str; 6]>> {
    let mut cases = BTreeMap::<_, Vec<_>>::new();
    for line in table.lines().skip(1) {
        let columns: Vec<_> = line.split('\t').collect();
        let [case, _link_type, row @ ..] = columns.as_slice() else { panic!("{line}") };
        cases.entry(*case).or_default().push(row.try_into().unwrap());
    }
    cases
}

#[test]
fn torture_cases_are_judged_and_fixed_as_they_should() {
    let Some(folder) = shared() else { return };
    let table = fs::read_to_string(folder.join("torture/truth.tsv")).unwrap();
    let cases = cases(&table);
    let failures = Mutex::new(BTreeMap::new());
    in_parallel(&cases.iter().collect::<Vec<_>>(), |(case, rows)| {
        let path = folder.join(format!("torture/{case}.pcap"));
        if let Err(failure) = try_case(&path, rows) {
            failures.lock().unwrap().insert((*case).to_owned(), failure);
        }
    });

    let failures = failures.into_inner().unwrap();
    assert!(failures.is_empty(), "{failures:#?}");
}

fn try_case(path: &Path, rows: &[[&str; 6]]) -> Result<(), String> {
    let folder = Folder::new();
    let run = folder.inetsum([Path::new("verify"), "--json".as_ref(), "--all".as_ref(), path]);
    let (fields, _) = run.fields_and_summary();
    // Where there is no field, but a note that one could not be looked for, the table has no row.
    let is_row = |field: &&Value| {
        field["quoted"] == false
            && (field["stored"] != Value::Null || field["reason"] == "not-internet-checksum")
    };
    let mut found: Vec<_> = fields.iter().filter(is_row).map(found).collect();
    let mut expected: Vec<_> = rows.iter().copied().map(truth).collect();
    found.sort();
    expected.sort();
    if found != expected {
        return Err(format!("found {found:?}, expected {expected:?}"));
    }

    let mut capture = fs::read(path).unwrap();
    for [_, offset, _, correct, _, fix] in rows {
        if *fix == "w" {
            let at = 40 + offset.parse::<usize>().unwrap();
            let word = u16::from_str_radix(correct, 16).unwrap();
            capture[at..at + 2].copy_from_slice(&word.to_be_bytes());
        }
    }
    let run = folder.inetsum([Path::new("fix"), path, "out".as_ref()]);
    match run.status {
        Some(0) if folder.read("out") == capture => Ok(()),
        _ => Err(format!("fixed otherwise: {}", run.stderr)),
    }
}

#[test]
fn fix_keeps_its_promises_on_every_capture() {
    let Some(folder) = shared() else { return };
    let captures = captures(&folder);
    let fixed = Mutex::new(0);
    in_parallel(&captures, |path| {
        if check_promises(path) {
            *fixed.lock().unwrap() += 1;
        }
    });
    assert!(fixed.into_inner().unwrap() > captures.len() / 10, "hardly anything was to be fixed");
}

/// Whether something was to be fixed.
fn check_promises(path: &Path) -> bool {
    let name = path.display();
    let folder = Folder::new();
    let args = [Path::new("verify"), "--json".as_ref(), "--all".as_ref(), path];
    let before = folder.inetsum(args);
    let fix = folder.inetsum([Path::new("fix"), path, "out".as_ref()]);
    if before.status == Some(2) {
        assert_eq!(fix.status, Some(2), "{name}");
        assert_eq!(fix.stderr, before.stderr, "{name}");
        assert_eq!(folder.names(), [""; 0], "{name}");
        return false;
    }
    assert!(matches!(before.status, Some(0 | 1)), "{name}: {before:?}");
    assert_eq!(fix.status, Some(0), "{name}: {fix:?}");

    let (input, out) = (fs::read(path).unwrap(), folder.read("out"));
    let (fields, _) = before.fields_and_summary();
    assert_differs_in_checksums_only(path, &fields, &input, &out);
    let after = folder.inetsum(["verify", "--json", "out"]);
    assert_eq!(after.status, Some(0), "{name}: {}", after.text());
    assert_eq!(folder.inetsum(["fix", "out", "again"]).status, Some(0), "{name}");
    assert!(folder.read("again") == out, "{name}: a second fix changes it again");
    assert_eq!(input != out, before.status == Some(1), "{name}");
    input != out
}

fn assert_differs_in_checksums_only(path: &Path, fields: &[Value], input: &[u8], out: &[u8]) {
    let frames = frame_offsets(input);
    let place = |field: &Value| {
        let frame = field["frame"].as_u64().unwrap() as usize;
        frames[frame - 1] + field["offset"].as_u64().unwrap() as usize
    };
    let of_packets = fields.iter().filter(|field| field["quoted"] == false);
    let mut may_differ = BTreeSet::new();
    for field in of_packets {
        let at = place(field);
        let Some(expected) = field["expected"].as_str() else { continue };
        may_differ.extend([at, at + 1]);
        if matches!(field["verdict"].as_str(), Some("wrong" | "offloaded" | "zero-forbidden")) {
            let written = format!("{:#06x}", u16::from_be_bytes([out[at], out[at + 1]]));
            assert_eq!(written, expected, "{}: {field}", path.display());
        }
    }
    assert_eq!(input.len(), out.len(), "{}", path.display());
    for at in (0..input.len()).filter(|at| input[*at] != out[*at]) {
        assert!(may_differ.contains(&at), "{}: byte {at} is no checksum", path.display());
    }
}

/// Where in the file each frame starts.
fn frame_offsets(capture: &[u8]) -> Vec<usize> {
    let mut reader = Reader::new(capture).unwrap();
    let mut offsets = Vec::new();
    while let Some(block) = reader.next_block().unwrap() {
        offsets.extend(block.frame_offset().map(|offset| offset as usize));
    }
    offsets
}

/// Shares the work out among as many threads as there are cores.
fn in_parallel<T: Sync>(items: &[T], work: impl Fn(&T) + Sync) {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for core in 0..cores {
            let work = &work;
            scope.spawn(move || items.iter().skip(core).step_by(cores).for_each(work));
        }
    });
}

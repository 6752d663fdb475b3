//! Every capture in the folder shared beside the repository, most from public test suites.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::oracle::read_with_oracle;
use crate::reading::read;

fn shared() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/captures");
    if !folder.is_dir() {
        println!("skipped: there is no ../shared/captures beside the repository");
        return None;
    }
    Some(folder)
}

fn captures(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(captures(&path));
        } else if path.extension().is_some_and(|end| end == "pcap" || end == "pcapng") {
            found.push(path);
        }
    }
    found
}

/// The rows of tshark's table: name of the capture, number of frames, whether it opened the file.
fn rows(table: &str) -> impl Iterator<Item = (&str, usize, bool)> {
    table.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let columns: Vec<_> = line.split('\t').collect();
        (columns[0], columns[6].parse().unwrap(), columns[13] == "ok")
    })
}

/// What is refused, all of it by tshark too. The others that tshark cannot open have link types
/// that it does not know, which this crate leaves to its callers.
const REFUSED: [(&str, &str); 5] = [
    (
        "linktype-reserved-field-not-zero.pcap",
        "byte 20: reserved bits of the link type are not zero: 0x00300000",
    ),
    ("pcap-invalid-version-1.pcap", "byte 4: version 1.4 of the format is not supported"),
    ("pcapng-invalid-vers-1.pcapng", "byte 12: version 0.1 of the format is not supported"),
    ("pcapng-invalid-vers-2.pcapng", "byte 12: version 1.1 of the format is not supported"),
    (
        // Its first option is overwritten along with the trailing length, which is checked first.
        "shb-option-too-long.pcapng",
        "byte 48: the block length 808464432 after the block is not the 52 before it",
    ),
];

#[test]
fn every_capture_is_read_to_its_end_or_to_a_fault() {
    let Some(folder) = shared() else { return };
    for path in captures(&folder) {
        let file = fs::read(&path).unwrap();
        let reading = read(file.as_slice());
        match reading.error {
            None => assert!(reading.joined() == file, "{}", path.display()),
            Some(_) => assert!(file.starts_with(&reading.joined()), "{}", path.display()),
        }
    }
}

#[test]
fn tshark_counts_the_same_frames_in_every_capture_that_it_opens() {
    let Some(folder) = shared() else { return };
    let table = fs::read_to_string(folder.join("public/tshark-status.tsv")).unwrap();
    for (name, frames, _) in rows(&table).filter(|(_, _, opened)| *opened) {
        let reading = read(fs::File::open(folder.join("public").join(name)).unwrap());
        assert_eq!((reading.frames.len(), reading.message()), (frames, String::new()), "{name}");
    }
}

#[test]
fn of_the_captures_that_tshark_refuses_those_at_fault_are_refused() {
    let Some(folder) = shared() else { return };
    let table = fs::read_to_string(folder.join("public/tshark-status.tsv")).unwrap();
    let refused: BTreeMap<_, _> = rows(&table)
        .filter(|(_, _, opened)| !opened)
        .filter_map(|(name, ..)| {
            let path = folder.join("public").join(name);
            let error = read(fs::File::open(&path).unwrap()).error?;
            Some((path.file_name()?.to_str()?.to_owned(), error.to_string()))
        })
        .collect();
    let expected = REFUSED.map(|(name, message)| (name.to_owned(), message.to_owned()));
    assert_eq!(refused, BTreeMap::from(expected));
}

#[test]
fn pcap_parser_reads_the_same_frames_from_every_capture() {
    let Some(folder) = shared() else { return };
    for path in captures(&folder) {
        let file = fs::read(&path).unwrap();
        let (reading, oracle) = (read(file.as_slice()), read_with_oracle(&file));
        if reading.error.is_none() && oracle.whole {
            assert!(reading.frames == oracle.frames, "{}", path.display());
        }
    }
}

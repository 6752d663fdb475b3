//! The example captures are what their generator makes, and each shows what it promises.

#[path = "../examples/generate_captures/captures/mod.rs"]
mod captures;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use inetsum_capture::{Error, Format, Reader};
use inetsum_packet::{ChecksumField, LinkType, checksum_fields};

#[test]
fn the_committed_files_are_what_the_generator_makes() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/captures");
    for (name, generated) in captures::all() {
        let committed = fs::read(folder.join(name)).unwrap();
        assert!(
            committed == generated,
            "{name} differs: cargo run -p inetsum-cli --example generate_captures -- examples/captures"
        );
    }
}

#[test]
fn clean_has_nothing_but_correct_checksums() {
    let contents = contents("clean.pcap");

    assert_eq!(contents.format, Format::Pcap);
    assert_eq!(contents.frames, 38);
    assert_eq!(contents.verdicts, tally([("correct", 57)]));
    assert_eq!(contents.quoted, tally([]));
    assert!(contents.end.is_ok());
}

#[test]
fn damaged_has_wrong_checksums_and_breaks_off() {
    let contents = contents("damaged.pcap");

    assert_eq!(contents.format, Format::Pcap);
    assert_eq!(contents.frames, 22);
    assert_eq!(contents.verdicts, tally([("correct", 31), ("wrong", 7), ("zero-forbidden", 1)]));
    assert_eq!(contents.quoted, tally([("correct", 1), ("wrong", 1)]));
    let end = contents.end.unwrap_err();
    assert!(matches!(end, Error::Truncated { needed: 1470, left: 770, .. }), "{end}");
}

#[test]
fn offloaded_has_bad_checksums_of_no_other_kind() {
    let contents = contents("offloaded.pcapng");

    assert_eq!(contents.format, Format::Pcapng);
    assert_eq!(contents.frames, 81);
    let verdicts = tally([
        ("absent", 5),
        ("correct", 83),
        ("offloaded (pseudo-header)", 35),
        ("offloaded (pseudo-header-without-length)", 2),
        ("offloaded (zero)", 2),
        ("unverifiable (fragment)", 6),
        ("unverifiable (truncated)", 2),
    ]);
    assert_eq!(contents.verdicts, verdicts);
    assert_eq!(contents.quoted, tally([("correct", 2)]));
    assert!(contents.end.is_ok());
}

/// How often each verdict occurs.
type Tally = BTreeMap<String, usize>;

fn tally<const N: usize>(verdicts: [(&str, usize); N]) -> Tally {
    verdicts.map(|(verdict, count)| (verdict.to_owned(), count)).into()
}

/// What a capture holds.
struct Contents {
    format: Format,
    frames: u64,
    /// The verdicts on checksums outside of packets that an ICMP error quotes.
    verdicts: Tally,
    quoted: Tally,
    end: Result<(), Error>,
}

fn contents(name: &str) -> Contents {
    let (_, file) = captures::all().into_iter().find(|(other, _)| *other == name).unwrap();
    let mut reader = Reader::new(file.as_slice()).unwrap();
    let (verdicts, quoted) = (Tally::new(), Tally::new());
    let mut contents =
        Contents { format: reader.format(), frames: 0, verdicts, quoted, end: Ok(()) };
    contents.end = contents.read(&mut reader);
    contents
}

impl Contents {
    fn read(&mut self, reader: &mut Reader<&[u8]>) -> Result<(), Error> {
        while let Some(block) = reader.next_block()? {
            let (Some(frame), Some(bytes)) = (&block.frame, block.frame_bytes()) else { continue };
            self.frames = frame.number;
            for field in checksum_fields(bytes, LinkType(frame.link_type), frame.original_len) {
                let tally = if field.quoted { &mut self.quoted } else { &mut self.verdicts };
                *tally.entry(label(&field)).or_default() += 1;
            }
        }
        Ok(())
    }
}

fn label(field: &ChecksumField) -> String {
    match field.offload_form() {
        Some(form) => format!("{} ({})", field.verdict, form.name()),
        None => field.verdict.to_string(),
    }
}

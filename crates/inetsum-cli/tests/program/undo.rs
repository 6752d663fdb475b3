//! `inetsum fix --in-place --undo`, and `inetsum undo`.

use crate::captures::{frame_offset, pcap, pcapng};
use crate::frames::{
    TCP_CHECKSUM, tcp, tcp_offloaded, tcp_wrong, udp_absent, udp_wrong, vxlan_with_wrong_inside,
    word,
};
use crate::running::Folder;
use crate::shared_captures::{captures, shared};

fn frames() -> Vec<Vec<u8>> {
    vec![tcp(), tcp_wrong(), vxlan_with_wrong_inside(), udp_absent(), tcp_offloaded()]
}

fn fix(folder: &Folder, options: &str) {
    let run = folder.inetsum(format!("fix --in-place --undo record{options} in").split(' '));
    assert_eq!((run.status, run.stderr.as_str()), (Some(0), ""));
}

#[test]
fn what_was_overwritten_is_put_back() {
    let many = pcap(&vec![frames(); 5000].concat());
    for capture in [pcap(&frames()), pcapng(&frames(), &[]), many] {
        for options in ["", " --fill-absent --jobs 3", " --reassemble"] {
            let folder = Folder::with("in", &capture);
            folder.inetsum(format!("fix{options} in copy").split(' '));
            fix(&folder, options);
            assert!(folder.read("in") == folder.read("copy"), "{options}");
            assert_eq!(folder.names(), ["copy", "in", "record"]);

            assert_eq!(folder.inetsum(["undo", "in", "record"]).status, Some(0));
            assert!(folder.read("in") == capture, "{options}");
            folder.inetsum(["undo", "in", "record"]).assert(0, "0 bytes put back\n", "");
        }
    }
}

/// An outer checksum in a fragment's frame is written once for itself and once for its datagram.
#[test]
fn what_was_overwritten_twice_is_as_it_was_at_first() {
    let Some(shared) = shared() else { return };
    for path in captures(&shared) {
        let before = std::fs::read(path).unwrap();
        let folder = Folder::with("in", &before);
        let options = "--reassemble --quoted --fill-absent --canonical";
        let line = format!("fix --in-place --undo record {options} in");
        if folder.inetsum(line.split(' ')).status == Some(0) {
            folder.inetsum(["undo", "in", "record"]);
        }
        assert!(folder.read("in") == before);
    }
}

#[test]
fn the_record_is_text_with_a_line_for_each_checksum() {
    let frames = [tcp(), tcp_wrong(), udp_wrong()];
    let folder = Folder::with("in", &pcap(&frames));
    fix(&folder, " --only tcp");
    let offset = frame_offset(&frames, 1) + TCP_CHECKSUM;
    let [wrong, right] = [tcp_wrong(), tcp()].map(|frame| word(&frame, TCP_CHECKSUM));
    let expected = format!("inetsum undo 1\n{offset} {wrong:04x} {right:04x}\n");
    assert_eq!(String::from_utf8(folder.read("record")).unwrap(), expected);
}

#[test]
fn a_run_that_was_killed_is_undone_too() {
    let before = pcap(&frames());
    let folder = Folder::with("in", &before);
    fix(&folder, "");
    let after = folder.read("in");
    let places: Vec<usize> = (0..before.len()).filter(|at| before[*at] != after[*at]).collect();
    assert!(places.len() > 4);
    for written in 0..places.len() {
        let mut halfway = before.clone();
        places[..written].iter().for_each(|at| halfway[*at] = after[*at]);
        folder.write("in", &halfway);
        assert_eq!(folder.inetsum(["undo", "in", "record"]).status, Some(0));
        assert!(folder.read("in") == before, "{written}");
    }
}

#[test]
fn a_capture_that_is_another_is_left_alone() {
    let folder = Folder::with("in", &pcap(&[tcp_wrong(), udp_wrong()]));
    fix(&folder, "");
    let mut other = folder.read("in");
    let at = frame_offset(&[tcp()], 0) + TCP_CHECKSUM;
    other[at] ^= 0xff;
    folder.write("in", &other);
    let reason = format!(
        "in: byte {at}: {:#04x} is neither what was overwritten nor what was written",
        other[at]
    );
    folder.inetsum(["undo", "in", "record"]).assert_trouble(&reason);
    assert!(folder.read("in") == other);

    folder.write("in", &other[..at]);
    let run = folder.inetsum(["undo", "in", "record"]);
    assert_eq!((run.status, run.text()), (Some(2), ""));
    assert!(run.stderr.starts_with(&format!("inetsum: in: byte {at}: ")), "{}", run.stderr);
}

#[test]
fn what_is_no_record_is_refused() {
    for (record, reason) in [
        ("", "line 1: not a record of fix --in-place --undo"),
        ("inetsum undo 2\n", "line 1: not a record of fix --in-place --undo"),
        ("inetsum undo 1\n40 00 01", "line 2: cut off"),
        (
            "inetsum undo 1\n40 00 01\n41 00 0102\n",
            "line 3: not an offset and bytes to be exchanged",
        ),
        ("inetsum undo 1\n40 0 1\n", "line 2: not an offset and bytes to be exchanged"),
        (
            "inetsum undo 1\n18446744073709551615 00 01\n",
            "line 2: not an offset and bytes to be exchanged",
        ),
        ("inetsum undo 1\n-1 00 01\n", "line 2: not an offset and bytes to be exchanged"),
    ] {
        let capture = pcap(&[tcp()]);
        let folder = Folder::with("in", &capture);
        folder.write("record", record.as_bytes());
        folder.inetsum(["undo", "in", "record"]).assert_trouble(&format!("record: {reason}"));
        assert!(folder.read("in") == capture);
    }
}

#[test]
fn a_record_that_cant_be_written_leaves_the_capture_as_it_is() {
    let capture = pcap(&vec![tcp_wrong(); 20_000]);
    let folder = Folder::with("in", &capture);
    folder.write("record", b"precious");
    folder
        .inetsum(["fix", "--in-place", "--undo", "record", "in"])
        .assert_trouble("record: byte 0: there is a file already, which is not overwritten");
    assert_eq!(folder.read("record"), b"precious");
    folder
        .inetsum(["fix", "--in-place", "--undo", "-", "in"])
        .assert_trouble("--undo: the record must be a file");
    assert!(folder.read("in") == capture);

    #[cfg(unix)]
    {
        let line = r#"trap "" XFSZ; ulimit -f 8 && exec "$0" fix --in-place --undo new in"#;
        let run = folder.shell(line);
        assert_eq!((run.status, run.text()), (Some(2), ""));
        assert!(run.stderr.contains("new: byte "), "{}", run.stderr);
        assert!(run.stderr.contains("File too large"), "{}", run.stderr);
        assert_eq!(folder.names(), ["in", "record"]);
        assert!(folder.read("in") == capture);
    }
}

#[test]
fn a_record_is_for_what_is_changed_in_place() {
    let folder = Folder::with("in", &pcap(&[tcp_wrong()]));
    let run = folder.inetsum(["fix", "--undo", "record", "in", "out"]);
    assert_eq!(run.status, Some(2));
    assert!(run.stderr.contains("--undo"), "{}", run.stderr);
}

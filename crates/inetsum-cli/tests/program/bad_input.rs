//! Input that is no capture, or that breaks off; and a reader that has seen enough.

use std::io::pipe;
use std::process::Stdio;

use crate::captures::{ETHERNET, block, header, pcap, pcapng, record, section_header};
use crate::frames::{tcp, tcp_wrong};
use crate::running::{Folder, Run, program};

/// Expects this one line of `verify`, `fix`, `fix --dry-run` and `explain`, from a file and from
/// standard input, and nothing written.
#[track_caller]
fn assert_refused(input: &[u8], reason: &str) {
    let folder = Folder::with("in", input);
    let commands: [&[&str]; 4] = [
        &["verify", "--summary"],
        &["fix", "--dry-run"],
        &["fix"],
        &["explain", "--frame", "1000"],
    ];
    for command in commands {
        for (name, said) in [("in", "in"), ("-", "standard input")] {
            let mut args = [command, &[name]].concat();
            if command == ["fix"] {
                args.push("out");
            }
            let run = folder.inetsum_reading(&args, input);
            let line = format!("inetsum: {said}: {reason}\n");
            assert_eq!((run.status, run.stderr.as_str()), (Some(2), line.as_str()), "{args:?}");
            assert_eq!(folder.names(), ["in"], "{args:?}");
        }
    }
}

#[test]
fn what_is_no_capture_is_refused() {
    assert_refused(b"", "byte 0: not a pcap or pcapng capture: it is empty");
    assert_refused(
        b"<html>",
        "byte 0: not a pcap or pcapng capture: it starts with 3c 68 74 6d 6c 3e",
    );
    let zeros = "00 00 00 00 00 00 00 00 00 00 00 00";
    let reason = format!("byte 0: not a pcap or pcapng capture: it starts with {zeros}");
    assert_refused(&[0; 4096], &reason);
}

#[test]
fn a_capture_that_breaks_off_is_refused_with_the_place() {
    let capture = pcap(&[tcp_wrong(), tcp()]);
    assert_refused(&capture[..20], "byte 0: cut off: 20 of 24 bytes are there");
    assert_refused(&capture[..34], "byte 24: cut off: 10 of 16 bytes are there");
    assert_refused(&capture[..101], "byte 24: cut off: 77 of 78 bytes are there");
    assert_refused(&capture[..179], "byte 102: cut off: 77 of 78 bytes are there");
}

#[test]
fn a_record_of_an_impossible_length_is_refused() {
    let mut capture = pcap(&[tcp_wrong()]);
    capture.extend([0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0]);
    let reason = "byte 102: a block of 4294967311 bytes exceeds the limit of 268435456";
    assert_refused(&capture, reason);
}

#[test]
fn a_damaged_block_is_refused_with_the_place() {
    let mut capture = pcapng(&[tcp_wrong()], &[]);
    let end = capture.len();
    capture[end - 4] = 13;
    let reason = format!("the block length 13 after the block is not the {} before it", end - 48);
    assert_refused(&capture, &format!("byte {}: {reason}", end - 4));

    let nameless = [section_header(), block(6, &[0; 20])].concat();
    assert_refused(&nameless, "byte 36: interface 0 is not one of the 0 described so far");
}

#[test]
fn what_cant_be_read_is_told_of() {
    let folder = Folder::new();
    let directory = "byte 0: reading failed: Is a directory (os error 21)";
    let missing = "byte 0: No such file or directory (os error 2)";
    for (name, reason) in [(".", directory), ("missing", missing)] {
        for command in [&["verify"][..], &["fix", "--dry-run"], &["explain", "--frame", "1"]] {
            // A directory that can be read holds captures, or should.
            if (command[0], name) == ("verify", ".") {
                continue;
            }
            let run = folder.inetsum([command, &[name]].concat());
            run.assert_trouble(&format!("{name}: {reason}"));
        }
        folder.inetsum(["fix", name, "out"]).assert_trouble(&format!("{name}: {reason}"));
        assert_eq!(folder.names(), [""; 0]);
    }
}

#[test]
fn a_name_of_two_lines_takes_one() {
    let run = Folder::new().inetsum(["verify", "two\nlines"]);
    run.assert_trouble("two\\nlines: byte 0: No such file or directory (os error 2)");
}

#[test]
fn frames_of_odd_lengths_go_through() {
    let mut capture = header(ETHERNET);
    for original_len in [0, 1, 61, u32::MAX as usize] {
        capture.extend(record(b"", original_len));
        capture.extend(record(b"\x45", original_len));
        capture.extend(record(&tcp_wrong(), original_len));
    }
    let folder = Folder::with("in", &capture);

    assert_eq!(folder.inetsum(["verify", "in"]).status, Some(1));
    let run = folder.inetsum(["fix", "in", "out"]);
    let warning = "warning: frames said to be shorter than what was captured of them: 4\n";
    run.assert(0, "4 checksums written, in 4 of 12 frames\n", warning);
    assert_eq!(folder.inetsum(["verify", "out"]).status, Some(0));
}

#[test]
fn what_comes_before_the_damage_goes_through_a_pipe() {
    let capture = pcap(&[tcp_wrong(), tcp()]);
    let run = Folder::new().inetsum_reading(["fix", "-", "-"], &capture[..150]);

    let error = "inetsum: standard input: byte 102: cut off: 48 of 78 bytes are there\n";
    assert_eq!((run.status, run.stderr.as_str()), (Some(2), error));
    assert!(run.stdout == pcap(&[tcp()]));
}

#[test]
fn a_reader_that_leaves_early_gets_no_word_but_a_status() {
    let folder = Folder::with("in", &pcap(&vec![tcp_wrong(); 5_000]));
    for args in [
        "verify --limit 5000 in",
        "verify --json --all in",
        "explain --frame 1 in",
        "fix --dry-run in",
        "fix in -",
        "sum in",
    ] {
        let mut command = folder.command(program(), args.split(' '));
        let (reader, writer) = pipe().unwrap();
        drop(reader);
        let child = command.stdout(writer).stderr(Stdio::piped()).spawn().unwrap();
        let run = Run::from(child.wait_with_output().unwrap());
        assert_eq!((run.status, run.stderr.as_str()), (Some(2), ""), "{args}");
    }
}

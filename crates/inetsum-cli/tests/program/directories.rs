//! `inetsum verify` on directories and on what is in them.

use std::fs::create_dir;

use serde_json::json;

use crate::captures::pcap;
use crate::frames::{fragment, tcp, tcp_offloaded, tcp_wrong, udp_absent, udp_wrong};
use crate::running::Folder;

/// Captures and other things, at three depths.
fn folder() -> Folder {
    let folder = Folder::new();
    for directory in ["all", "all/b", "all/b/deep", "all/empty"] {
        create_dir(folder.path(directory)).unwrap();
    }
    folder.write("all/a.pcap", &pcap(&[tcp(), udp_absent()]));
    folder.write("all/b/deep/no-ending", &pcap(&[tcp_wrong(), fragment()]));
    folder.write("all/b/x.pcap", &pcap(&[tcp()]));
    folder.write("all/c.pcap", &pcap(&[tcp_offloaded(), tcp_offloaded(), udp_wrong()]));
    folder.write("all/b/README", b"Captures of last week.\n");
    folder.write("all/nothing", b"");
    folder
}

#[test]
fn each_capture_in_a_directory_gets_a_line_and_all_together_a_table() {
    let expected = "\
all/a.pcap: 2 frames, 4 checksums
all/b/deep/no-ending: 2 frames, 4 checksums, 1 to be fixed, 1 unverifiable
all/b/x.pcap: 1 frame, 2 checksums
all/c.pcap: 3 frames, 6 checksums, 3 to be fixed

total: 4 files, 8 frames, 16 checksums, 2 wrong, 2 offloaded, 1 unverifiable
skipped, as they are no captures: 2

  protocol    correct      wrong  offloaded     absent  unverifiable
  ipv4              8          0          0          0             0
  tcp               2          1          2          0             0
  udp               0          1          0          1             1

unverifiable: 1 fragment
to be fixed: 4

This was captured before checksum offload: the sending host left checksums to
its network card, so they were right on the wire. To write what is missing here:

  inetsum fix CAPTURE OUT
";
    folder().inetsum(["verify", "all"]).assert(1, expected, "");
}

#[test]
fn wrong_fields_of_captures_in_directories_are_shown_on_request() {
    let run = folder().inetsum(["verify", "--limit", "1", "all/b", "all/a.pcap"]);
    let expected = "\
all/b/deep/no-ending: 2 frames, 4 checksums, 1 to be fixed, 1 unverifiable
  frame 1, byte 50, eth/ipv4/tcp: 0x1111 should be 0xd4a4
all/b/x.pcap: 1 frame, 2 checksums
all/a.pcap: 2 frames, 4 checksums

total: 3 files, 5 frames, 10 checksums, 1 wrong, 0 offloaded, 1 unverifiable
skipped, as they are no captures: 1
";
    assert!(run.text().starts_with(expected), "{}", run.text());
    assert_eq!(run.status, Some(1));
}

#[test]
fn the_worst_of_all_captures_decides_and_trouble_stops_none() {
    let folder = folder();
    folder.write("all/b/cut.pcap", &pcap(&[tcp()])[..80]);
    let run = folder.inetsum(["verify", "--json", "all", "missing.pcap"]);

    assert_eq!(run.status, Some(2));
    let errors = [
        ("all/b/cut.pcap", "byte 24: cut off: 56 of 78 bytes are there"),
        ("missing.pcap", "byte 0: No such file or directory (os error 2)"),
    ];
    let lines: String =
        errors.iter().map(|(file, reason)| format!("inetsum: {file}: {reason}\n")).collect();
    assert_eq!(run.stderr, lines);
    let (fields, summary) = run.fields_and_summary();
    let files: Vec<_> = fields.iter().map(|field| field["file"].as_str().unwrap()).collect();
    let (deep, last) = ("all/b/deep/no-ending", "all/c.pcap");
    assert_eq!(files, [deep, deep, last, last, last]);
    assert_eq!((&summary["files"], &summary["skipped"]), (&json!(6), &json!(2)));
    assert_eq!(summary["errors"].as_array().unwrap().len(), 2);
}

#[test]
fn what_is_named_must_be_a_capture_and_a_directory_must_hold_one() {
    let folder = folder();
    let reason = "byte 0: not a pcap or pcapng capture: it is empty";
    folder.inetsum(["verify", "all/nothing"]).assert_trouble(&format!("all/nothing: {reason}"));

    let run = folder.inetsum(["verify", "all/empty", "all/a.pcap"]);
    assert_eq!(run.status, Some(2));
    assert_eq!(run.stderr, "inetsum: all/empty: there is no capture in it\n");
    assert!(run.text().starts_with("all/a.pcap: 2 frames"), "{}", run.text());
}

#[cfg(unix)]
mod links {
    use std::os::unix::fs::symlink;
    use std::process::Command;

    use super::*;

    fn link(folder: &Folder, name: &str, target: &str) {
        symlink(target, folder.path(name)).unwrap();
    }

    fn read(folder: &Folder, directory: &str) -> Vec<String> {
        let run = folder.inetsum(["verify", directory]);
        let lines = run.text().lines().take_while(|line| !line.is_empty());
        lines.map(|line| line.split(':').next().unwrap().to_owned()).collect()
    }

    #[test]
    fn each_file_that_links_lead_to_is_read_once() {
        let folder = folder();
        let inside = read(&folder, "all");
        link(&folder, "all/b/circle", "..");
        link(&folder, "all/0-again", "b");
        link(&folder, "all/0-a.pcap", "a.pcap");
        link(&folder, "all/up", "../");
        assert_eq!(read(&folder, "all/b").len(), 4, "not all that the circle leads to is read");
        std::fs::remove_file(folder.path("all/up")).unwrap();
        assert_eq!(read(&folder, "all"), inside);

        create_dir(folder.path("elsewhere")).unwrap();
        folder.write("elsewhere/p.pcap", &pcap(&[tcp()]));
        folder.write("elsewhere/q.pcap", &pcap(&[tcp()]));
        link(&folder, "all/b/1-file", "../../elsewhere/q.pcap");
        link(&folder, "all/b/2-directory", "../../elsewhere");
        link(&folder, "all/b/3-again", "../../elsewhere/p.pcap");
        link(&folder, "elsewhere/back", "../all");
        let mut expected = inside.clone();
        let new = ["all/b/1-file".to_owned(), "all/b/2-directory/p.pcap".to_owned()];
        expected.splice(1..1, new);
        assert_eq!(read(&folder, "all"), expected);
        link(&folder, "named", "all");
        assert_eq!(read(&folder, "named").len(), expected.len());
    }

    #[test]
    fn pipes_and_links_to_nowhere_are_no_captures() {
        let folder = folder();
        link(&folder, "all/dangling", "nowhere");
        let pipe = folder.path("all/pipe");
        assert!(Command::new("mkfifo").arg(pipe).status().unwrap().success());
        let run = folder.inetsum(["verify", "all"]);
        assert!(run.has_line("skipped, as they are no captures: 4"), "{}", run.text());
    }

    #[test]
    fn a_link_to_itself_is_trouble() {
        let folder = folder();
        link(&folder, "all/b/x", "x");
        let run = folder.inetsum(["verify", "all"]);
        assert_eq!(run.status, Some(2));
        assert!(run.stderr.starts_with("inetsum: all/b/x: byte 0: "), "{}", run.stderr);
        assert!(run.text().contains("total: 5 files"), "{}", run.text());
    }
}

//! `inetsum fix --in-place`.

use std::fs;
use std::path::Path;

use crate::captures::{frame_offset, pcap, pcapng};
use crate::frames::{
    INNER_UDP_CHECKSUM, TCP_CHECKSUM, fragment, put, tcp, tcp_offloaded, tcp_wrong, udp,
    udp_absent, udp_wrong, vxlan, vxlan_with_wrong_inside,
};
use crate::running::Folder;

fn frames() -> Vec<Vec<u8>> {
    vec![tcp(), tcp_wrong(), vxlan_with_wrong_inside(), fragment(), udp_absent(), tcp_offloaded()]
}

#[test]
fn the_file_becomes_what_a_copy_would_be() {
    for capture in [pcap(&frames()), pcapng(&frames(), &[])] {
        for options in ["", " --offloaded-only", " --only udp", " --fill-absent", " --reassemble"] {
            let folder = Folder::with("in", &capture);
            let copied = folder.inetsum(format!("fix{options} in copy").split(' '));
            let run = folder.inetsum(format!("fix{options} --in-place in").split(' '));

            run.assert(0, copied.text(), "");
            assert!(folder.read("in") == folder.read("copy"), "{options}");
            assert_eq!(folder.names(), ["copy", "in"]);
        }
    }
}

#[test]
fn only_checksum_bytes_are_written() {
    let frames = frames();
    let folder = Folder::with("in", &pcap(&frames));
    folder.inetsum(["fix", "--in-place", "in"]).assert(
        0,
        "4 checksums written, in 3 of 6 frames\n",
        "",
    );

    let mut expected = frames;
    expected[1] = tcp();
    expected[2] = vxlan();
    expected[5] = tcp();
    assert!(folder.read("in") == pcap(&expected));
}

#[test]
fn a_capture_that_is_cut_off_or_damaged_stays_as_it_is() {
    let frames = [tcp_wrong(), udp_wrong()];
    let whole = pcap(&frames);
    let mut damaged = whole.clone();
    // The captured length of the second record.
    let length = frame_offset(&frames, 1) - 8;
    damaged[length..length + 4].fill(0xff);
    for capture in [whole[..whole.len() - 1].to_vec(), damaged, whole[..20].to_vec(), Vec::new()] {
        let folder = Folder::with("in", &capture);
        let run = folder.inetsum(["fix", "--in-place", "in"]);

        assert_eq!((run.status, run.text()), (Some(2), ""));
        assert!(run.stderr.starts_with("inetsum: in: "), "{}", run.stderr);
        assert!(folder.read("in") == capture);
    }
}

/// The outer checksum is written before the inner one, for which it is right already.
#[test]
fn what_a_killed_run_leaves_is_completed_by_the_next() {
    let halfway = put(vxlan(), INNER_UDP_CHECKSUM, 0x4444);
    for options in ["", " --only udp"] {
        let folder = Folder::with("in", &pcap(&[halfway.clone(), udp_wrong()]));
        let run = folder.inetsum(format!("fix{options} --in-place in").split(' '));
        run.assert(0, "2 checksums written, in 2 of 2 frames\n", "");
        assert!(folder.read("in") == pcap(&[vxlan(), udp()]));
    }
}

#[test]
fn what_is_right_is_not_written_to() {
    let folder = Folder::with("in", &pcap(&[tcp()]));
    let modified = || fs::metadata(folder.path("in")).unwrap().modified().unwrap();
    let before = modified();
    let run = folder.inetsum(["fix", "--in-place", "in"]);
    run.assert(0, "0 checksums written, in 0 of 1 frame\n", "");
    assert_eq!(modified(), before);
}

#[test]
fn it_comes_to_the_same_as_a_copy_on_the_example_captures() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/captures");
    for name in ["clean.pcap", "offloaded.pcapng"] {
        let folder = Folder::with("in", &fs::read(root.join(name)).unwrap());
        let options = " --fill-absent --reassemble --quoted";
        let copy = folder.inetsum(format!("fix{options} in out").split(' '));
        let run = folder.inetsum(format!("fix{options} --in-place in").split(' '));
        assert_eq!((run.status, run.text()), (Some(0), copy.text()), "{name}");
        assert!(folder.read("in") == folder.read("out"), "{name}");
    }
}

#[test]
fn what_is_compressed_stays_as_it_is() {
    let gzip = b"\x1f\x8b\x08\0\0\0\0\0\0\x03\x03\0\0\0\0\0\0\0\0\0";
    let folder = Folder::with("in", gzip);

    assert_eq!(folder.inetsum(["fix", "--in-place", "in"]).status, Some(2));
    assert_eq!(folder.read("in"), gzip);
}

#[test]
fn what_is_no_file_is_refused() {
    let folder = Folder::new();
    fs::create_dir(folder.path("folder")).unwrap();
    folder
        .inetsum(["fix", "--in-place", "folder"])
        .assert_trouble("folder: byte 0: only a file can be changed in its place");
    folder
        .inetsum_reading(["fix", "--in-place", "-"], &pcap(&frames()))
        .assert_trouble("--in-place: standard input can't be changed: IN must be a file");
}

#[test]
fn another_output_is_refused() {
    let capture = pcap(&[tcp_wrong()]);
    let folder = Folder::with("in", &capture);
    for args in [["fix", "--in-place", "in", "out"], ["fix", "--in-place", "--dry-run", "in"]] {
        let run = folder.inetsum(args);
        assert_eq!((run.status, run.text()), (Some(2), ""), "{args:?}");
        assert!(run.stderr.contains("--in-place"), "{}", run.stderr);
    }
    assert_eq!(folder.names(), ["in"]);
    assert!(folder.read("in") == capture);
}

#[cfg(unix)]
#[test]
fn a_capture_that_can_only_be_read_stays_as_it_is() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::with("in", &pcap(&[tcp_wrong()]));
    fs::set_permissions(folder.path("in"), fs::Permissions::from_mode(0o444)).unwrap();
    let is_refused = fs::OpenOptions::new().write(true).open(folder.path("in")).is_err();
    let run = folder.inetsum(["fix", "--in-place", "in"]);

    // Root may write to it.
    assert_eq!(run.status, Some(if is_refused { 2 } else { 0 }));
    let at = frame_offset(&[tcp()], 0) + TCP_CHECKSUM;
    assert_eq!(folder.read("in")[at..at + 2] == tcp_wrong()[TCP_CHECKSUM..][..2], is_refused);
}

#[cfg(unix)]
#[test]
fn it_stays_the_same_file_and_a_pipe_is_not_waited_for() {
    let folder = Folder::with("in", &pcap(&[tcp_wrong()]));
    fs::hard_link(folder.path("in"), folder.path("link")).unwrap();
    assert_eq!(folder.inetsum(["fix", "--in-place", "in"]).status, Some(0));
    assert!(folder.read("link") == pcap(&[tcp()]));

    let run = folder.shell(r#"mkfifo pipe; "$0" fix --in-place pipe"#);
    run.assert_trouble("pipe: byte 0: only a file can be changed in its place");
}

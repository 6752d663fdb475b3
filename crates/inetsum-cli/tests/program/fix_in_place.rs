//! `inetsum fix --in-place`.

use std::fs;

use crate::captures::{frame_offset, pcap, pcapng};
use crate::frames::{
    TCP_CHECKSUM, fragment, tcp, tcp_offloaded, tcp_wrong, udp_absent, udp_wrong, vxlan,
    vxlan_with_wrong_inside,
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

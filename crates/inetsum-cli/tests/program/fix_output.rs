//! `inetsum fix`: where it writes to, and what is there in the end.

use std::fs;

use crate::captures::pcap;
use crate::frames::{tcp, tcp_wrong};
use crate::running::Folder;

const WRITTEN: &str = "1 checksum written, in 1 of 1 frame\n";

fn folder() -> Folder {
    Folder::with("in.pcap", &pcap(&[tcp_wrong()]))
}

fn right() -> Vec<u8> {
    pcap(&[tcp()])
}

#[test]
fn the_file_appears_and_nothing_beside_it() {
    let folder = folder();
    folder.inetsum(["fix", "in.pcap", "out.pcap"]).assert(0, WRITTEN, "");

    assert_eq!(folder.names(), ["in.pcap", "out.pcap"]);
    assert!(folder.read("out.pcap") == right());
}

#[test]
fn it_may_be_in_another_folder_and_have_any_name() {
    let folder = folder();
    fs::create_dir(folder.path("sub")).unwrap();
    let long = "x".repeat(255);
    for out in ["sub/out", "sub/../out", "./with space", "line\nfeed", "-x/../dash", &long] {
        fs::create_dir_all(folder.path("-x")).unwrap();
        folder.inetsum(["fix", "--", "in.pcap", out]).assert(0, WRITTEN, "");
        assert!(folder.read(out) == right(), "{out:?}");
    }
}

#[test]
fn a_dash_is_standard_input_and_output() {
    let folder = folder();
    let input = folder.read("in.pcap");

    for run in
        [folder.inetsum(["fix", "in.pcap", "-"]), folder.inetsum_reading(["fix", "-", "-"], &input)]
    {
        assert_eq!((run.status, run.stderr.as_str()), (Some(0), WRITTEN));
        assert!(run.stdout == right());
    }
    folder.inetsum_reading(["fix", "-", "out.pcap"], &input).assert(0, WRITTEN, "");
    assert!(folder.read("out.pcap") == right());
    assert_eq!(folder.names(), ["in.pcap", "out.pcap"]);
}

#[test]
fn what_exists_is_not_overwritten() {
    let folder = folder();
    folder.write("file", b"precious");
    fs::create_dir(folder.path("folder")).unwrap();
    let refused = |out: &str| {
        let run = folder.inetsum(["fix", "in.pcap", out]);
        let line = format!("{out}: byte 0: there is a file already, which is not overwritten");
        run.assert_trouble(&line);
    };

    refused("file");
    refused("in.pcap");
    refused("./in.pcap");
    refused("folder");
    refused(".");
    assert_eq!(folder.names(), ["file", "folder", "in.pcap"]);
    assert_eq!(folder.read("file"), b"precious");
    assert!(folder.read("in.pcap") == pcap(&[tcp_wrong()]));
}

#[test]
fn a_folder_that_is_not_there_is_not_made() {
    let folder = folder();
    let run = folder.inetsum(["fix", "in.pcap", "no/out"]);

    assert_eq!((run.status, run.text()), (Some(2), ""));
    assert!(run.stderr.starts_with("inetsum: no/out: byte 0: "), "{}", run.stderr);
    assert_eq!(run.stderr.lines().count(), 1, "{}", run.stderr);
    assert_eq!(folder.names(), ["in.pcap"]);
}

#[test]
fn the_output_is_not_begun_for_an_input_that_cant_be_read() {
    let folder = folder();
    folder
        .inetsum(["fix", "missing", "out"])
        .assert_trouble("missing: byte 0: No such file or directory (os error 2)");
    assert_eq!(folder.names(), ["in.pcap"]);
}

#[cfg(unix)]
mod unix {
    use std::os::unix::fs::{PermissionsExt, symlink};

    use super::*;

    #[test]
    fn a_link_is_not_followed_even_if_it_leads_nowhere() {
        let folder = folder();
        folder.write("file", b"precious");
        symlink("file", folder.path("link")).unwrap();
        symlink("nowhere", folder.path("dangling")).unwrap();

        for out in ["link", "dangling"] {
            let run = folder.inetsum(["fix", "in.pcap", out]);
            let line = format!("{out}: byte 0: there is a file already, which is not overwritten");
            run.assert_trouble(&line);
        }
        assert_eq!(folder.names(), ["dangling", "file", "in.pcap", "link"]);
        assert_eq!(folder.read("file"), b"precious");
    }

    #[test]
    fn the_umask_decides_on_permissions() {
        for (umask, expected) in [("022", 0o644), ("077", 0o600), ("002", 0o664), ("000", 0o666)] {
            let folder = folder();
            let run = folder.shell(&format!(r#"umask {umask}; "$0" fix in.pcap out.pcap"#));
            run.assert(0, WRITTEN, "");
            let mode = fs::metadata(folder.path("out.pcap")).unwrap().permissions().mode();
            assert_eq!(mode & 0o777, expected, "with umask {umask}");
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_name_that_is_too_long_is_refused_at_once() {
        let folder = folder();
        let long = "x".repeat(256);
        folder
            .inetsum(["fix", "in.pcap", &long])
            .assert_trouble(&format!("{long}: byte 0: File name too long (os error 36)"));
        assert_eq!(folder.names(), ["in.pcap"]);
    }

    #[test]
    fn a_file_is_no_folder() {
        let folder = folder();
        folder
            .inetsum(["fix", "in.pcap", "in.pcap/out"])
            .assert_trouble("in.pcap/out: byte 0: Not a directory (os error 20)");
    }

    /// Where even root may not write.
    #[cfg(target_os = "linux")]
    #[test]
    fn a_read_only_folder_is_told_of() {
        let run = folder().inetsum(["fix", "in.pcap", "/proc/out"]);

        assert_eq!((run.status, run.text()), (Some(2), ""));
        assert!(run.stderr.starts_with("inetsum: /proc/out: byte 0: "), "{}", run.stderr);
        assert_eq!(run.stderr.lines().count(), 1, "{}", run.stderr);
    }

    /// On a file system that has files without a name.
    #[cfg(target_os = "linux")]
    #[test]
    fn nothing_is_left_when_the_program_is_killed() {
        use std::os::unix::fs::OpenOptionsExt;
        let folder = folder();
        let flags = rustix::fs::OFlags::TMPFILE.bits().cast_signed();
        let unnamed = fs::OpenOptions::new().write(true).custom_flags(flags).open(folder.path("."));
        if unnamed.is_err() {
            return;
        }
        // The pipe is opened once the output is begun.
        let run = folder.shell(
            r#"mkfifo pipe; "$0" fix pipe out.pcap & exec 3>pipe; cat in.pcap >&3
            ls -A; kill -KILL $!; wait $!; ls -A"#,
        );
        assert_eq!(run.text(), "in.pcap\npipe\n".repeat(2));
    }

    #[test]
    fn a_pipe_can_be_read() {
        let folder = folder();
        let run = folder.shell(r#"mkfifo pipe; cat in.pcap >pipe & "$0" fix pipe out.pcap"#);

        run.assert(0, WRITTEN, "");
        assert!(folder.read("out.pcap") == right());
        assert_eq!(folder.names(), ["in.pcap", "out.pcap", "pipe"]);
    }
}

//! Output that can't take all of it.

#![cfg(unix)]

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::captures::pcap;
use crate::frames::{tcp_wrong, udp_wrong};
use crate::running::{Folder, Run, run};

/// Captures that fit into the program's buffer and that do not; both do not fit on the disk.
fn folder() -> Folder {
    let folder = Folder::with("small.pcap", &pcap(&vec![tcp_wrong(); 2_000]));
    folder.write("large.pcap", &pcap(&vec![udp_wrong(); 20_000]));
    folder
}

#[track_caller]
fn assert_full(run: &Run, out: &str, reason: &str) {
    assert_eq!((run.status, run.text()), (Some(2), ""), "{}", run.stderr);
    let (place, why) = run.stderr.rsplit_once(": ").unwrap_or_default();
    let offset = place.strip_prefix(&format!("inetsum: {out}: byte ")).unwrap_or("none");
    assert!(offset.parse::<u64>().is_ok(), "{}", run.stderr);
    assert!(why.starts_with(reason), "{}", run.stderr);
    assert_eq!(run.stderr.lines().count(), 1, "{}", run.stderr);
}

#[test]
fn a_file_that_grows_beyond_the_limit_leaves_nothing() {
    let folder = folder();
    for input in ["small.pcap", "large.pcap"] {
        // The signal would end the program before it can clean up, as no disk that is full does.
        let line = format!(r#"trap "" XFSZ; ulimit -f 8 && exec "$0" fix {input} out"#);
        assert_full(&folder.shell(&line), "out", "File too large");
        assert_eq!(folder.names(), ["large.pcap", "small.pcap"]);
    }
}

#[test]
fn a_disk_that_fills_leaves_nothing() {
    let folder = folder();
    std::fs::create_dir(folder.path("disk")).unwrap();
    let Some(_disk) = SmallDisk::mount(&folder.path("disk")) else {
        println!("skipped: no disk can be mounted here");
        return;
    };
    for input in ["small.pcap", "large.pcap"] {
        let run = folder.inetsum(["fix", input, "disk/out"]);
        assert_full(&run, "disk/out", "No space left on device");
        assert_eq!(std::fs::read_dir(folder.path("disk")).unwrap().count(), 0);
    }
}

/// Of 64 KiB; goes away with the value.
struct SmallDisk(PathBuf);

impl SmallDisk {
    fn mount(at: &Path) -> Option<SmallDisk> {
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", "size=64k", "none"]).arg(at);
        mount.output().ok()?.status.success().then(|| SmallDisk(at.to_owned()))
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let mut unmount = Command::new("umount");
        unmount.arg(&self.0);
        assert_eq!(run(unmount).status, Some(0), "{} stays mounted", self.0.display());
    }
}

#[test]
fn standard_output_that_is_full_is_told_of() {
    if !Path::new("/dev/full").exists() {
        println!("skipped: there is no /dev/full");
        return;
    }
    let folder = folder();
    for command in [
        "verify small.pcap",
        "verify --json large.pcap",
        "explain --frame 1 small.pcap",
        "fix --dry-run large.pcap",
        "fix small.pcap out",
        "sum small.pcap",
    ] {
        let run = folder.shell(&format!(r#""$0" {command} >/dev/full"#));
        let line = "inetsum: standard output: No space left on device (os error 28)\n";
        assert_eq!((run.status, run.stderr.as_str()), (Some(2), line), "{command}");
    }
    for input in ["small.pcap", "large.pcap"] {
        let run = folder.shell(&format!(r#""$0" fix {input} - >/dev/full"#));
        assert_full(&run, "standard output", "No space left on device");
    }
}

#[test]
fn standard_error_that_is_full_leaves_the_exit_status() {
    if !Path::new("/dev/full").exists() {
        println!("skipped: there is no /dev/full");
        return;
    }
    let run = folder().shell(r#""$0" verify missing.pcap 2>/dev/full"#);
    assert_eq!(run.status, Some(2));
}

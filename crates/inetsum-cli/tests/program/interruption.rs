//! `inetsum fix` that is ended before it is done.

use std::fs;
use std::io::Write;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::sleep;
use std::time::Duration;

use crate::captures::{ETHERNET, header, pcap, record};
use crate::frames::{tcp, tcp_wrong};
use crate::running::{Folder, program};

/// Hides the descriptors by which a file without a name could get one.
const WITHOUT_PROC: &str = r#"mount -t tmpfs none /proc && exec "$0" "$@""#;

/// A command that runs the program where files without a name can't be had; `None` where that
/// can't be arranged.
fn without_unnamed_files() -> Option<Command> {
    let mut probe = Command::new("unshare");
    probe.args(["-rm", "sh", "-c", "mount -t tmpfs none /proc"]).stderr(Stdio::null());
    if !probe.status().is_ok_and(|status| status.success()) {
        println!("skipped: no mount namespace can be made");
        return None;
    }
    let mut command = Command::new("unshare");
    command.args(["-rm", "sh", "-c", WITHOUT_PROC]).arg(program());
    Some(command)
}

/// Starts `fix - out`, and gives it half a capture.
fn start(mut command: Command, folder: &Folder) -> Child {
    command.args(["fix", "-", "out"]).current_dir(folder.path(""));
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
    let stdin = child.stdin.as_mut().unwrap();
    stdin.write_all(&header(ETHERNET)).unwrap();
    stdin.write_all(&record(&tcp_wrong(), 62)[..40]).unwrap();
    stdin.flush().unwrap();
    child
}

/// Waits for what is there once the file is begun.
fn wait_for(what: impl Fn() -> bool) {
    for _ in 0..1000 {
        if what() {
            return;
        }
        sleep(Duration::from_millis(10));
    }
    panic!("the file is never begun");
}

fn has_unnamed_file(child: &Child) -> bool {
    let descriptors = fs::read_dir(format!("/proc/{}/fd", child.id())).unwrap();
    let mut targets = descriptors.filter_map(|entry| fs::read_link(entry.unwrap().path()).ok());
    targets.any(|target| target.to_string_lossy().ends_with(" (deleted)"))
}

fn send(signal: &str, mut child: Child) -> ExitStatus {
    // Waiting closes what the child still holds, and its input must not end.
    let _input = child.stdin.take();
    let pid = child.id().to_string();
    assert!(Command::new("kill").args([signal, &pid]).status().unwrap().success());
    child.wait().unwrap()
}

#[test]
fn nothing_is_left_whatever_ends_it() {
    for (signal, number) in [("-INT", 2), ("-TERM", 15), ("-KILL", 9)] {
        let folder = Folder::new();
        let child = start(Command::new(program()), &folder);
        wait_for(|| has_unnamed_file(&child) || !folder.names().is_empty());
        let is_named = !folder.names().is_empty();
        assert_eq!(send(signal, child).signal(), Some(number));
        if is_named {
            println!("skipped: this file system has no files without a name");
            return;
        }
        assert_eq!(folder.names(), [""; 0], "{signal}");
    }
}

#[test]
fn where_files_need_names_they_are_removed_unless_it_is_killed() {
    for (signal, number) in [("-INT", 2), ("-TERM", 15), ("-KILL", 9)] {
        let Some(command) = without_unnamed_files() else { return };
        let folder = Folder::new();
        let child = start(command, &folder);
        wait_for(|| !folder.names().is_empty());
        assert_eq!(send(signal, child).signal(), Some(number));
        let names = folder.names();
        if signal == "-KILL" {
            let is_part = |name: &str| name.starts_with(".inetsum-") && name.ends_with(".part");
            assert!(names.len() == 1 && is_part(&names[0]), "{names:?}");
        } else {
            assert_eq!(names, [""; 0], "{signal}");
        }
    }
}

#[test]
fn where_files_need_names_it_comes_to_the_same() {
    let Some(mut command) = without_unnamed_files() else { return };
    let folder = Folder::with("in", &pcap(&[tcp_wrong()]));
    let output = command.args(["fix", "in", "out"]).current_dir(folder.path("")).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    assert_eq!(folder.names(), ["in", "out"]);
    assert!(folder.read("out") == pcap(&[tcp()]));
    let mode = |name: &str| {
        std::os::unix::fs::PermissionsExt::mode(
            &fs::metadata(folder.path(name)).unwrap().permissions(),
        )
    };
    assert_eq!(mode("out"), mode("in"));
}

#[test]
fn a_file_that_came_meanwhile_is_not_overwritten() {
    let commands = [Some(Command::new(program())), without_unnamed_files()];
    for mut command in commands.into_iter().flatten() {
        let folder = Folder::with("in", &pcap(&[tcp_wrong()]));
        command.stderr(Stdio::piped());
        let mut child = start(command, &folder);
        wait_for(|| has_unnamed_file(&child) || folder.names().len() > 1);
        folder.write("out", b"precious");
        child.stdin.take().unwrap().write_all(&record(&tcp_wrong(), 62)[40..]).unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert!(stderr.starts_with("inetsum: out: byte 102: File exists"), "{stderr}");
        assert_eq!(folder.names(), ["in", "out"]);
        assert_eq!(folder.read(Path::new("out")), b"precious");
    }
}

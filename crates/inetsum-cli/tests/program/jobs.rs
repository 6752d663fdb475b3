//! Captures that several threads work on: what comes out is the same, and memory is bounded.

use crate::captures::{ETHERNET, block, frame_offset, header, pcap, pcapng, record};
use crate::frames::{
    fragment, icmp_error, sctp, tcp, tcp_offloaded, tcp_wrong, udp_absent, udp_wrong, vxlan,
    vxlan_with_wrong_inside,
};
use crate::running::Folder;

/// More than a file that is left to one thread, and some batches.
const FRAMES: usize = 20_000;

/// Right and wrong, long and short, so that threads take different times for what they do.
fn frames() -> Vec<Vec<u8>> {
    let kinds = [
        tcp(),
        tcp_wrong(),
        vxlan_with_wrong_inside(),
        fragment(),
        udp_absent(),
        tcp_offloaded(),
        icmp_error(),
        sctp(),
        udp_wrong(),
        vxlan(),
    ];
    let number = |index: usize| index * 7919 % 31 % kinds.len();
    let mut frames: Vec<Vec<u8>> = (0..FRAMES).map(|index| kinds[number(index)].clone()).collect();
    // What follows is in the same batch on no system.
    frames[FRAMES / 2].resize(300_000, 0);
    frames
}

fn assert_same_for_any_number(folder: &Folder, command: &str) {
    let one = folder.inetsum(format!("{command} --jobs 1").split(' '));
    assert_ne!(one.status, None, "{one:?}");
    for jobs in ["2", "3", "16", "99"] {
        let run = folder.inetsum(format!("{command} --jobs {jobs}").split(' '));
        assert_eq!((run.status, &run.stderr), (one.status, &one.stderr), "{command}");
        assert!(run.stdout == one.stdout, "{command}: {jobs} jobs print something else");
    }
    let default = folder.inetsum(command.split(' '));
    assert!(default.stdout == one.stdout, "{command}");
}

#[test]
fn any_number_of_jobs_reports_the_same() {
    let folder = Folder::with("a.pcap", &pcap(&frames()));
    folder.write("b.pcapng", &pcapng(&frames(), &[]));
    for command in [
        "verify a.pcap b.pcapng",
        "verify --limit 3000 a.pcap",
        "verify --limit 700 --allow offloaded b.pcapng",
        "verify --json a.pcap b.pcapng",
        "verify --json --all --only udp,icmp b.pcapng",
        "verify --json --limit 2500 a.pcap",
        "verify --reassemble --json a.pcap",
        "verify .",
        "fix --dry-run a.pcap",
        "fix --dry-run --reassemble --quoted b.pcapng",
    ] {
        assert_same_for_any_number(&folder, command);
    }
}

#[test]
fn any_number_of_jobs_writes_the_same() {
    let folder = Folder::with("a.pcap", &pcap(&frames()));
    folder.write("b.pcapng", &pcapng(&frames(), &[]));
    for input in ["a.pcap", "b.pcapng"] {
        for options in ["", " --reassemble", " --fill-absent"] {
            let mut fixed = Vec::new();
            for jobs in ["1", "2", "16"] {
                let run =
                    folder.inetsum(format!("fix{options} --jobs {jobs} {input} out").split(' '));
                assert_eq!(run.status, Some(0), "{}", run.stderr);
                fixed.push((run.stdout, folder.read("out")));
                std::fs::rename(folder.path("out"), folder.path("in_place")).unwrap();
                folder.write("in_place", &folder.read(input));
                let run = folder
                    .inetsum(format!("fix{options} --jobs {jobs} --in-place in_place").split(' '));
                fixed.push((run.stdout, folder.read("in_place")));
                std::fs::remove_file(folder.path("in_place")).unwrap();
            }
            assert!(fixed.iter().all(|one| *one == fixed[0]), "{input}{options}");
            assert!(fixed[0].1 != folder.read(input));
        }
    }
}

#[test]
fn what_stands_before_damage_is_reported_by_any_number_of_jobs() {
    let frames = frames();
    let mut capture = pcap(&frames);
    let length = frame_offset(&frames, FRAMES - 3000) - 8;
    capture[length..length + 4].fill(0xff);
    let folder = Folder::with("damaged", &capture);
    folder.write("cut", &pcap(&frames)[..1_500_000]);
    for file in ["damaged", "cut"] {
        for command in ["verify", "verify --json --all", "fix --dry-run"] {
            assert_same_for_any_number(&folder, &format!("{command} {file}"));
        }
        let run = folder.inetsum(["fix", file, "out"]);
        assert_eq!(run.status, Some(2));
        assert_eq!(folder.names(), ["cut", "damaged"]);
    }
}

#[test]
fn no_job_at_all_is_refused() {
    let run = Folder::new().inetsum(["verify", "--jobs", "0", "in"]);
    assert_eq!(run.status, Some(2));
    assert!(run.stderr.contains("--jobs"), "{}", run.stderr);
}

/// A program that holds on to what it was given, or to a part of it, has more than this by then.
#[cfg(target_os = "linux")]
#[test]
fn memory_does_not_grow_with_the_capture() {
    use std::io::Write;
    use std::process::Stdio;

    use crate::running::program;

    const BOUND: usize = 64 << 20;

    let many = record(&tcp_wrong(), tcp_wrong().len()).repeat(2000);
    let all_of_interface: Vec<u8> = block(0x0bad, &[0; 4000]).repeat(40);
    let pcapng = pcapng(&[tcp_wrong()], &[]);
    for (args, start, more) in [
        ("verify --json --jobs 4 -", header(ETHERNET), &many),
        ("verify --limit 1000 --jobs 1 -", header(ETHERNET), &many),
        ("fix --jobs 4 - -", header(ETHERNET), &many),
        ("fix --jobs 2 - -", pcapng, &all_of_interface),
    ] {
        let folder = Folder::new();
        let mut command = folder.command(program(), args.split(' '));
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut stdin = child.stdin.take().unwrap();
        stdin.write_all(&start).unwrap();
        let mut written = 0;
        while written < 3 * BOUND {
            stdin.write_all(more).unwrap();
            written += more.len();
        }
        let about = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
        let peak = about.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
        let peak: usize = peak.trim().trim_end_matches(" kB").parse().unwrap();
        assert!(peak << 10 < BOUND, "{args}: {peak} kB");
        drop(stdin);
        assert!(child.wait().unwrap().code().is_some_and(|code| code < 2), "{args}");
    }
}

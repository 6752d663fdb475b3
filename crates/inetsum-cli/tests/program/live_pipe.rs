//! `inetsum fix - -` between a capture that goes on and a reader that waits.

use std::io::{Read, Write};
use std::process::{ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use crate::captures::{ETHERNET, block, header, pcapng, record};
use crate::frames::{tcp, tcp_wrong};
use crate::running::program;

/// Only ever waited for in full where the program holds frames back.
const PATIENCE: Duration = Duration::from_secs(20);

#[test]
fn frames_of_a_live_pcap_come_out_one_by_one() {
    let wrong = record(&tcp_wrong(), tcp().len());
    let right = record(&tcp(), tcp().len());
    let header = header(ETHERNET);

    // The header on its own, then frames, then two at once.
    let mut steps = vec![(header.clone(), header)];
    steps.extend(vec![(wrong.clone(), right.clone()); 3]);
    steps.push(([wrong.clone(), wrong].concat(), [right.clone(), right].concat()));
    assert_flows(steps);
}

#[test]
fn frames_of_a_live_pcapng_come_out_one_by_one() {
    let start = pcapng(&[], &[]);
    let of = |frame| pcapng(&[frame], &[])[start.len()..].to_vec();
    let unknown = block(0x0bad, b"else");

    let mut steps = vec![(start.clone(), start.clone()), (unknown.clone(), unknown)];
    steps.extend(vec![(of(tcp_wrong()), of(tcp())); 3]);
    assert_flows(steps);
}

#[test]
fn input_may_pause_in_the_middle_of_a_frame() {
    let wrong = record(&tcp_wrong(), tcp().len());
    let right = record(&tcp(), tcp().len());
    let header = header(ETHERNET);
    let start = pcapng(&[], &[]);
    let of = |frame| pcapng(&[frame], &[])[start.len()..].to_vec();
    for (start, wrong, right) in
        [(header, wrong, right), (start.clone(), of(tcp_wrong()), of(tcp()))]
    {
        for at in [1, 8, 15, 16, 17, wrong.len() - 1] {
            // A frame and the beginning of the next; its rest and one more.
            let first = [wrong.as_slice(), &wrong[..at]].concat();
            let second = [&wrong[at..], wrong.as_slice()].concat();
            assert_flows(vec![
                (start[..10].to_vec(), Vec::new()),
                (start[10..].to_vec(), start.clone()),
                (first, right.clone()),
                (second, right.repeat(2)),
            ]);
        }
    }
}

#[test]
fn who_reads_no_more_ends_it_although_the_input_goes_on() {
    for jobs in ["1", "4"] {
        let mut command = Command::new(program());
        command.args(["fix", "--jobs", jobs, "-", "-"]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        drop(child.stdout.take());
        stdin.write_all(&header(ETHERNET)).unwrap();
        let (sender, ended) = channel();
        thread::spawn(move || sender.send(child.wait_with_output().unwrap()));
        let output = ended.recv_timeout(PATIENCE).expect("it waits for more input");
        assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(2), &b""[..]));
        drop(stdin);
    }
}

/// Writes what goes in, and waits for what comes out before it writes more.
fn assert_flows(steps: Vec<(Vec<u8>, Vec<u8>)>) {
    let mut command = Command::new(program());
    command.args(["fix", "-", "-"]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().unwrap();
    let mut stdin: ChildStdin = child.stdin.take().unwrap();
    let output = receive(child.stdout.take().unwrap());

    for (number, (input, expected)) in steps.iter().enumerate() {
        stdin.write_all(input).unwrap();
        stdin.flush().unwrap();
        let mut got = Vec::new();
        while got.len() < expected.len() {
            match output.recv_timeout(PATIENCE) {
                Ok(bytes) => got.extend(bytes),
                Err(_) => {
                    child.kill().unwrap();
                    panic!("step {number} is held back: {} of {} bytes", got.len(), expected.len());
                }
            }
        }
        assert!(got == *expected, "step {number}");
    }
    drop(stdin);
    assert!(child.wait().unwrap().success());
    assert!(output.recv().is_err(), "more comes out than should");
}

/// Passes on what there is, as soon as it is there.
fn receive(mut input: impl Read + Send + 'static) -> Receiver<Vec<u8>> {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        let mut buffer = [0; 4096];
        while let Ok(count @ 1..) = input.read(&mut buffer) {
            if sender.send(buffer[..count].to_vec()).is_err() {
                break;
            }
        }
    });
    receiver
}

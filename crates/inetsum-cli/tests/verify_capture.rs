//! The example `verify_capture` finds what the program finds.

use std::fs::File;
use std::path::Path;

// Its `main` is not run here.
#[allow(dead_code)]
#[path = "../examples/verify_capture.rs"]
mod example;

/// The lines for an example capture.
fn lines(name: &str) -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/captures");
    let mut out = Vec::new();
    // One of the captures breaks off.
    let _ = example::verify(File::open(folder.join(name)).unwrap(), &mut out);
    String::from_utf8(out).unwrap().lines().map(str::to_owned).collect()
}

#[test]
fn each_bad_checksum_gets_a_line() {
    assert_eq!(lines("clean.pcap"), [""; 0]);
    assert_eq!(lines("damaged.pcap").len(), 8);
    let offloaded = lines("offloaded.pcapng");
    assert_eq!(offloaded.len(), 39);
    assert_eq!(offloaded[0], "frame 2, byte 66, sll2/ipv6/udp: offloaded");
}

#[test]
fn what_is_no_capture_is_an_error() {
    let error = example::verify(&b"no capture"[..], &mut Vec::new()).unwrap_err();
    assert!(error.to_string().starts_with("byte 0: not a pcap or pcapng capture"), "{error}");
}

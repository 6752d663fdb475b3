//! Measures how many 64-byte frames a second one core verifies in memory:
//!
//! ```text
//! cargo run --release -p inetsum-packet --example frame_rate
//! ```
//!
//! The frames are Ethernet with TCP or UDP over IPv4, or with TCP over IPv6 (74 bytes), 128 different
//! ones, again and again. Printed is the least time of all rounds.

use std::time::{Duration, Instant};

use inetsum_packet::{LinkType, checksum_fields, fix};

const FRAMES: u8 = 128;
const ROUNDS: usize = 20_000;

fn main() {
    for (name, make) in [
        ("TCP over IPv4", tcp_over_ipv4 as fn(u8) -> Vec<u8>),
        ("UDP over IPv4", udp_over_ipv4),
        ("TCP over IPv6", tcp_over_ipv6),
    ] {
        let frames: Vec<Vec<u8>> = (0..FRAMES).map(|seed| made_right(make(seed))).collect();
        let (least, fields) = least_time(&frames);
        let nanoseconds = least.as_nanos() as f64 / frames.len() as f64;
        println!(
            "{name}: {nanoseconds:.1} ns a frame with {} to check, {:.1} million frames a second",
            fields / frames.len(),
            1000.0 / nanoseconds
        );
    }
}

fn least_time(frames: &[Vec<u8>]) -> (Duration, usize) {
    let rounds = (0..ROUNDS).map(|_| {
        let start = Instant::now();
        let right = frames.iter().map(|frame| count_right(frame)).sum();
        (start.elapsed(), right)
    });
    rounds.min().unwrap_or_default()
}

fn count_right(frame: &[u8]) -> usize {
    let fields = checksum_fields(frame, LinkType::ETHERNET, frame.len());
    fields.filter(|field| !field.verdict.is_bad()).count()
}

fn made_right(mut frame: Vec<u8>) -> Vec<u8> {
    let len = frame.len();
    fix(&mut frame, LinkType::ETHERNET, len);
    frame
}

const ADDRESSES: [u8; 12] = [2, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 2];

fn ipv4(protocol: u8, seed: u8) -> Vec<u8> {
    let header = [0x45, 0, 0, 50, seed, 1, 0x40, 0, 64, protocol, 0, 0];
    let addresses = [192, 0, 2, seed, 198, 51, 100, 2];
    [&ADDRESSES[..], &[8, 0], &header, &addresses].concat()
}

fn tcp(seed: u8) -> [u8; 20] {
    [0xc0, 1, 0, 80, 1, 2, 3, seed, 5, 6, 7, 8, 0x50, 0x10, 1, 1, 0, 0, 0, 0]
}

fn tcp_over_ipv4(seed: u8) -> Vec<u8> {
    [&ipv4(6, seed)[..], &tcp(seed), &[seed; 10]].concat()
}

fn udp_over_ipv4(seed: u8) -> Vec<u8> {
    [&ipv4(17, seed)[..], &[0xc0, 1, 0, 53, 0, 30, 0, 0], &[seed; 22]].concat()
}

fn tcp_over_ipv6(seed: u8) -> Vec<u8> {
    let header = [0x60, 0, 0, 0, 0, 20, 6, 64];
    let address = [0x20, 1, 0x0d, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, seed];
    [&ADDRESSES[..], &[0x86, 0xdd], &header, &address, &address, &tcp(seed)].concat()
}

//! Writes a large pcap of made-up traffic, to measure with:
//!
//! ```text
//! cargo run --release --example generate_traffic -- OUT [mixed|small] [FRAMES]
//! ```
//!
//! Of the frames 70 % are IPv4, the others IPv6; 62 % TCP, 33 % UDP, 5 % ICMP. One checksum in a
//! hundred is wrong. `mixed`, which 1,500,000 frames make 1.2 GB of, has IP packets of 40 to 1500
//! bytes, half of them of 1400 and more; `small` has none of more than 64. The same arguments give the
//! same file.

use std::env::args;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::net::{Ipv4Addr, Ipv6Addr};

use inetsum::{Sum, checksum, pseudo_header_v4, pseudo_header_v6};

const TCP: u8 = 6;
const UDP: u8 = 17;
const ICMP: u8 = 1;
const ICMPV6: u8 = 58;

fn main() -> io::Result<()> {
    let args: Vec<String> = args().skip(1).collect();
    let [path, rest @ ..] = args.as_slice() else {
        return Err(io::Error::other("no file to write to was named"));
    };
    let length = match rest.first().map(String::as_str) {
        None | Some("mixed") => mixed_length,
        Some("small") => small_length,
        Some(other) => return Err(io::Error::other(format!("no kind of traffic: {other}"))),
    };
    let frames = rest.get(1).map_or(Ok(1_500_000), |frames| frames.parse());
    let frames: u32 = frames.map_err(io::Error::other)?;

    let mut random = Random(1);
    let mut out = BufWriter::with_capacity(1 << 20, File::create_new(path)?);
    for field in [0xa1b2_c3d4_u32, 0x0004_0002, 0, 0, 65535, 1] {
        out.write_all(&field.to_le_bytes())?;
    }
    let mut frame = Vec::with_capacity(2048);
    for number in 0..frames {
        let len = length(&mut random);
        make_frame(&mut frame, len, &mut random);
        let len = frame.len() as u32;
        for field in [1_700_000_000 + number / 100_000, number % 100_000 * 10, len, len] {
            out.write_all(&field.to_le_bytes())?;
        }
        out.write_all(&frame)?;
    }
    out.flush()
}

fn mixed_length(random: &mut Random) -> usize {
    match random.below(20) {
        0..10 => 1400 + random.below(101),
        10..19 => 40 + random.below(61),
        _ => 100 + random.below(1300),
    }
}

fn small_length(random: &mut Random) -> usize {
    40 + random.below(25)
}

/// An Ethernet frame around an IP packet of `len` bytes, or a few more if its headers need them.
fn make_frame(frame: &mut Vec<u8>, len: usize, random: &mut Random) {
    frame.clear();
    frame.extend([2, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 2]);
    let kind = random.below(100);
    let is_v4 = random.below(100) < 70;
    let protocol = match kind {
        0..62 => TCP,
        62..95 => UDP,
        _ if is_v4 => ICMP,
        _ => ICMPV6,
    };
    let header_len = if is_v4 { 20 } else { 40 };
    let least = if protocol == TCP { 20 } else { 8 };
    let payload_len = len.saturating_sub(header_len).max(least);
    let pseudo_header = if is_v4 {
        push_ipv4(frame, protocol, payload_len, random)
    } else {
        push_ipv6(frame, protocol, payload_len, random)
    };
    let start = frame.len();
    push_payload(frame, protocol, payload_len, random);
    let at = start + field_offset(protocol);
    let pseudo_header = if protocol == ICMP { Sum::ZERO } else { pseudo_header };
    let sum = pseudo_header.combine(inetsum::sum(&frame[start..]));
    let mut field = if protocol == UDP { sum.udp_checksum() } else { sum.checksum() };
    if random.below(100) == 0 {
        field ^= 1 << random.below(16);
    }
    frame[at..at + 2].copy_from_slice(&field.to_be_bytes());
}

fn push_ipv4(frame: &mut Vec<u8>, protocol: u8, len: usize, random: &mut Random) -> Sum {
    let source = Ipv4Addr::new(10, 0, random.byte(), random.byte());
    let destination = Ipv4Addr::new(192, 168, random.byte(), random.byte());
    frame.extend([0x08, 0x00]);
    let start = frame.len();
    frame.extend([0x45, 0]);
    frame.extend((len as u16 + 20).to_be_bytes());
    frame.extend([random.byte(), random.byte(), 0x40, 0, 64, protocol, 0, 0]);
    frame.extend(source.octets());
    frame.extend(destination.octets());
    let field = checksum(&frame[start..]);
    frame[start + 10..start + 12].copy_from_slice(&field.to_be_bytes());
    pseudo_header_v4(source, destination, protocol, len as u16)
}

fn push_ipv6(frame: &mut Vec<u8>, protocol: u8, len: usize, random: &mut Random) -> Sum {
    let host = |random: &mut Random| u16::from_be_bytes([random.byte(), random.byte()]);
    let source = Ipv6Addr::new(0x2001, 0xdb8, 0, 1, 0, 0, 0, host(random));
    let destination = Ipv6Addr::new(0x2001, 0xdb8, 0, 2, 0, 0, 0, host(random));
    frame.extend([0x86, 0xdd, 0x60, 0, 0, 0]);
    frame.extend((len as u16).to_be_bytes());
    frame.extend([protocol, 64]);
    frame.extend(source.octets());
    frame.extend(destination.octets());
    pseudo_header_v6(source, destination, protocol, len as u32)
}

/// The message of the protocol, its checksum zero.
fn push_payload(frame: &mut Vec<u8>, protocol: u8, len: usize, random: &mut Random) {
    let end = frame.len() + len;
    let ports = [0xc0, random.byte(), random.byte() | 0x20, random.byte()];
    match protocol {
        TCP => {
            frame.extend(ports);
            frame.extend(random.next().to_be_bytes());
            frame.extend([0x50, 0x18, 0xff, 0xff, 0, 0, 0, 0]);
        }
        UDP => {
            // To the discard port, behind which no tunnel is.
            frame.extend([ports[0], ports[1], 0, 9]);
            frame.extend((len as u16).to_be_bytes());
            frame.extend([0, 0]);
        }
        ICMP => frame.extend([8, 0, 0, 0, 0, 1, 0, random.byte()]),
        _ => frame.extend([128, 0, 0, 0, 0, 1, 0, random.byte()]),
    }
    while frame.len() < end {
        frame.extend(random.next().to_le_bytes());
    }
    frame.truncate(end);
}

fn field_offset(protocol: u8) -> usize {
    match protocol {
        TCP => 16,
        UDP => 6,
        _ => 2,
    }
}

/// Xorshift: the traffic needs no better.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, end: usize) -> usize {
        (self.next() >> 16) as usize % end
    }

    fn byte(&mut self) -> u8 {
        (self.next() >> 24) as u8
    }
}

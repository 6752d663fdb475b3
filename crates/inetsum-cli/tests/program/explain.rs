//! `inetsum explain`.

use crate::captures::{ETHERNET, header, pcap, record};
use crate::frames::{
    IPV4_CHECKSUM, TCP_CHECKSUM, fragment, icmp_error_with_stale_quote, icmp_noncanonical, ospf,
    put, sctp, tcp, tcp_offloaded, tcp_wrong, udp_absent, udp_long, udp6_zero, vrrp, word,
};
use crate::running::{Folder, Run};

fn explain(frame: Vec<u8>) -> Run {
    Folder::with("in", &pcap(&[frame])).inetsum(["explain", "in", "--frame", "1"])
}

#[test]
fn every_checksum_is_laid_out() {
    let expected = "\
frame 1: 62 bytes captured of 62, link type 1 (ethernet), 2 checksums
  eth   bytes 0 to 13: 14 bytes
  ipv4  bytes 14 to 33: 20 bytes
  tcp   bytes 34 to 61: 28 bytes with its payload

eth/ipv4
  field          bytes 24 and 25
  covers         bytes 14 to 33: 20 bytes
                   14  45 00 00 30 00 01 00 00 40 06[8e 90]c0 00 02 01
                   30  c6 33 64 02
  sum            0x716f without the field
  stored         0x8e90
  expected       0x8e90
  verdict        correct

eth/ipv4/tcp
  field          bytes 50 and 51
  covers         bytes 34 to 61: 28 bytes
                   34  30 39 00 50 00 00 00 01 00 00 00 01 50 18 01 00
                   50 [ec 59]00 00 70 61 79 6c 6f 61 64 2e
  pseudo-header  source       192.0.2.1     0xc201
                 destination  198.51.100.2  0x2a36
                 protocol     6             0x0006
                 length       28            0x001c
                 sum                        0xec59
  sum            0x3f01 of the bytes without the field
                 0x2b5b with the pseudo-header
  stored         0xec59
  expected       0xd4a4
  verdict        offloaded
  why            0xec59 is the sum of the pseudo-header alone, which a sender
                 leaves for its network card to complete
";
    explain(tcp_offloaded()).assert(1, expected, "");
}

#[test]
fn ipv6_has_addresses_of_its_own() {
    let run = explain(udp6_zero());
    let address = "2020:2020:2020:2020:2020:2020:2020:2020";

    assert_eq!(run.status, Some(1));
    for line in [
        format!("  pseudo-header  source       {address}  0x0101"),
        format!("                 destination  {address}  0x0101"),
        format!("                 protocol     {:<39}  0x0011", 17),
        "  verdict        zero-forbidden".to_owned(),
        "  why            0x0000 is the zero that says \"no checksum\", which UDP over IPv6"
            .to_owned(),
    ] {
        assert!(run.has_line(&line), "no {line:?} in\n{}", run.text());
    }
}

#[test]
fn each_verdict_says_why_within_80_columns() {
    let link_type_147 = [header(147), record(&tcp(), 62)].concat();
    let folder = Folder::with("in", &link_type_147);
    let unknown_link = folder.inetsum(["explain", "in", "--frame", "1"]);
    for (run, status, lines) in [
        (explain(tcp_wrong()), 1, ["  verdict        wrong", "  expected       0xd4a4"]),
        (
            explain(put(tcp(), IPV4_CHECKSUM, 0)),
            1,
            [
                "  verdict        offloaded",
                "  why            0x0000 is zero, which a sender leaves for its network card to",
            ],
        ),
        (
            explain(icmp_noncanonical()),
            0,
            [
                "  verdict        noncanonical",
                "  why            0xffff is the other zero: 0xffff and 0x0000 are the same",
            ],
        ),
        (
            explain(udp_absent()),
            0,
            ["  verdict        absent", "  why            the sender sent none, as it may"],
        ),
        (
            explain(fragment()),
            0,
            [
                "  verdict        unverifiable (fragment)",
                "  why            it covers a datagram of which this is one fragment",
            ],
        ),
        (
            explain(sctp()),
            0,
            ["  verdict        unverifiable (not-internet-checksum)", "eth/ipv4/sctp, sctp-crc32c"],
        ),
        (
            explain(icmp_error_with_stale_quote()),
            0,
            [
                "  verdict        wrong",
                "  quoted         by the packet around it: not counted, not fixed",
            ],
        ),
        (
            explain(ospf()),
            0,
            [
                "  covers         bytes 34 to 57: 24 bytes",
                "                 bytes 50 to 57 left out",
            ],
        ),
        (
            explain(vrrp()),
            0,
            [
                "  verdict        correct",
                "  note           over IPv4 without a pseudo-header, as in RFC 9568",
            ],
        ),
        (unknown_link, 0, ["link-type-147", "  verdict        unverifiable (unknown-link)"]),
    ] {
        assert_eq!(run.status, Some(status), "{}", run.text());
        for line in lines {
            assert!(run.has_line(line), "no {line:?} in\n{}", run.text());
        }
        assert!(run.text().lines().all(|line| line.len() <= 80), "{}", run.text());
    }
}

#[test]
fn a_frame_that_is_cut_says_so() {
    let capture = [header(ETHERNET), record(&tcp()[..40], 62)].concat();
    let run = Folder::with("in", &capture).inetsum(["explain", "in", "--frame", "1"]);

    assert_eq!(run.status, Some(0));
    assert!(run.has_line("frame 1: 40 bytes captured of 62, link type 1 (ethernet), 2 checksums"));
    assert!(run.has_line("  why            not all of the bytes covered were captured"));
    let tcp = run.text().split_once("eth/ipv4/tcp").unwrap().1;
    assert!(!tcp.contains("stored") && !tcp.contains("expected"), "{tcp}");
}

#[test]
fn frames_are_counted_from_1() {
    let capture = pcap(&[tcp(), udp_absent(), tcp_wrong()]);
    let folder = Folder::with("in", &capture);
    let second = folder.inetsum_reading(["explain", "-", "--frame", "2"], &capture);
    assert!(second.text().starts_with("frame 2: 50 bytes"), "{}", second.text());
    assert_eq!((second.status, second.stderr.as_str()), (Some(0), ""));

    folder
        .inetsum(["explain", "in", "--frame", "4"])
        .assert_trouble("in: there is no frame 4: 3 in all");
    for number in ["0", "-1", "x", "18446744073709551616"] {
        let run = folder.inetsum(["explain", "in", &format!("--frame={number}")]);
        assert_eq!((run.status, run.text()), (Some(2), ""), "{number}");
    }
}

#[test]
fn what_comes_after_the_frame_is_not_read() {
    let capture = pcap(&[tcp(), tcp_wrong()]);
    let folder = Folder::with("in", &capture[..capture.len() - 1]);

    assert_eq!(folder.inetsum(["explain", "in", "--frame", "1"]).status, Some(0));
    folder
        .inetsum(["explain", "in", "--frame", "2"])
        .assert_trouble("in: byte 102: cut off: 77 of 78 bytes are there");
}

#[test]
fn layers_are_listed_with_what_is_quoted_and_what_is_behind() {
    let mut frame = icmp_error_with_stale_quote();
    let len = frame.len();
    frame.extend([0; 6]);
    let run = explain(frame);
    for line in [
        "  eth     bytes 0 to 13: 14 bytes".to_owned(),
        "  ipv4    bytes 42 to 61: 20 bytes, quoted".to_owned(),
        format!("  udp     bytes 62 to {}: 16 bytes with its payload, quoted", len - 1),
        format!("  behind  bytes {len} to {}: 6 bytes, no part of the packet", len + 5),
    ] {
        assert!(run.has_line(&line), "no {line:?} in\n{}", run.text());
    }
}

#[test]
fn the_middle_of_many_bytes_is_left_out_of_the_dump() {
    let frame = udp_long();
    let run = explain(frame.clone());
    let of_udp = run.text().split("\neth/ipv4/udp\n").nth(1).unwrap();
    let lines: Vec<_> = of_udp.lines().skip(2).take(5).collect();
    let hex = |range: std::ops::Range<usize>| -> String {
        frame[range].iter().map(|byte| format!(" {byte:02x}")).collect()
    };
    assert_eq!(lines[1], format!("                   50 {}", hex(50..66)));
    assert_eq!(lines[2], format!("                   66 {}", hex(66..82)));
    assert_eq!(lines[3], "                    …  96 bytes more");
    assert_eq!(lines[4], format!("                  178 {}", hex(178..frame.len())));
}

#[test]
fn a_wrong_value_is_told_what_it_is_or_by_how_much_it_is_off() {
    let right = word(&tcp(), TCP_CHECKSUM);
    let with = |value: u16| explain(put(tcp(), TCP_CHECKSUM, value));
    for (value, line) in [
        (right.swap_bytes(), "0xa4d4 is the right checksum with its two bytes swapped"),
        (!right, "0x2b5b is the sum itself, not complemented"),
        (right - 80, "no fault known gives 0xd454: it is right if one 16-bit word"),
    ] {
        let (run, line) = (with(value), format!("  why            {line}"));
        assert!(run.has_line(&line), "no {line:?} in\n{}", run.text());
    }
    // A checksum falls by what a word rises.
    for (value, line) in [
        (right - 80, "covered is 80 (0x50) more"),
        (right + 80, "covered is 80 (0x50) less"),
        (right - 0x40, "covered is 64 (0x40, a single bit) more"),
    ] {
        assert!(with(value).has_line(&format!("                 {line}")), "{line}");
    }
}

//! `inetsum verify`: what people read.

use crate::captures::{ETHERNET, header, pcap, record};
use crate::frames::{
    IPV4_CHECKSUM, fragment, icmp_error_with_stale_quote, icmp_noncanonical, put, sctp, tcp,
    tcp_offloaded, tcp_wrong, udp_absent, udp_wrong, udp6_zero, vrrp, vxlan_with_wrong_inside,
};
use crate::running::{Folder, Run};

const HINT: &str = "This was captured before checksum offload";

fn verify(frames: &[Vec<u8>], options: &str) -> Run {
    let folder = Folder::with("x.pcap", &pcap(frames));
    folder.inetsum(format!("verify{options} x.pcap").split(' '))
}

#[test]
fn a_clean_capture_needs_few_words() {
    let expected = "\
x.pcap: 2 frames, 4 checksums

  protocol    correct      wrong  offloaded     absent  unverifiable
  ipv4              2          0          0          0             0
  tcp               1          0          0          0             0
  udp               0          0          0          1             0

nothing to be fixed
";
    verify(&[tcp(), udp_absent()], "").assert(0, expected, "");
}

#[test]
fn an_offloaded_one_gets_the_hint_that_it_is_no_fault() {
    let expected = "\
x.pcap: 1 frame, 2 checksums

  protocol    correct      wrong  offloaded     absent  unverifiable
  ipv4              1          0          0          0             0
  tcp               0          0          1          0             0

to be fixed: 1
  frame 1, byte 50, eth/ipv4/tcp: 0xec59 should be 0xd4a4 (offloaded)

This was captured before checksum offload: the sending host left checksums to
its network card, so they were right on the wire. To write what is missing here:

  inetsum fix x.pcap OUT
";
    verify(&[tcp_offloaded()], "").assert(1, expected, "");
}

#[test]
fn the_table_counts_by_protocol_and_what_is_quoted_is_not_counted() {
    let run = verify(
        &[
            tcp_wrong(),
            tcp_offloaded(),
            tcp(),
            put(tcp(), IPV4_CHECKSUM, 0),
            udp_wrong(),
            udp6_zero(),
            fragment(),
            icmp_noncanonical(),
            icmp_error_with_stale_quote(),
            sctp(),
            vrrp(),
        ],
        "",
    );
    for row in [
        "  protocol       correct      wrong  offloaded     absent  unverifiable",
        "  ipv4                 9          0          1          0             0",
        "  tcp                  2          1          1          0             0",
        "  udp                  0          2          0          0             1",
        "  icmp                 2          0          0          0             0",
        "  sctp-crc32c          0          0          0          0             1",
        "  vrrp                 1          0          0          0             0",
        "unverifiable: 1 fragment, 1 not-internet-checksum",
        "noted: 1 without-pseudo-header",
        "stored as 0xffff instead of 0x0000, which is right: 1",
        "in packets that others quote, not counted: 2",
        "to be fixed: 5",
        "  frame 4, byte 24, eth/ipv4: 0x0000 should be 0x8e90 (offloaded: zero)",
        "  frame 6, byte 60, eth/ipv6/udp: 0x0000 should be 0x8038 (zero-forbidden)",
    ] {
        assert!(run.has_line(row), "no line {row:?} in\n{}", run.text());
    }
    let findings = run.text().lines().filter(|line| line.starts_with("  frame "));
    assert_eq!(findings.count(), 5);
}

#[test]
fn the_hint_appears_where_half_of_what_is_bad_or_more_is_offloaded() {
    let has_hint = |frames: &[Vec<u8>], options: &str| {
        let folder = Folder::with("x.pcap", &pcap(frames));
        let args = format!("verify --json{options} x.pcap");
        let (_, summary) = folder.inetsum(args.split(' ')).fields_and_summary();
        let table = verify(frames, options);
        assert_eq!(table.text().contains(HINT), summary["captured_before_offload"] == true);
        table.text().contains(HINT)
    };

    assert!(has_hint(&[tcp_offloaded()], ""));
    assert!(has_hint(&[tcp_offloaded(), tcp_wrong()], ""));
    assert!(has_hint(&[tcp_offloaded(), tcp(), tcp(), tcp()], ""));
    assert!(has_hint(&[put(tcp(), IPV4_CHECKSUM, 0)], ""));
    assert!(!has_hint(&[tcp_offloaded(), tcp_wrong(), tcp_wrong()], ""));
    assert!(!has_hint(&[tcp()], ""));
    assert!(!has_hint(&[tcp_wrong()], ""));
    assert!(!has_hint(&[udp6_zero()], ""));
    assert!(!has_hint(&[tcp_offloaded()], " --only udp"));
    assert!(has_hint(&[tcp_offloaded(), udp_wrong(), udp_wrong()], " --only tcp"));
}

#[test]
fn ten_wrong_ones_are_shown_unless_the_limit_is_another() {
    let frames = vec![udp_wrong(); 12];
    let shown = |options: &str| {
        let run = verify(&frames, options);
        let text = run.text();
        let more = text.lines().find(|line| line.starts_with("  and ")).map(str::to_owned);
        (text.matches("  frame ").count(), more.unwrap_or_default())
    };

    let more = |left| format!("  and {left} more (--limit N shows more)");
    assert_eq!(shown(""), (10, more(2)));
    assert_eq!(shown(" --limit 11"), (11, more(1)));
    assert_eq!(shown(" --limit 12"), (12, String::new()));
    assert_eq!(shown(" --limit 18446744073709551615"), (12, String::new()));
    assert_eq!(shown(" --limit 0"), (0, String::new()));
    assert_eq!(shown(" --summary"), (0, String::new()));
}

#[test]
fn a_capture_that_breaks_off_is_reported_up_to_there() {
    let capture = pcap(&[tcp_wrong(), tcp()]);
    let folder = Folder::with("x.pcap", &capture[..capture.len() - 1]);
    let run = folder.inetsum(["verify", "x.pcap"]);

    assert_eq!(run.status, Some(2));
    assert!(run.has_line("x.pcap: 1 frame, 2 checksums"), "{}", run.text());
    let error = "inetsum: x.pcap: byte 102: cut off: 77 of 78 bytes are there\n";
    assert_eq!(run.stderr, error);
}

#[test]
fn several_captures_are_reported_one_by_one_and_in_total() {
    let folder = Folder::with("a.pcap", &pcap(&[tcp_wrong(), udp6_zero()]));
    folder.write("b.pcap", &pcap(&[tcp_offloaded(), fragment()]));
    folder.write("empty.pcap", &pcap(&[]));
    let run = folder.inetsum(["verify", "a.pcap", "empty.pcap", "none.pcap", "b.pcap"]);

    let text = run.text();
    assert!(text.starts_with("a.pcap: 2 frames, 3 checksums\n"), "{text}");
    assert!(text.contains("\n\nempty.pcap: 0 frames, 0 checksums\n\nb.pcap: 2 "), "{text}");
    assert!(!text.contains("none.pcap"), "{text}");
    let total = "\n\ntotal: 4 files, 4 frames, 7 checksums, 2 wrong, 1 offloaded, 1 unverifiable\n";
    assert!(text.ends_with(total), "{text}");
}

#[test]
fn lines_fit_into_80_columns() {
    let mut capture = pcap(&[
        tcp_offloaded(),
        tcp_offloaded(),
        udp6_zero(),
        put(tcp(), IPV4_CHECKSUM, 0),
        vxlan_with_wrong_inside(),
        icmp_error_with_stale_quote(),
        icmp_noncanonical(),
        sctp(),
    ]);
    capture.extend(record(&fragment()[..60.min(fragment().len())], 1000));
    let folder = Folder::with("capture.pcap", &capture);
    // A protocol with as long a name as there is.
    folder.write("ppp.pcap", &[header(ETHERNET), record(&put(tcp(), 12, 0x880b), 62)].concat());
    let run = folder.inetsum(["verify", "--limit", "100", "capture.pcap", "ppp.pcap"]);

    assert!(run.text().contains("ppp-protocol-0x0045"), "{}", run.text());
    assert!(run.text().contains(HINT), "{}", run.text());
    for line in run.text().lines() {
        assert!(line.chars().count() <= 80, "{line}");
    }
}

#[test]
fn frames_captured_beyond_their_original_length_are_told_of() {
    let capture = [header(ETHERNET), record(&tcp(), 10), record(&tcp(), tcp().len())].concat();
    let run = Folder::with("in", &capture).inetsum(["verify", "in"]);
    assert_eq!(run.status, Some(0), "{run:?}");
    assert!(run.has_line("frames said to be shorter than what was captured of them: 1"), "{run:?}");
    assert!(run.has_line("nothing to be fixed"), "{run:?}");
}

#[test]
fn very_many_wrong_ones_come_first_as_they_are_found() {
    let folder = Folder::with("a.pcap", &pcap(&vec![udp_wrong(); 1002]));
    folder.write("b.pcap", &pcap(&[tcp()]));
    folder.write("c.pcap", &pcap(&[tcp_wrong()]));
    let run = folder.inetsum(["verify", "--limit", "1001", "a.pcap", "b.pcap", "c.pcap"]);
    let lines: Vec<&str> = run.text().lines().collect();
    let finding = "  frame 1, byte 40, eth/ipv4/udp: 0x2222 should be 0x9602";
    assert_eq!(lines[..2], ["a.pcap:", finding]);
    assert_eq!(lines[1002..1004], ["", "a.pcap: 1002 frames, 2004 checksums"]);
    assert!(run.has_line("  and 1 more (--limit N shows more)"), "{}", run.text());
    let rest = run.text().split_once("\n\nb.pcap: 1 frame, 2 checksums\n").unwrap().1;
    assert!(rest.contains("\n\nc.pcap:\n  frame 1,"), "{rest}");
    assert!(rest.contains("\n\nc.pcap: 1 frame, 2 checksums\n"), "{rest}");
    assert!(!rest.contains("--limit"), "{rest}");
}

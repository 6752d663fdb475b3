//! `inetsum fix`: which bytes it writes.

use serde_json::Value;

use crate::captures::{ETHERNET, frame_offset, header, pcap, pcapng, record};
use crate::frames::{
    AH_UDP_CHECKSUM, ICMP_CHECKSUM, INNER_UDP_CHECKSUM, IPV4_CHECKSUM, TCP_CHECKSUM, UDP_CHECKSUM,
    UDP6_CHECKSUM, ah, fragment, fragment_without_checksum, icmp_error_with_stale_quote,
    icmp_noncanonical, icmp_of_sum_zero, put, sctp, tcp, tcp_offloaded, tcp_wrong, udp, udp_absent,
    udp_wrong, udp6, udp6_zero, vxlan, vxlan_with_wrong_inside, word,
};
use crate::running::{Folder, Run};

/// Every kind of field.
fn frames() -> Vec<Vec<u8>> {
    vec![
        tcp_wrong(),
        tcp_offloaded(),
        udp_wrong(),
        udp_absent(),
        udp6_zero(),
        icmp_noncanonical(),
        icmp_error_with_stale_quote(),
        fragment_without_checksum(),
        put(sctp(), IPV4_CHECKSUM, 0),
        vxlan_with_wrong_inside(),
    ]
}

/// Fixes them with these options, and expects the ones given to be as they are.
#[track_caller]
fn assert_fixed(options: &str, expected: &[(usize, Vec<u8>)]) {
    let folder = Folder::with("in.pcap", &pcap(&frames()));
    let run = folder.inetsum(format!("fix{options} in.pcap out.pcap").split(' '));
    assert_eq!((run.status, run.stderr.as_str()), (Some(0), ""));

    let mut frames = frames();
    for (number, frame) in expected {
        frames[number - 1].clone_from(frame);
    }
    let (out, expected) = (folder.read("out.pcap"), pcap(&frames));
    let differing: Vec<_> = (0..frames.len())
        .filter(|index| {
            let place = frame_offset(&frames, *index)..frame_offset(&frames, index + 1) - 16;
            out[place.clone()] != expected[place]
        })
        .map(|index| index + 1)
        .collect();
    assert_eq!(differing, [0; 0], "frames that are not as expected");
    assert!(out == expected);
}

/// All that is wrong, put right.
fn all_fixed() -> [(usize, Vec<u8>); 6] {
    let header_fixed = put(sctp(), IPV4_CHECKSUM, word(&sctp(), IPV4_CHECKSUM));
    [(1, tcp()), (2, tcp()), (3, udp()), (5, udp6()), (9, header_fixed), (10, vxlan())]
}

#[test]
fn what_is_wrong_is_written_and_nothing_else() {
    assert_fixed("", &all_fixed());
}

#[test]
fn offloaded_only_leaves_what_is_wrong() {
    assert_fixed(" --offloaded-only", &[(2, tcp()), (9, sctp())]);
}

#[test]
fn only_writes_the_protocols_named() {
    assert_fixed(" --only tcp", &[(1, tcp()), (2, tcp())]);
    assert_fixed(" --only ipv4", &[(9, sctp())]);
    // An outer checksum that was right before is right again.
    assert_fixed(" --only udp", &[(3, udp()), (5, udp6()), (10, vxlan())]);
    assert_fixed(" --only igmp", &[]);
}

#[test]
fn fill_absent_computes_udp_where_all_of_it_is_there() {
    let expected = [all_fixed().as_slice(), &[(4, udp())]].concat();
    assert_fixed(" --fill-absent", &expected);
}

#[test]
fn canonical_writes_zero_for_ffff() {
    let expected = [all_fixed().as_slice(), &[(6, icmp_of_sum_zero())]].concat();
    assert_fixed(" --canonical", &expected);
}

#[test]
fn quoted_writes_into_what_an_icmp_error_quotes_and_keeps_the_error_right() {
    let expected = [all_fixed().as_slice(), &[(7, crate::frames::icmp_error())]].concat();
    assert_fixed(" --quoted", &expected);
}

/// The fields that `verify` finds, as (frame, offset, value expected, value stored).
fn bad_fields(folder: &Folder, name: &str) -> Vec<Value> {
    folder.inetsum(["verify", "--json", name]).fields_and_summary().0
}

#[test]
fn the_file_differs_where_verify_says_and_holds_what_verify_expects() {
    // Without the last, in which a checksum that is right becomes another.
    let frames = frames()[..9].to_vec();
    for (name, capture) in [("x.pcap", pcap(&frames)), ("x.pcapng", pcapng(&frames, &[]))] {
        let folder = Folder::with(name, &capture);
        assert_eq!(folder.inetsum(["fix", name, "out"]).status, Some(0));

        let mut expected = capture;
        for field in bad_fields(&folder, name) {
            let (Some(value), false) = (field["expected"].as_str(), field["quoted"] == true) else {
                continue;
            };
            let index = field["frame"].as_u64().unwrap() as usize - 1;
            let at = field["offset"].as_u64().unwrap() as usize;
            let frame = find(&expected, &frames[index]) + at;
            let value = u16::from_str_radix(&value[2..], 16).unwrap();
            expected[frame..frame + 2].copy_from_slice(&value.to_be_bytes());
        }
        assert!(folder.read("out") == expected, "{name}");
    }
}

fn find(haystack: &[u8], needle: &[u8]) -> usize {
    haystack.windows(needle.len()).position(|window| window == needle).unwrap()
}

#[test]
fn what_was_fixed_is_clean_and_a_second_fix_changes_nothing() {
    let folder = Folder::with("in.pcap", &pcap(&frames()));
    folder.inetsum(["fix", "in.pcap", "out"]).assert(
        0,
        "7 checksums written, in 6 of 10 frames\n",
        "",
    );
    folder.inetsum(["fix", "out", "again"]).assert(
        0,
        "0 checksums written, in 0 of 10 frames\n",
        "",
    );

    assert_eq!(folder.inetsum(["verify", "out"]).status, Some(0));
    assert!(folder.read("out") == folder.read("again"));
    assert!(folder.read("out") != folder.read("in.pcap"));
}

#[test]
fn a_dry_run_lists_what_would_be_written_and_writes_nothing() {
    let folder = Folder::with("in.pcap", &pcap(&frames()));
    let run = folder.inetsum(["fix", "--dry-run", "--fill-absent", "--canonical", "in.pcap"]);

    let place = |frame: usize, at, path, stored: &[u8], right: &[u8], why: &str| {
        let (stored, right) = (word(stored, at), word(right, at));
        format!("frame {frame}, byte {at}, {path}: {stored:#06x} should be {right:#06x}{why}\n")
    };
    let tcp_place =
        |frame, bytes: &[u8], why| place(frame, TCP_CHECKSUM, "eth/ipv4/tcp", bytes, &tcp(), why);
    let udp_place = |frame, bytes: &[u8], right: &[u8], why| {
        place(frame, UDP_CHECKSUM, "eth/ipv4/udp", bytes, right, why)
    };
    let header = put(sctp(), IPV4_CHECKSUM, 0);
    let inside = vxlan_with_wrong_inside();
    let inside_path = "eth/ipv4/udp/vxlan/eth/ipv4/udp";
    let expected = [
        tcp_place(1, &tcp_wrong(), ""),
        tcp_place(2, &tcp_offloaded(), " (offloaded)"),
        udp_place(3, &udp_wrong(), &udp(), ""),
        udp_place(4, &udp_absent(), &udp(), " (absent)"),
        place(5, UDP6_CHECKSUM, "eth/ipv6/udp", &udp6_zero(), &udp6(), " (zero-forbidden)"),
        place(6, ICMP_CHECKSUM, "eth/ipv4/icmp", &icmp_noncanonical(), &icmp_of_sum_zero(), ""),
        place(9, IPV4_CHECKSUM, "eth/ipv4", &header, &sctp(), " (offloaded: zero)"),
        // Right as it stands, and to be written once the inside is.
        udp_place(10, &inside, &vxlan(), ""),
        place(10, INNER_UDP_CHECKSUM, inside_path, &inside, &vxlan(), ""),
        "9 checksums to be written, in 8 of 10 frames\n".to_owned(),
    ];
    run.assert(0, &expected.concat(), "");
    assert_eq!(folder.names(), ["in.pcap"]);
    assert!(folder.read("in.pcap") == pcap(&frames()));
}

#[test]
fn a_dry_run_takes_no_output_and_a_wet_one_needs_one() {
    let folder = Folder::with("in.pcap", &pcap(&frames()));
    for args in [&["fix", "--dry-run", "in.pcap", "out"][..], &["fix", "in.pcap"]] {
        let run = folder.inetsum(args);
        assert_eq!((run.status, run.text()), (Some(2), ""), "{args:?}");
        assert!(run.stderr.contains("OUT"), "{}", run.stderr);
    }
    assert_eq!(folder.names(), ["in.pcap"]);
}

/// Fixes this capture to a file, to standard output and in a dry run, and expects the warning.
#[track_caller]
fn assert_warning(capture: &[u8], warning: &str) {
    let folder = Folder::with("in", capture);
    let warns = |run: Run| {
        assert_eq!(run.status, Some(0), "{run:?}");
        assert!(!String::from_utf8_lossy(&run.stdout).contains("warning"), "{run:?}");
        run.stderr.lines().any(|line| line == warning)
    };
    assert!(warns(folder.inetsum(["fix", "in", "out"])), "no {warning:?}");
    assert!(warns(folder.inetsum(["fix", "in", "-"])), "no {warning:?} beside standard output");
    assert!(warns(folder.inetsum(["fix", "--dry-run", "in"])), "no {warning:?} in a dry run");
    assert!(!warns(folder.inetsum(["fix", "out", "again"])), "{warning:?} though nothing changes");
}

#[test]
fn a_check_sequence_that_goes_stale_is_warned_of() {
    let frame = [tcp_wrong().as_slice(), &[1, 2, 3, 4]].concat();
    let records = [header(ETHERNET | 0x2400_0000), record(&frame, frame.len())].concat();
    let warning = "warning: captured frame check sequences that no longer match: 1";
    assert_warning(&records, warning);
    // The same told by the frame itself: a radiotap header, then 802.11 with LLC.
    let radiotap = [0, 0, 9, 0, 2, 0, 0, 0, 0x10];
    let ieee80211 = [&[8, 1][..], &[0; 22], &[0xaa, 0xaa, 3, 0, 0, 0, 8, 0]].concat();
    let frame = [&radiotap[..], &ieee80211, &tcp_wrong()[14..], &[1, 2, 3, 4]].concat();
    let capture = [header(127), record(&frame, frame.len())].concat();
    assert_warning(&capture, warning);
}

#[test]
fn a_hash_that_goes_stale_is_warned_of() {
    let hash = (3, [2, 0xca, 0xfe, 0xba, 0xbe].as_slice());
    let capture = pcapng(&[tcp_wrong(), tcp(), tcp_wrong()], &[hash]);
    let warning = "warning: hashes in the capture (epb_hash) that no longer match: 2";
    assert_warning(&capture, warning);
}

#[test]
fn an_integrity_check_value_that_goes_stale_is_warned_of() {
    let capture = pcap(&[put(ah(), AH_UDP_CHECKSUM, 0x5555)]);
    let warning =
        "warning: integrity check values (authentication header, MACsec) that no longer match: 1";
    assert_warning(&capture, warning);
    // The IPv4 header's checksum changes on the way anyway, and is not authenticated.
    let folder = Folder::with("in", &pcap(&[put(ah(), IPV4_CHECKSUM, 0x5555)]));
    folder.inetsum(["fix", "in", "out"]).assert(0, "1 checksum written, in 1 of 1 frame\n", "");
}

#[test]
fn what_is_not_written_gets_no_warning() {
    let hash = (3, [2, 0xca, 0xfe, 0xba, 0xbe].as_slice());
    let folder = Folder::with("in", &pcapng(&[fragment_without_checksum(), fragment()], &[hash]));
    let run = folder.inetsum(["fix", "--fill-absent", "in", "out"]);

    run.assert(0, "0 checksums written, in 0 of 2 frames\n", "");
}

#[test]
fn frames_captured_beyond_their_original_length_are_warned_of() {
    let capture = [header(ETHERNET), record(&tcp_wrong(), 10), record(&tcp(), 62)].concat();
    let folder = Folder::with("in", &capture);
    let warning = "warning: frames said to be shorter than what was captured of them: 1\n";
    let written = "1 checksum written, in 1 of 2 frames\n";
    folder.inetsum(["fix", "in", "out"]).assert(0, written, warning);
}

#[test]
fn a_tunnel_without_a_checksum_gets_one_if_asked_for() {
    let folder = Folder::with("in", &pcap(&[put(vxlan(), UDP_CHECKSUM, 0)]));
    folder.inetsum(["fix", "in", "out"]).assert(0, "0 checksums written, in 0 of 1 frame\n", "");
    let written = "1 checksum written, in 1 of 1 frame\n";
    folder.inetsum(["fix", "--fill-absent", "in", "filled"]).assert(0, written, "");
    assert!(folder.read("filled") == pcap(&[vxlan()]));
}

#[test]
fn options_that_contradict_each_other_are_refused() {
    let folder = Folder::with("in", &pcap(&frames()));
    for (args, words) in [
        ("--offloaded-only --fill-absent in out", "'--offloaded-only' cannot be used with '--fill"),
        ("--offloaded-only --canonical in out", "'--offloaded-only' cannot be used with '--canon"),
        ("--fill-absent --only tcp,icmp in out", "--fill-absent: it is for udp, which --only"),
        ("--reassemble in -", "--reassemble: a fragment that was passed on can't be changed"),
        ("--in-place --dry-run in", "'--in-place' cannot be used with '--dry-run'"),
    ] {
        let run = folder.inetsum(format!("fix {args}").split(' '));
        assert_eq!((run.status, run.text()), (Some(2), ""), "{args}");
        assert!(run.stderr.contains(words), "{args}: {}", run.stderr);
    }
    assert_eq!(folder.names(), ["in"]);
}

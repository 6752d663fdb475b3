//! `inetsum verify`: exit status and `--json`.

use serde_json::{Value, json};

use crate::captures::{ETHERNET, header, pcap, record};
use crate::frames::{
    TCP_CHECKSUM, fragment, icmp_error_with_stale_quote, icmp_noncanonical, put, sctp, tcp,
    tcp_offloaded, tcp_without_total_length, tcp_wrong, udp_absent, udp_wrong, udp6_zero, vrrp,
};
use crate::running::Folder;

/// A frame with a checksum of each verdict, the IPv4 headers right.
fn one_of_each() -> Vec<u8> {
    pcap(&[
        tcp(),
        icmp_noncanonical(),
        udp_wrong(),
        tcp_offloaded(),
        udp6_zero(),
        udp_absent(),
        fragment(),
        icmp_error_with_stale_quote(),
    ])
}

fn folder() -> Folder {
    let folder = Folder::with("good.pcap", &pcap(&[tcp(), udp_absent(), icmp_noncanonical()]));
    folder.write("wrong.pcap", &pcap(&[tcp_wrong()]));
    folder.write("offloaded.pcap", &pcap(&[tcp_offloaded()]));
    folder.write("zero.pcap", &pcap(&[udp6_zero()]));
    folder.write("fragment.pcap", &pcap(&[fragment()]));
    folder.write("sctp.pcap", &pcap(&[sctp()]));
    folder.write("quoted.pcap", &pcap(&[icmp_error_with_stale_quote()]));
    folder.write("cut.pcap", &pcap(&[tcp()])[..80]);
    folder
}

#[track_caller]
fn assert_status(folder: &Folder, args: &str, status: i32) {
    for form in ["", "--json ", "--summary "] {
        let args = format!("verify {form}{args}");
        assert_eq!(folder.inetsum(args.split(' ')).status, Some(status), "{args}");
    }
}

#[test]
fn the_exit_status_tells_the_worst() {
    let folder = folder();

    assert_status(&folder, "good.pcap", 0);
    assert_status(&folder, "fragment.pcap", 0);
    assert_status(&folder, "quoted.pcap", 0);
    assert_status(&folder, "wrong.pcap", 1);
    assert_status(&folder, "offloaded.pcap", 1);
    assert_status(&folder, "zero.pcap", 1);
    assert_status(&folder, "cut.pcap", 2);
    assert_status(&folder, "missing.pcap", 2);
}

#[test]
fn of_several_captures_the_worst_counts_in_any_order() {
    let folder = folder();

    assert_status(&folder, "good.pcap good.pcap", 0);
    assert_status(&folder, "wrong.pcap good.pcap", 1);
    assert_status(&folder, "good.pcap wrong.pcap", 1);
    assert_status(&folder, "missing.pcap wrong.pcap", 2);
    assert_status(&folder, "wrong.pcap cut.pcap good.pcap", 2);
}

#[test]
fn strict_minds_what_cant_be_verified_unless_there_is_worse() {
    let folder = folder();

    assert_status(&folder, "--strict good.pcap", 0);
    assert_status(&folder, "--strict fragment.pcap", 3);
    assert_status(&folder, "--strict fragment.pcap wrong.pcap", 1);
    assert_status(&folder, "--strict fragment.pcap cut.pcap", 2);
    // A check of another kind is nothing to verify.
    assert_status(&folder, "--strict sctp.pcap", 0);
}

#[test]
fn offloaded_checksums_can_be_allowed_and_nothing_else_with_them() {
    let folder = folder();

    assert_status(&folder, "--allow offloaded offloaded.pcap", 0);
    assert_status(&folder, "--allow offloaded offloaded.pcap wrong.pcap", 1);
    assert_status(&folder, "--allow offloaded zero.pcap", 1);
    assert_status(&folder, "--allow offloaded --strict offloaded.pcap fragment.pcap", 3);
}

#[test]
fn only_looks_at_the_protocols_named() {
    let folder = folder();

    assert_status(&folder, "--only tcp wrong.pcap", 1);
    assert_status(&folder, "--only udp,ipv4 wrong.pcap", 0);
    assert_status(&folder, "--only udp,tcp wrong.pcap", 1);
    assert_status(&folder, "--only udp --only TCP wrong.pcap", 1);
    assert_status(&folder, "--only tcp --strict fragment.pcap", 0);
    assert_status(&folder, "--only udp cut.pcap", 2);

    let run = folder.inetsum(["verify", "--json", "--all", "--only", "tcp", "good.pcap"]);
    let (fields, summary) = run.fields_and_summary();
    assert_eq!(fields.len(), 1);
    assert_eq!(fields[0]["protocol"], "tcp");
    assert_eq!((&summary["frames"], &summary["fields"]), (&json!(3), &json!(1)));
}

#[test]
fn a_protocol_that_is_none_is_refused_with_the_list_of_those_that_are() {
    let folder = folder();
    for name in ["xns", "udp,xns", "udp,,tcp", "", "udp, tcp", "6"] {
        let run = folder.inetsum(["verify", "--only", name, "good.pcap"]);
        assert_eq!((run.status, run.text()), (Some(2), ""), "{name:?}");
        let list =
            "ipv4, tcp, udp, udplite, icmp, icmp-ext, icmpv6, igmp, gre, pim, vrrp, carp, ospf";
        assert!(run.stderr.contains(list), "{name:?}: {}", run.stderr);
    }
}

#[test]
fn json_has_a_line_for_each_field_that_is_not_right() {
    let folder = Folder::with("x.pcap", &one_of_each());
    let (fields, summary) = folder.inetsum(["verify", "--json", "x.pcap"]).fields_and_summary();

    let verdicts: Vec<_> = fields.iter().map(|field| field["verdict"].clone()).collect();
    assert_eq!(verdicts, ["wrong", "offloaded", "zero-forbidden", "unverifiable", "wrong"]);
    assert_eq!(
        fields[1],
        json!({
            "file": "x.pcap", "frame": 4, "offset": 50, "path": "eth/ipv4/tcp",
            "protocol": "tcp", "stored": "0xec59", "expected": "0xd4a4",
            "verdict": "offloaded", "reason": "pseudo-header", "why": "pseudo-header",
            "quoted": false, "note": null,
        })
    );
    assert_eq!(
        fields[4],
        json!({
            "file": "x.pcap", "frame": 8, "offset": 68, "path": "eth/ipv4/icmp/ipv4/udp",
            "protocol": "udp", "stored": "0x3333", "expected": "0x9602",
            "verdict": "wrong", "reason": null, "why": null, "quoted": true, "note": null,
        })
    );
    let counts = |verdict: &str| summary[verdict].as_u64().unwrap();
    assert_eq!(
        ["correct", "noncanonical", "wrong", "offloaded", "zero_forbidden"].map(counts),
        [9, 1, 1, 1, 1]
    );
    assert_eq!(["absent", "unverifiable", "quoted", "fields"].map(counts), [1, 1, 2, 15]);
    assert_eq!(summary["reasons"], json!({"fragment": 1}));
    assert_eq!(summary["notes"], json!({}));
    assert_eq!(summary["errors"], json!([]));
}

#[test]
fn what_a_wrong_value_is_is_told_and_counted() {
    let swapped = put(tcp(), TCP_CHECKSUM, 0xa4d4);
    let folder = Folder::with("x.pcap", &pcap(&[swapped, tcp_wrong(), tcp_offloaded()]));
    let (fields, summary) = folder.inetsum(["verify", "--json", "x.pcap"]).fields_and_summary();

    let why: Vec<_> = fields.iter().map(|field| field["why"].clone()).collect();
    assert_eq!(why, [json!("byte-swapped"), json!(null), json!("pseudo-header")]);
    assert_eq!(summary["diagnoses"], json!({"byte-swapped": 1}));
    let table = folder.inetsum(["verify", "x.pcap"]);
    for line in [
        "wrong: 1 byte-swapped, 1 unexplained",
        "  frame 1, byte 50, eth/ipv4/tcp: 0xa4d4 should be 0xd4a4 (byte-swapped)",
    ] {
        assert!(table.has_line(line), "no {line:?} in\n{}", table.text());
    }
}

#[test]
fn what_is_allowed_is_not_to_be_fixed() {
    let folder = Folder::with("x.pcap", &pcap(&[tcp_offloaded(), tcp()]));
    let run = folder.inetsum(["verify", "--allow", "offloaded", "x.pcap"]);

    assert_eq!(run.status, Some(0));
    assert!(run.has_line("nothing to be fixed"), "{}", run.text());
    assert!(run.has_line("left to the network card, as allowed: 1"), "{}", run.text());
    assert!(!run.text().contains("should be") && !run.text().contains("inetsum fix"));
}

#[test]
fn all_has_a_line_for_every_field() {
    let folder = Folder::with("x.pcap", &one_of_each());
    let run = folder.inetsum(["verify", "--json", "--all", "x.pcap"]);
    let (fields, _) = run.fields_and_summary();

    assert_eq!(fields.len(), 17);
    assert_eq!(
        (&fields[1]["verdict"], &fields[1]["expected"]),
        (&json!("correct"), &json!("0xd4a4"))
    );
    assert_eq!(fields[3]["verdict"], "noncanonical");
    assert_eq!(
        (&fields[3]["stored"], &fields[3]["expected"]),
        (&json!("0xffff"), &json!("0x0000"))
    );
}

#[test]
fn all_is_for_json_only() {
    let run = folder().inetsum(["verify", "--all", "good.pcap"]);
    assert_eq!((run.status, run.text()), (Some(2), ""));
    assert!(run.stderr.contains("--json"), "{}", run.stderr);
}

#[test]
fn limit_and_summary_shorten_json_capture_by_capture() {
    let folder = Folder::with("x.pcap", &one_of_each());
    let lines = |args: &str| {
        let run = folder.inetsum(format!("verify --json {args}").split(' '));
        assert_eq!(run.status, Some(1), "{args}");
        let (fields, summary) = run.fields_and_summary();
        assert!(summary["wrong"].as_u64().unwrap() > 0, "{args}: the limit is not of the counts");
        fields.len()
    };

    assert_eq!(lines("--limit 0 x.pcap"), 0);
    assert_eq!(lines("--limit 2 x.pcap"), 2);
    assert_eq!(lines("--limit 2 --all x.pcap"), 2);
    assert_eq!(lines("--limit 2 x.pcap x.pcap"), 4);
    assert_eq!(lines("--limit 1000 x.pcap"), 5);
    assert_eq!(lines("--limit 18446744073709551615 x.pcap"), 5);
    assert_eq!(lines("--summary x.pcap"), 0);
    assert_eq!(lines("--summary --all --limit 5 x.pcap"), 0);
}

#[test]
fn trouble_is_part_of_the_summary_and_of_standard_error() {
    let folder = folder();
    let run = folder.inetsum(["verify", "--json", "wrong.pcap", "cut.pcap", "missing.pcap"]);

    let (fields, summary) = run.fields_and_summary();
    assert_eq!(fields.len(), 1);
    assert_eq!(summary["files"], 3);
    let cut = "cut.pcap: byte 24: cut off: 56 of 78 bytes are there";
    let missing = "missing.pcap: byte 0: No such file or directory (os error 2)";
    assert_eq!(
        summary["errors"],
        json!([
            {"file": "cut.pcap", "error": cut},
            {"file": "missing.pcap", "error": missing},
        ])
    );
    assert_eq!(run.stderr, format!("inetsum: {cut}\ninetsum: {missing}\n"));
}

#[test]
fn a_dash_is_standard_input() {
    let folder = folder();
    let run = folder.inetsum_reading(["verify", "--json", "-"], &folder.read("wrong.pcap"));

    assert_eq!((run.status, run.stderr.as_str()), (Some(1), ""));
    let (fields, _) = run.fields_and_summary();
    assert_eq!((&fields[0]["file"], &fields[0]["frame"]), (&json!("-"), &json!(1)));
}

#[test]
fn json_has_what_was_noted() {
    let folder = Folder::with("x.pcap", &pcap(&[vrrp(), tcp(), vrrp()]));
    let run = folder.inetsum(["verify", "--json", "--all", "x.pcap"]);
    let (fields, summary) = run.fields_and_summary();

    let notes: Vec<_> = fields.iter().map(|field| field["note"].as_str()).collect();
    let note = Some("without-pseudo-header");
    assert_eq!(notes, [None, note, None, None, None, note]);
    assert_eq!(summary["notes"], json!({"without-pseudo-header": 2}));
}

#[test]
fn a_check_sequence_that_was_captured_is_no_payload() {
    let with_check_sequence =
        [tcp_without_total_length().as_slice(), &[0xde, 0xad, 0xbe, 0xef]].concat();
    // 4 bytes, in units of 2, and the flag that says so.
    let mut capture = header(ETHERNET | 0x2400_0000);
    capture.extend(record(&with_check_sequence, with_check_sequence.len()));
    let (_, summary) = Folder::with("x.pcap", &capture)
        .inetsum(["verify", "--json", "x.pcap"])
        .fields_and_summary();

    assert_eq!(summary["correct"], 2);
    assert_eq!(summary["fields"], Value::from(2));
}

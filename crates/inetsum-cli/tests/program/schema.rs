//! `inetsum verify --json` against `docs/verify.schema.json`.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use inetsum_packet::{Diagnosis, HeaderField, Note, OffloadForm, Protocol, Reason, Verdict};
use jsonschema::Validator;
use serde_json::{Value, json};

use crate::captures::{ETHERNET, header, pcap, record};
use crate::frames::{
    fragment, icmp_error_with_stale_quote, icmp_noncanonical, put, sctp, tcp, tcp_offloaded,
    tcp_wrong, udp_absent, udp6_zero, vxlan_with_wrong_inside,
};
use crate::running::{Folder, Run};
use crate::shared_captures::{captures, shared};

const VERDICTS: [&str; 7] =
    ["correct", "noncanonical", "wrong", "offloaded", "zero_forbidden", "absent", "unverifiable"];

fn schema() -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/verify.schema.json");
    serde_json::from_slice(&fs::read(path).unwrap()).unwrap()
}

fn validator() -> Validator {
    jsonschema::draft202012::new(&schema()).unwrap()
}

/// Lines that the schema describes, the summary last, with the numbers of `verify --json --all`.
#[track_caller]
fn assert_described(run: &Run) {
    let validator = validator();
    for line in run.json() {
        if let Err(errors) = validator.validate(&line) {
            panic!("{line}: {:?}", errors.map(|error| error.to_string()).collect::<Vec<_>>());
        }
    }
    let (fields, summary) = run.fields_and_summary();
    assert!(fields.iter().all(|line| line.get("summary").is_none()), "a summary before the last");
    assert_counts(&fields, &summary);
}

fn assert_counts(fields: &[Value], summary: &Value) {
    let number = |of: &Value, key: &str| of[key].as_u64().unwrap() as usize;
    let (quoted, counted): (Vec<_>, Vec<_>) =
        fields.iter().partition(|field| field["quoted"] == true);
    assert_eq!(number(summary, "quoted"), quoted.len());
    assert_eq!(number(summary, "fields"), counted.len());
    let protocols = summary["protocols"].as_object().unwrap();
    for name in VERDICTS {
        let of = |protocol: Option<&str>| {
            let fields = counted.iter().filter(|field| field["verdict"] == name.replace('_', "-"));
            fields.filter(|field| protocol.is_none_or(|name| field["protocol"] == name)).count()
        };
        assert_eq!(number(summary, name), of(None), "{name}");
        for (protocol, counts) in protocols {
            assert_eq!(number(counts, name), of(Some(protocol)), "{name} of {protocol}");
        }
    }
    let unverifiable = counted.iter().filter(|field| field["verdict"] == "unverifiable");
    let reasons: usize = summary["reasons"]
        .as_object()
        .unwrap()
        .values()
        .map(|n| n.as_u64().unwrap() as usize)
        .sum();
    assert_eq!(reasons, unverifiable.count());
}

fn verify(folder: &Folder, captures: &[PathBuf]) -> Run {
    let args = ["verify", "--json", "--all"].map(PathBuf::from);
    folder.inetsum([&args, captures].concat())
}

#[test]
fn output_is_as_described() {
    let mut capture = pcap(&[
        tcp(),
        tcp_wrong(),
        tcp_offloaded(),
        udp6_zero(),
        udp_absent(),
        icmp_noncanonical(),
        icmp_error_with_stale_quote(),
        vxlan_with_wrong_inside(),
        fragment(),
        sctp(),
        put(tcp(), 12, 0x894f),
        put(tcp(), 22, 0x40fd),
    ]);
    capture.extend(record(&tcp()[..40], 62));
    let folder = Folder::with("x.pcap", &capture);
    folder.write("unknown-link.pcap", &[header(50_000), record(b"?", 1)].concat());
    folder.write("none.pcap", &header(ETHERNET));
    folder.write("cut.pcap", &capture[..50]);
    let names = ["x.pcap", "unknown-link.pcap", "none.pcap", "cut.pcap", "missing.pcap"];
    let run = verify(&folder, &names.map(PathBuf::from));

    assert_described(&run);
    let (fields, summary) = run.fields_and_summary();
    for name in VERDICTS {
        assert!(summary[name].as_u64().unwrap() > 0, "no {name} in this test");
    }
    assert_eq!(summary["errors"].as_array().unwrap().len(), 2);
    assert_eq!((&summary["files"], &summary["frames"]), (&json!(5), &json!(14)));
    assert_eq!(fields.iter().filter(|field| field["quoted"] == true).count(), 2);
    assert_described(&verify(&folder, &["none.pcap".into()]));
}

#[test]
fn output_on_every_shared_capture_is_as_described() {
    let Some(folder) = shared() else { return };
    assert_described(&verify(&Folder::new(), &captures(&folder)));
}

#[test]
fn the_schema_refuses_what_is_not_described() {
    let validator = validator();
    let field = json!({
        "file": "x", "frame": 1, "offset": 24, "path": "eth/ipv4", "protocol": "ipv4",
        "stored": "0x0000", "expected": "0x1a2b", "verdict": "wrong", "reason": null,
        "why": "byte-swapped", "quoted": false, "note": null,
    });
    assert!(validator.is_valid(&field));
    let with = |key: &str, value: Value| {
        let mut changed = field.clone();
        changed[key] = value;
        changed
    };
    for (key, value) in [
        ("frame", json!(0)),
        ("frame", json!("1")),
        ("offset", json!(-1)),
        ("path", json!("eth//ipv4")),
        ("protocol", json!("xns")),
        ("stored", json!("0x1A2B")),
        ("stored", json!(null)),
        ("expected", json!(null)),
        ("verdict", json!("bad")),
        ("verdict", json!("offloaded")),
        ("verdict", json!("unverifiable")),
        ("reason", json!("zero")),
        ("why", json!("bad luck")),
        ("note", json!("none")),
        ("else", json!(1)),
    ] {
        assert!(!validator.is_valid(&with(key, value.clone())), "{key}: {value}");
    }
    for key in field.as_object().unwrap().keys() {
        let mut without = field.clone();
        without.as_object_mut().unwrap().remove(key);
        assert!(!validator.is_valid(&without), "without {key}");
    }
}

#[test]
fn the_schema_names_every_verdict_and_reason() {
    let schema = schema();
    let named = |pointer: &str| -> BTreeSet<String> {
        serde_json::from_value(schema.pointer(pointer).unwrap().clone()).unwrap()
    };
    let expected = 0;
    let verdicts = [
        Verdict::Correct,
        Verdict::Noncanonical,
        Verdict::Wrong { expected },
        Verdict::Offloaded { expected },
        Verdict::ZeroForbidden { expected },
        Verdict::Absent,
        Verdict::Unverifiable(Reason::Depth),
    ];
    let reasons = [
        Reason::Truncated,
        Reason::Fragment,
        Reason::Encrypted,
        Reason::BadLength,
        Reason::UnknownLength,
        Reason::UnknownLink,
        Reason::Unsupported,
        Reason::NotInternetChecksum,
        Reason::Depth,
    ];
    let forms =
        [OffloadForm::PseudoHeader, OffloadForm::PseudoHeaderWithoutLength, OffloadForm::Zero];
    let notes = [
        Note::UnknownRouting,
        Note::WithPseudoHeader,
        Note::WithoutPseudoHeader,
        Note::WholeRegister,
    ];
    let protocols = [
        Protocol::Ipv4,
        Protocol::Ipv6,
        Protocol::Tcp,
        Protocol::Udp,
        Protocol::UdpLite,
        Protocol::Icmp,
        Protocol::IcmpExtension,
        Protocol::Icmpv6,
        Protocol::Igmp,
        Protocol::Gre,
        Protocol::Pim,
        Protocol::Vrrp,
        Protocol::Carp,
        Protocol::Ospf,
        Protocol::Dccp,
        Protocol::Eigrp,
        Protocol::Rsvp,
        Protocol::MobilityHeader,
        Protocol::Hip,
        Protocol::Shim6,
        Protocol::Nhrp,
        Protocol::Pgm,
        Protocol::Igrp,
        Protocol::Egp,
        Protocol::MinimalEncapsulation,
        Protocol::Ah,
        Protocol::Esp,
        Protocol::Sctp,
        Protocol::Mpls,
        Protocol::Pppoe,
    ];

    let owned = |name: &str| name.to_owned();
    let verdict_names = verdicts.iter().map(|verdict| owned(verdict.name())).collect();
    assert_eq!(named("/$defs/field/properties/verdict/enum"), verdict_names);
    let reason_names = reasons.iter().map(|reason| owned(reason.name())).collect();
    assert_eq!(named("/$defs/obstacle/enum"), reason_names);
    let form_names = forms.iter().map(|form| owned(form.name())).collect();
    assert_eq!(named("/$defs/form/enum"), form_names);
    let note_names = notes.iter().map(|note| owned(note.name())).collect();
    assert_eq!(named("/$defs/note/enum"), note_names);
    let protocol_names = protocols.iter().map(Protocol::to_string).collect();
    assert_eq!(named("/$defs/protocol/anyOf/0/enum"), protocol_names);
}

#[test]
fn the_schema_names_every_diagnosis() {
    let diagnoses = [
        Diagnosis::NoChecksum,
        Diagnosis::NotFilledIn,
        Diagnosis::ZeroNotReplaced,
        Diagnosis::OtherZero,
        Diagnosis::NotComplemented,
        Diagnosis::ByteSwapped,
        Diagnosis::SummedAgain,
        Diagnosis::PseudoHeaderTwice,
        Diagnosis::PseudoHeaderLeftOut,
        Diagnosis::PseudoHeaderIncluded,
        Diagnosis::PseudoHeaderOnly,
        Diagnosis::BytesBehind { bytes: 1, counted: false },
        Diagnosis::FirstBytes { bytes: 8 },
        Diagnosis::LastByteLeftOut,
        Diagnosis::LastByteMisplaced,
        Diagnosis::LengthByteSwapped,
        Diagnosis::Length { summed: 0, right: 1 },
        Diagnosis::ProtocolNumber { summed: 0, right: 1 },
        Diagnosis::DestinationOfHeader,
        Diagnosis::SourceOfHeader,
        Diagnosis::SourceLeftOut,
        Diagnosis::DestinationLeftOut,
        Diagnosis::LikeIpv4Header,
        Diagnosis::CarriesLost,
        Diagnosis::LastCarryLost,
        Diagnosis::OffByOne,
    ];
    let fields = [
        HeaderField::TypeOfService,
        HeaderField::TotalLength,
        HeaderField::Identification,
        HeaderField::FlagsAndOffset,
        HeaderField::TimeToLive,
    ];
    let headers = fields.map(|field| Diagnosis::Ipv4Header { field, summed: 0, found: 1 });
    let names: BTreeSet<String> =
        diagnoses.into_iter().chain(headers).map(|diagnosis| diagnosis.name().to_owned()).collect();

    let named = schema().pointer("/$defs/diagnosis/enum").unwrap().clone();
    assert_eq!(serde_json::from_value::<BTreeSet<String>>(named).unwrap(), names);
}

#[test]
fn every_key_is_described_in_a_sentence() {
    fn check(value: &Value, place: &str) {
        let Some(object) = value.as_object() else { return };
        for (name, property) in
            object.get("properties").and_then(Value::as_object).into_iter().flatten()
        {
            let description = property["description"].as_str().unwrap_or_default();
            assert!(description.ends_with('.'), "{place}/{name}: {description:?}");
        }
        for (name, inner) in object.iter().filter(|(name, _)| *name != "allOf") {
            check(inner, &format!("{place}/{name}"));
        }
    }
    check(&schema(), "");
}

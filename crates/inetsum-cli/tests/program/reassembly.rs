//! `--reassemble`, in `verify` and in `fix`.

use std::path::Path;

use serde_json::{Value, json};

use crate::captures::{ETHERNET, block, header, pcap, pcapng, record, record_at, section_header};
use crate::fragments::{CHECKSUM, Datagram, PAYLOAD, PAYLOAD6, v4, v6};
use crate::frames::{ethernet4, put, tcp, tcp_wrong, udp, udp_datagram, udp_wrong, with_sum, word};
use crate::running::{Folder, Run};
use crate::shared_captures::shared;

const DATA: &[u8] = b"forty bytes of data, to be cut in pieces";

fn verify(capture: &[u8]) -> (Vec<Value>, Value) {
    let folder = Folder::with("in", capture);
    let run = folder.inetsum(["verify", "--json", "--all", "--reassemble", "in"]);
    assert!(matches!(run.status, Some(0 | 1)), "{run:?}");
    run.fields_and_summary()
}

/// What became of datagrams: whole, incomplete, overlapping, given up.
fn datagrams(summary: &Value) -> [u64; 4] {
    ["whole", "incomplete", "overlapping", "given_up"]
        .map(|key| summary["reassembly"][key].as_u64().unwrap())
}

/// UDP checksums: right, wrong, unverifiable.
fn udp_counts(summary: &Value) -> [u64; 3] {
    ["correct", "wrong", "unverifiable"]
        .map(|key| summary["protocols"]["udp"][key].as_u64().unwrap_or(0))
}

#[track_caller]
fn assert_counts(capture: &[u8], udp: [u64; 3], of_datagrams: [u64; 4]) {
    let (_, summary) = verify(capture);
    assert_eq!((udp_counts(&summary), datagrams(&summary)), (udp, of_datagrams));
}

fn fix(capture: &[u8]) -> (Vec<u8>, Run) {
    let folder = Folder::with("in", capture);
    let run = folder.inetsum(["fix", "--reassemble", "in", "out"]);
    assert_eq!(run.status, Some(0), "{run:?}");
    let in_place = folder.inetsum(["fix", "--reassemble", "--in-place", "in"]);
    in_place.assert(0, run.text(), "");
    assert!(folder.read("in") == folder.read("out"), "in its place another");
    (folder.read("out"), run)
}

#[track_caller]
fn assert_fixed(wrong: &[u8], right: &[u8]) {
    assert!(fix(wrong).0 == right, "not as it should be");
    assert!(fix(right).0 == right, "what is right is changed");
}

#[test]
fn a_datagram_in_fragments_is_judged_once_where_its_field_lies() {
    for (datagram, payload) in [(v4(7, DATA), PAYLOAD), (v6(7, DATA), PAYLOAD6)] {
        let wrong = datagram.clone().wrong().cut(&[8, 24]);
        let order = [wrong[2].clone(), wrong[0].clone(), tcp(), wrong[1].clone()];
        let (fields, summary) = verify(&pcap(&order));
        let udp: Vec<_> = fields.iter().filter(|field| field["protocol"] == "udp").collect();
        let [field] = udp[..] else { panic!("{fields:?}") };
        assert_eq!((&field["frame"], &field["offset"]), (&json!(2), &json!(payload + CHECKSUM)));
        assert_eq!(field["verdict"], "wrong");
        let expected = format!("{:#06x}", word(&datagram.payload, CHECKSUM));
        assert_eq!(field["expected"], expected);
        let path = if payload == PAYLOAD { "eth/ipv4/udp" } else { "eth/ipv6/fragment/udp" };
        assert_eq!(field["path"], path);
        assert_eq!(datagrams(&summary), [1, 0, 0, 0]);
        assert_eq!(summary["reasons"], json!({}));
        assert_counts(&pcap(&datagram.cut(&[8, 24])), [1, 0, 0], [1, 0, 0, 0]);
    }
}

#[test]
fn fixing_and_cutting_may_be_exchanged() {
    for datagram in [v4(7, DATA), v6(7, DATA)] {
        let [wrong, right] = [datagram.clone().wrong(), datagram].map(|whole| whole.cut(&[8, 24]));
        for order in [[0, 1, 2], [2, 1, 0], [1, 0, 2], [1, 2, 0]] {
            let pick = |frames: &[Vec<u8>]| pcap(&order.map(|index| frames[index].clone()));
            assert_fixed(&pick(&wrong), &pick(&right));
        }
    }
}

#[test]
fn without_the_option_nothing_is_put_together() {
    let capture = pcap(&v4(7, DATA).wrong().cut(&[8]));
    let folder = Folder::with("in", &capture);
    let (_, summary) = folder.inetsum(["verify", "--json", "in"]).fields_and_summary();
    assert_eq!(udp_counts(&summary), [0, 0, 2]);
    assert!(summary.get("reassembly").is_none());
    assert_eq!(folder.inetsum(["fix", "in", "out"]).status, Some(0));
    assert!(folder.read("out") == capture);
}

#[test]
fn a_datagram_without_a_checksum_counts_once() {
    let mut datagram = v4(7, DATA);
    datagram.payload = put(datagram.payload, CHECKSUM, 0);
    let (_, summary) = verify(&pcap(&datagram.cut(&[16])));
    assert_eq!(summary["protocols"]["udp"]["absent"], 1);
    assert_eq!(udp_counts(&summary), [0, 0, 0]);
}

#[test]
fn what_never_becomes_whole_stays_unverifiable() {
    let frames = v4(7, DATA).wrong().cut(&[8, 24]);
    for missing in 0..3 {
        let mut frames = frames.clone();
        frames.remove(missing);
        let capture = pcap(&frames);
        assert_counts(&capture, [0, 0, 2], [0, 1, 0, 0]);
        assert_fixed(&capture, &capture);
    }
    // Captured in part only.
    let cut_off = [header(ETHERNET), record(&frames[0][..41], 42), record(&frames[1], 50)].concat();
    assert_counts(&cut_off, [0, 0, 2], [0, 1, 0, 0]);
}

#[test]
fn a_fragment_that_comes_twice_is_ignored_and_fixed_too() {
    let [wrong, right] = [v4(7, DATA).wrong(), v4(7, DATA)].map(|whole| whole.cut(&[8, 24]));
    for order in [&[0, 0, 1, 1, 2, 2][..], &[0, 1, 2, 0, 1, 2], &[2, 1, 0, 0], &[1, 2, 1, 0, 2]] {
        let pick = |frames: &[Vec<u8>]| {
            pcap(&order.iter().map(|index| frames[*index].clone()).collect::<Vec<_>>())
        };
        assert_counts(&pick(&wrong), [0, 1, 0], [1, 0, 0, 0]);
        assert_fixed(&pick(&wrong), &pick(&right));
    }
}

#[test]
fn overlapping_fragments_spoil_the_datagram() {
    for datagram in [v4(7, DATA).wrong(), v6(7, DATA).wrong()] {
        let overlapping = [
            // The same place, other bytes; a part of one; across a border; behind the end; an end
            // before what there is.
            datagram.fragment_at(8, true, &[0xee; 16]),
            datagram.fragment(8..16),
            datagram.fragment(16..32),
            datagram.fragment_at(48, true, &[0xee; 8]),
            datagram.fragment_at(8, false, &datagram.payload[8..24]),
        ];
        for other in overlapping {
            let [first, second, last] = &datagram.cut(&[8, 24])[..] else { unreachable!() };
            let frames = [second, last, &other, first].map(Vec::clone);
            let capture = pcap(&frames);
            assert_counts(&capture, [0, 0, 4], [0, 0, 1, 0]);
            assert_fixed(&capture, &capture);
        }
    }
}

#[test]
fn an_identification_may_be_used_again_by_the_next_datagram() {
    let datagrams = [v4(7, DATA), v4(7, b"another one, as long as it takes to fill"), v4(8, DATA)];
    let frames: Vec<_> = datagrams.iter().flat_map(|whole| whole.cut(&[16])).collect();
    assert_counts(&pcap(&frames), [3, 0, 0], [3, 0, 0, 0]);
}

#[test]
fn fragments_are_joined_within_60_seconds_of_the_first() {
    let frames = v4(7, DATA).cut(&[8, 24]);
    let capture = |times: [u32; 3]| {
        let records = times
            .iter()
            .zip(&frames)
            .map(|(time, frame)| record_at(1_700_000_000 + time, frame, frame.len()));
        std::iter::once(header(ETHERNET)).chain(records).flatten().collect::<Vec<u8>>()
    };
    assert_counts(&capture([0, 30, 60]), [1, 0, 0], [1, 0, 0, 0]);
    assert_counts(&capture([0, 30, 61]), [0, 0, 3], [0, 2, 0, 0]);
    // Frames that are not in the order of time.
    assert_counts(&capture([100, 70, 40]), [1, 0, 0], [1, 0, 0, 0]);
    assert_counts(&capture([100, 70, 39]), [0, 0, 3], [0, 2, 0, 0]);
    // An older one is let go by a fragment of another datagram.
    let late = [v4(7, DATA).cut(&[8])[0].clone(), v4(9, DATA).cut(&[8])[0].clone()];
    let records =
        [record_at(0, &late[0], 42), record_at(61, &late[1], 42), record(&tcp_wrong(), 62)];
    let (fields, _) = verify(&[header(ETHERNET), records.concat()].concat());
    let order: Vec<_> = fields.iter().map(|field| field["frame"].as_u64().unwrap()).collect();
    assert_eq!(order, [1, 2, 1, 3, 3, 2]);
}

#[test]
fn without_timestamps_the_order_decides() {
    let frames = v4(7, DATA).cut(&[8]);
    let interface = block(1, &[1, 0, 0, 0, 0, 0, 0, 0]);
    let simple = frames.iter().map(|frame| {
        let mut body = [&(frame.len() as u32).to_le_bytes(), frame.as_slice()].concat();
        body.resize(body.len().next_multiple_of(4), 0);
        block(3, &body)
    });
    let capture =
        [section_header(), interface].into_iter().chain(simple).flatten().collect::<Vec<u8>>();
    assert_counts(&capture, [1, 0, 0], [1, 0, 0, 0]);
    assert_counts(&pcapng(&frames, &[]), [1, 0, 0], [1, 0, 0, 0]);
}

#[test]
fn more_than_4096_datagrams_are_not_held() {
    for (datagrams, given_up) in [(4096, 0), (4097, 1), (5000, 904)] {
        let cut: Vec<_> = (0..datagrams).map(|number| v4(number, DATA).cut(&[8])).collect();
        let firsts = cut.iter().map(|frames| frames[0].clone());
        let lasts = cut.iter().skip(given_up).map(|frames| frames[1].clone());
        let capture = pcap(&firsts.chain(lasts).collect::<Vec<_>>());
        let whole = u64::from(datagrams) - given_up as u64;
        assert_counts(&capture, [whole, 0, given_up as u64], [whole, 0, 0, given_up as u64]);
    }
}

#[test]
fn more_than_16_mib_are_not_held() {
    // 60,000 bytes each: at most 279 fit.
    let data = vec![0xab; 60_000];
    let firsts = (0..400).map(|number| v4(number, &data).fragment(0..59_992));
    let capture = pcap(&firsts.collect::<Vec<_>>());
    let folder = Folder::with("in", &capture);
    let run = folder.inetsum(["verify", "--json", "--reassemble", "--summary", "in"]);
    let [whole, incomplete, overlapping, given_up] = datagrams(&run.fields_and_summary().1);
    assert_eq!((whole, overlapping, incomplete + given_up), (0, 0, 400));
    assert!((270..280).contains(&incomplete), "{incomplete} held");
    let run = folder.inetsum(["verify", "--reassemble", "in"]);
    let line = format!("{given_up} datagrams given up: 16 MiB and 4096 datagrams are held at most");
    assert!(run.has_line(&line), "{}", run.text());
}

#[test]
fn what_is_whole_makes_room_for_what_waits() {
    let waiting = v4(60_000, DATA).cut(&[8]);
    let others = (0..5000).flat_map(|number| v4(number, DATA).cut(&[8]));
    let frames: Vec<_> =
        [waiting[0].clone()].into_iter().chain(others).chain([waiting[1].clone()]).collect();
    assert_counts(&pcap(&frames), [5001, 0, 0], [5001, 0, 0, 0]);
}

/// In a VLAN.
fn tagged(vlan: u8, frame: &[u8]) -> Vec<u8> {
    [&frame[..12], &[0x81, 0, 0, vlan], &frame[12..]].concat()
}

/// In VXLAN, with an outer checksum.
fn in_vxlan(network: u8, frame: &[u8]) -> Vec<u8> {
    let payload = [&[8, 0, 0, 0, 0, 0, network, 0], frame].concat();
    ethernet4(17, &udp_datagram(4789, &payload))
}

#[test]
fn fragments_in_different_networks_are_not_joined() {
    let frames = v4(7, DATA).cut(&[16]);
    for pack in [tagged, in_vxlan] {
        let same = [pack(1, &frames[0]), pack(1, &frames[1])];
        assert_eq!(datagrams(&verify(&pcap(&same)).1), [1, 0, 0, 0]);
        let different = [pack(1, &frames[0]), pack(2, &frames[1])];
        assert_eq!(datagrams(&verify(&pcap(&different)).1), [0, 2, 0, 0]);
    }
}

#[test]
fn sums_around_a_fragment_are_made_right_again() {
    let [wrong, right] = [v4(7, DATA).wrong(), v4(7, DATA)].map(|whole| {
        let frames = whole.cut(&[16]);
        pcap(&[in_vxlan(1, &frames[0]), in_vxlan(1, &frames[1])])
    });
    assert_fixed(&wrong, &right);
    assert!(fix(&wrong).1.has_line("2 checksums written, in 1 of 2 frames"));
}

#[test]
fn a_tunnel_in_fragments_is_judged_and_fixed() {
    // The inner checksum lies in the second fragment.
    let payload = |inner: &[u8]| udp_datagram(4789, &[&[8, 0, 0, 0, 0, 0, 1, 0], inner].concat());
    let whole = |payload| Datagram { is_v6: false, identification: 7, payload };
    let right = whole(payload(&udp()));
    let mut wrong = whole(payload(&udp_wrong()));
    let outer = word(&right.payload, CHECKSUM);
    wrong.payload = put(wrong.payload, CHECKSUM, outer ^ 1);
    let [wrong, right] = [wrong, right].map(|whole| pcap(&whole.cut(&[48])));
    let (fields, summary) = verify(&wrong);
    assert_eq!(udp_counts(&summary), [0, 2, 0]);
    let inner = fields.iter().find(|field| field["path"] == "eth/ipv4/udp/vxlan/eth/ipv4/udp");
    assert_eq!((&inner.unwrap()["frame"], &inner.unwrap()["offset"]), (&json!(2), &json!(42)));
    assert_fixed(&wrong, &right);
}

#[test]
fn a_packet_that_is_whole_in_a_fragment_alone_is_fixed() {
    let packet = |frame: Vec<u8>| {
        let message = [&frame[14..], &[0; 4]].concat();
        put(ethernet4(4, &message), 20, 0x2000)
    };
    let header = |frame: Vec<u8>| {
        let mut frame = put(frame, 24, 0);
        let fixed = with_sum(frame[14..34].to_vec(), 10, 0);
        frame[14..34].copy_from_slice(&fixed);
        frame
    };
    let [wrong, right] = [udp_wrong(), udp()].map(|frame| pcap(&[header(packet(frame))]));
    assert_fixed(&wrong, &right);
    let (_, summary) = verify(&wrong);
    assert_eq!((udp_counts(&summary), datagrams(&summary)), ([0, 1, 0], [0, 1, 0, 0]));
}

#[test]
fn standard_output_is_refused() {
    let folder = Folder::with("in", &pcap(&v4(7, DATA).cut(&[8])));
    folder.inetsum(["fix", "--reassemble", "in", "-"]).assert_trouble(
        "--reassemble: a fragment that was passed on can't be changed: OUT must be a file",
    );
}

#[test]
fn a_dry_run_tells_what_would_be_written() {
    let datagram = v4(7, DATA);
    let right = word(&datagram.payload, CHECKSUM);
    let folder = Folder::with("in", &pcap(&datagram.wrong().cut(&[8])));
    let wrong = right ^ 0x5a5a;
    let expected = format!(
        "frame 1, byte 40, eth/ipv4/udp: {wrong:#06x} should be {right:#06x}\n\
         1 checksum to be written, in 1 of 2 frames\n\
         datagrams in fragments: 1 put together, 0 incomplete, 0 with overlaps\n"
    );
    folder.inetsum(["fix", "--reassemble", "--dry-run", "in"]).assert(0, &expected, "");
    assert_eq!(folder.names(), ["in"]);
}

#[test]
fn nothing_is_left_of_a_damaged_capture() {
    let mut capture = pcap(&v4(7, DATA).wrong().cut(&[8]));
    capture.extend([0; 7]);
    let folder = Folder::with("in", &capture);
    assert_eq!(folder.inetsum(["fix", "--reassemble", "in", "out"]).status, Some(2));
    assert_eq!(folder.names(), ["in"]);
    let run = folder.inetsum(["verify", "--json", "--reassemble", "in"]);
    assert_eq!(run.status, Some(2));
    assert_eq!(udp_counts(&run.fields_and_summary().1), [0, 1, 0]);
}

/// The SplitMix64 generator.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % bound as u64) as usize
    }
}

/// Fragments of one datagram, some of them twice: wrong ones, and the same made right.
fn fragments(random: &mut Random, number: u16, is_wrong: bool) -> Vec<[Vec<u8>; 2]> {
    let most = if random.below(10) == 0 { 20_000 } else { 300 };
    let len = 1 + random.below(most);
    let data: Vec<u8> = (0..len).map(|_| random.below(256) as u8).collect();
    let right = if random.below(2) == 0 { v4(number, &data) } else { v6(number, &data) };
    let wrong = if is_wrong { right.clone().wrong() } else { right.clone() };
    let units = right.payload.len().div_ceil(8);
    let mut borders: Vec<usize> =
        (0..1 + random.below(6)).map(|_| 8 * (1 + random.below(units - 1))).collect();
    borders.sort_unstable();
    borders.dedup();
    let cut = wrong.cut(&borders).into_iter().zip(right.cut(&borders));
    cut.map(|(wrong, right)| [wrong, right])
        .flat_map(|pair| vec![pair; 1 + usize::from(random.below(4) == 0)])
        .collect()
}

#[test]
fn random_cuts_shuffled_repeated_and_interleaved_are_as_the_whole() {
    for seed in 0..40 {
        let random = &mut Random(seed);
        let datagrams_in_all = 60;
        let mut wrong = 0;
        let mut frames = Vec::new();
        for number in 0..datagrams_in_all {
            let is_wrong = random.below(2) == 0;
            wrong += u64::from(is_wrong);
            frames.extend(fragments(random, number, is_wrong));
        }
        for last in (1..frames.len()).rev() {
            frames.swap(last, random.below(last + 1));
        }
        let [given, right] = [0, 1]
            .map(|which| pcap(&frames.iter().map(|pair| pair[which].clone()).collect::<Vec<_>>()));
        let all = u64::from(datagrams_in_all);
        assert_counts(&given, [all - wrong, wrong, 0], [all, 0, 0, 0]);
        assert_fixed(&given, &right);
    }
}

#[test]
fn public_captures_agree_with_tshark() {
    let Some(folder) = shared() else { return };
    for (capture, protocol, correct, whole) in [
        ("the-tcpdump-group+tcpdump/afs.pcap", "udp", 427, 51),
        ("alexforster+pdu/pcaps/ipv4-udp-fragmented.pcap", "udp", 5, 1),
        ("alexforster+pdu/pcaps/ipv6-udp-fragmented.pcap", "udp", 3, 1),
        ("the-tcpdump-group+libpcap/filter/ah-ipip-ping.pcap", "icmp", 1, 1),
    ] {
        let path = folder.join("public").join(capture);
        let args = [Path::new("verify"), "--json".as_ref(), "--reassemble".as_ref(), &path];
        let (_, summary) = Folder::new().inetsum(args).fields_and_summary();
        assert_eq!(summary["protocols"][protocol]["correct"], correct, "{capture}");
        assert_eq!(datagrams(&summary), [whole, 0, 0, 0], "{capture}");
        assert_eq!(summary["reasons"], json!({}), "{capture}");
    }
}

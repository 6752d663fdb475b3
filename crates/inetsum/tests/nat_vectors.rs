//! Address translation that others got wrong, by the algebra of sums: no packet is summed anew
//! unless nothing else is left.

mod faults;
mod rewriting;

use std::net::{IpAddr, Ipv6Addr};

use faults::{Fields, Vector, hex, list, number, text, word};
use inetsum::{Sum, pseudo_header_v6, sum, update, update_udp};
use rewriting::{Packet, UDP};
use serde_json::Value;

#[test]
fn published_faults_of_translators_are_not_ours() {
    let Some(vectors) = faults::read() else { return };
    let ours = |vector: &&Vector| vector.op == "update" && !vector.params.has("edits");
    let expected = vectors.iter().filter(ours).count();
    let mut run = 0;
    for mut vector in vectors.into_iter().filter(|vector| ours(&vector)) {
        let link = vector.params.take("link");
        assert!(link.is_none_or(|link| link == "ip"), "{}", vector.id);
        let kinds = [
            ("nat", check_nat as fn(&mut Vector, Value)),
            ("insert", check_insert),
            ("remove", check_remove),
            ("npt", check_npt),
            ("translate", check_translate),
        ];
        for (kind, check) in kinds {
            if let Some(how) = vector.params.take(kind) {
                check(&mut vector, how);
                run += 1;
            }
        }
        vector.params.assert_all_taken(&vector.id);
        vector.expect.assert_all_taken(&vector.id);
    }
    assert_ne!(run, 0);
    assert_eq!(run, expected);
    println!("{run} vectors");
}

fn address(value: &Value) -> Vec<u8> {
    match text(value).parse().expect("an IP address") {
        IpAddr::V4(address) => address.octets().to_vec(),
        IpAddr::V6(address) => address.octets().to_vec(),
    }
}

fn two_bytes(value: &Value) -> Vec<u8> {
    u16::try_from(number(value)).expect("16 bits").to_be_bytes().to_vec()
}

fn take_hex(fields: &mut Fields, key: &str) -> Option<Vec<u8>> {
    fields.take(key).map(|value| hex(&value))
}

fn take_word(fields: &mut Fields, key: &str) -> Option<u16> {
    fields.take(key).map(|value| word(&value))
}

type Place = (&'static str, usize, fn(&Value) -> Vec<u8>);

/// Puts the second of a pair where the first stands, or a single value where it belongs.
fn replace(packet: &mut Packet, id: &str, how: Value, places: &[Place]) {
    let Value::Object(how) = how else { panic!("{id}: {how}") };
    let mut how = Fields(how);
    for &(key, at, bytes) in places {
        let Some(value) = how.take(key) else { continue };
        let new = if value.is_array() {
            let [old, new] = list(&value).map(bytes).collect::<Vec<_>>().try_into().unwrap();
            assert!(packet.bytes[at..].starts_with(&old), "{id}: {key}");
            new
        } else {
            bytes(&value)
        };
        packet.rewrite(at, &new);
    }
    how.assert_all_taken(id);
}

fn check_nat(vector: &mut Vector, mut how: Value) {
    let Vector { id, input, params, expect, .. } = vector;
    let mut packet = Packet::new(input.clone());
    let is_v6 = input[0] >> 4 == 6;
    let (src, dst, upper) = if is_v6 { (8, 24, 40) } else { (12, 16, 20) };
    // Behind the ICMP header of 8 bytes, which a quoted IPv4 header of 20 follows.
    let quote = upper + 8;
    if let Some(inner) = how.as_object_mut().and_then(|how| how.remove("inner")) {
        let places: [Place; 3] = [
            ("src", quote + 12, address),
            ("sport", quote + 20, two_bytes),
            ("icmp_id", quote + 24, two_bytes),
        ];
        replace(&mut packet, id, inner, &places);
    }
    let places: [Place; 4] = [
        ("src", src, address),
        ("dst", dst, address),
        ("outer_dst", dst, address),
        ("sport", upper, two_bytes),
    ];
    replace(&mut packet, id, how, &places);

    if let Some(whole) = take_word(params, "whole_packet_sum") {
        assert_eq!(sum(input).fold(), whole, "{id}");
        // The address moves it one way, the two checksums that cover the address the other way.
        let moved =
            sum(input).remove(sum(&packet.bytes[dst..upper])).combine(sum(&input[dst..upper]));
        assert_eq!(moved, sum(&packet.bytes), "{id}");
        assert_eq!(Some(moved.fold()), take_word(expect, "whole_packet_sum"), "{id}");
    }
    if let Some(check) = take_word(expect, "inner_udp_check") {
        assert_eq!(packet.word(quote + 26), check, "{id}");
    }
    if let Some(error) = expect.take("error") {
        assert_eq!(error, "illegal_zero", "{id}");
        let at = number(&params.take("check_offset").expect("where the zero is"));
        assert_eq!(params.take("udp"), Some(Value::Bool(true)), "{id}");
        assert_eq!(packet.word(at), 0, "{id}: an update can't make up for a sum never made");
        sum_udp_over_v6(&mut packet.bytes);
    }
    assert_result(packet, id, expect);
}

fn assert_result(packet: Packet, id: &str, expect: &mut Fields) {
    if let Some(check) = take_word(expect, "check") {
        assert_eq!(packet.last_checksum(), check, "{id}");
    }
    let expected = take_hex(expect, "packet_hex").or_else(|| take_hex(expect, "or_packet_hex"));
    assert_eq!(Some(packet.bytes), expected, "{id}");
}

fn sum_udp_over_v6(packet: &mut [u8]) {
    let (header, datagram) = packet.split_at_mut(40);
    let [src, dst] = [&header[8..24], &header[24..]]
        .map(|address| Ipv6Addr::from(<[u8; 16]>::try_from(address).unwrap()));
    let length = u32::try_from(datagram.len()).unwrap();
    datagram[6..8].fill(0);
    let checksum = pseudo_header_v6(src, dst, UDP, length).append(sum(datagram)).udp_checksum();
    datagram[6..8].copy_from_slice(&checksum.to_be_bytes());
}

fn check_insert(vector: &mut Vector, how: Value) {
    let (at, inserted) = (number(&how["offset"]), hex(&how["hex"]));
    assert_payload_change(vector, at, 0, &inserted);
}

fn check_remove(vector: &mut Vector, how: Value) {
    assert_payload_change(vector, number(&how["offset"]), number(&how["len"]), &[]);
}

/// Replaces `len` bytes of a UDP payload over IPv4. What follows moves, and may change parity.
fn assert_payload_change(vector: &mut Vector, at: usize, len: usize, inserted: &[u8]) {
    let mut packet = Packet::new(vector.input.clone());
    let rest = packet.bytes.split_off(at);
    let new = [inserted, &rest[len..]].concat();
    packet.changed(at, sum(&rest), sum(&new));
    packet.bytes.extend_from_slice(&new);
    let change = |length: u16| length + inserted.len() as u16 - len as u16;
    let (total, length) = (packet.word(2), packet.word(24));
    packet.rewrite(2, &change(total).to_be_bytes());
    packet.rewrite(24, &change(length).to_be_bytes());
    // The pseudo-header holds the length too.
    packet.changed(24, Sum::from_word(length), Sum::from_word(change(length)));
    assert_result(packet, &vector.id, &mut vector.expect);
}

/// RFC 6296 § 3.1: one word of the address takes up what the change of prefix would add.
fn check_npt(vector: &mut Vector, how: Value) {
    let Vector { id, input: before, expect, .. } = vector;
    let prefix = |key: &str| match text(&how[key]).split_once('/') {
        Some((prefix, "48")) => prefix.parse::<Ipv6Addr>().unwrap().octets()[..6].to_vec(),
        _ => panic!("{id}: {key}"),
    };
    let (internal, external) = (prefix("internal"), prefix("external"));
    assert!(before.starts_with(&internal), "{id}");
    let adjusted = 2 * number(&how["word"])..2 * number(&how["word"]) + 2;
    let word = sum(&internal).combine(sum(&before[adjusted.clone()])).remove(sum(&external)).fold();
    let mut after = before.clone();
    after[..6].copy_from_slice(&external);
    after[adjusted].copy_from_slice(&if word == 0xffff { [0, 0] } else { word.to_be_bytes() });
    assert_eq!(sum(&after), sum(before), "{id}: not neutral");
    assert_eq!(Some(&after), take_hex(expect, "addr_hex").as_ref(), "{id}");
    assert_eq!(after, address(&expect.take("addr").expect("the address")), "{id}");
}

fn check_translate(vector: &mut Vector, how: Value) {
    let Vector { id, input, params, expect, .. } = vector;
    let mut take = |key: &str| params.take(key).unwrap_or_else(|| panic!("{id}: {key}"));
    let packet = match text(&how) {
        "6to4" => translate_to_v4(input, &mut take),
        "4to6" => translate_to_v6(input, &mut take),
        other => panic!("{id}: {other}"),
    };
    assert_result(Packet::new(packet), id, expect);
}

fn translate_to_v4(input: &[u8], take: &mut dyn FnMut(&str) -> Value) -> Vec<u8> {
    let (header, message) = input.split_at(40);
    let protocol = header[6];
    let addresses = [address(&take("src4")), address(&take("dst4"))].concat();
    let length = two_bytes(&(20 + message.len()).into());
    let fragment = if take("df") == true { [0x40, 0] } else { [0, 0] };
    let (ident, ttl) = (two_bytes(&take("ident")), number(&take("ttl")) as u8);
    let new_header =
        [&[0x45, 0], &length[..], &ident, &fragment, &[ttl, protocol, 0, 0], &addresses];
    let mut packet = [&new_header.concat(), message].concat();
    let checksum = inetsum::checksum(&packet[..20]);
    packet[10..12].copy_from_slice(&checksum.to_be_bytes());
    // Length and protocol stand in both pseudo-headers: only the addresses differ.
    let (old, new) = (sum(&header[8..]), sum(&addresses));
    let (at, update): (_, fn(u16, Sum, Sum) -> u16) =
        if protocol == UDP { (26, update_udp) } else { (36, update) };
    let stored = u16::from_be_bytes([packet[at], packet[at + 1]]);
    packet[at..at + 2].copy_from_slice(&update(stored, old, new).to_be_bytes());
    packet
}

fn translate_to_v6(input: &[u8], take: &mut dyn FnMut(&str) -> Value) -> Vec<u8> {
    assert_eq!(take("udp_zero"), "compute");
    let (header, datagram) = input.split_at(20);
    let addresses = [address(&take("src6")), address(&take("dst6"))].concat();
    let length = two_bytes(&datagram.len().into());
    let new_header = [&[0x60, 0, 0, 0], &length[..], &[header[9], header[8]], &addresses];
    let mut packet = [&new_header.concat(), datagram].concat();
    sum_udp_over_v6(&mut packet);
    packet
}

//! Packets that others judged or fixed wrongly, through the public interface.

mod faults;

use faults::{Fields, Vector, hex};
use inetsum_packet::{
    ChecksumField, LinkType, Protocol, Reason, Verdict, checksum_fields, fix_where,
};

#[test]
fn published_faults_are_not_ours() {
    let Some(vectors) = faults::read() else { return };
    assert!(!vectors.is_empty());
    for mut vector in vectors {
        let link = link(&mut vector);
        let id = vector.id.clone();
        assert_eq!(run(vector, link), Ok(()), "{id}");
    }
}

fn link(vector: &mut Vector) -> LinkType {
    match vector.params.take_text("link").as_deref() {
        Some("ip") => LinkType::RAW,
        Some("ethernet") => LinkType::ETHERNET,
        other => panic!("{}: link {other:?}", vector.id),
    }
}

/// What was found where something else was expected.
type Mismatch = String;

fn run(mut vector: Vector, link: LinkType) -> Result<(), Mismatch> {
    // Which protocol it is shows.
    vector.params.take("carp");
    match vector.op.as_str() {
        "verify_packet" => verify(vector, link),
        "fix_packet" => fix(vector, link),
        op => panic!("{op}"),
    }
}

fn fix(
    Vector { id, mut packet, mut params, mut expect, .. }: Vector,
    link: LinkType,
) -> Result<(), Mismatch> {
    let expected = hex(&expect.take_text("packet_hex").expect("a packet"));
    // What can't be fixed is left as it is.
    expect.take("error");
    // Which form a VRRP packet gets is not for the caller to say.
    params.take("vrrp3_pseudo");
    params.assert_all_taken(&id);
    expect.assert_all_taken(&id);
    let len = packet.len();
    let is_sent = |field: &ChecksumField| field.verdict != Verdict::Absent;
    fix_where(&mut packet, link, len, is_sent);
    equal("packet", packet, expected)
}

fn verify(vector: Vector, link: LinkType) -> Result<(), Mismatch> {
    let Vector { id, mut packet, mut params, mut expect, .. } = vector;
    if let Some(mut tail) = params.take_object("append_repeat") {
        let unit = hex(&tail.take_text("hex").unwrap());
        packet.extend(unit.repeat(tail.take_number("n").unwrap()));
        tail.assert_all_taken(&id);
    }
    let original_len = params.take_number("wire_len").unwrap_or(packet.len());
    // Whether the port is one of a tunnel shows as well.
    params.take("udp6_zero_ok");
    let inner = expect.take_object("inner").map(|expect| {
        let at = params.take_number("inner_offset").expect("an offset");
        assert_eq!(params.take_text("inner_link").as_deref(), Some("ethernet"));
        (at, expect)
    });
    let is_by_rfc_9568 = params.take("vrrp3_pseudo") == Some(false.into());
    params.assert_all_taken(&id);

    let mut fields: Vec<_> = checksum_fields(&packet, link, original_len).collect();
    if is_by_rfc_9568 {
        fields.iter_mut().for_each(|field| refuse_pseudo_header(field, &packet));
    }
    let of_depth = |depth| fields.iter().filter(move |field| field.depth == depth && !field.quoted);
    if let Some((at, expect)) = inner {
        let first = of_depth(1).next().ok_or("nothing inside")?;
        equal("inner offset", first.covers.start, at + 14)?;
        compare(&id, of_depth(1), expect, &packet)?;
    }
    compare(&id, of_depth(0), expect, &packet)
}

/// What a caller makes of a VRRP packet who takes one form only: the one found shows.
fn refuse_pseudo_header(field: &mut ChecksumField, packet: &[u8]) {
    if field.protocol == Protocol::Vrrp && field.pseudo_header.take().is_some() {
        field.verdict = Verdict::Wrong { expected: field.compute(packet).unwrap() };
    }
}

/// Compares the checksums of one IP packet.
fn compare<'a>(
    id: &str,
    fields: impl Iterator<Item = &'a ChecksumField>,
    mut expect: Fields,
    packet: &[u8],
) -> Result<(), Mismatch> {
    let is_header = |field: &&ChecksumField| field.protocol == Protocol::Ipv4;
    let (header, mut upper): (Vec<_>, Vec<_>) = fields.partition(is_header);
    let extension = upper.iter().position(|field| field.protocol == Protocol::IcmpExtension);
    let extension = extension.map(|index| upper.remove(index));

    let expected = expect.take_text("l3").unwrap();
    equal("l3", header_verdict(header.first().copied()), &*expected)?;
    compare_word(
        "l3_computed",
        &mut expect,
        header.first().and_then(|field| field.compute(packet)),
    )?;

    let found = match upper.first() {
        // A header that is cut says nothing of what follows.
        None if header_verdict(header.first().copied()) == "truncated" => "unverifiable",
        field => upper_verdict(field.copied()),
    };
    let expected = expect.take_text("l4").unwrap();
    let tolerable = expect.take("accept_l4").unwrap_or_default();
    let tolerable = tolerable.as_array().cloned().unwrap_or_default();
    if !tolerable.contains(&found.into()) {
        // Whether a CRC is good is not looked at.
        let expected = expected.replace("crc_good", "crc").replace("crc_bad", "crc");
        equal("l4", found, &*expected)?;
    }
    if let Some(extension) = extension {
        let expected = expect.take_text("extension").unwrap();
        equal("extension", upper_verdict(Some(extension)), &*expected)?;
    }
    if let Some(canonical) = expect.take("canonical") {
        let mut all = header.iter().chain(&upper);
        let found = all.all(|field| field.verdict != Verdict::Noncanonical);
        equal("canonical", found.into(), canonical)?;
    }
    let protocol = expect.take_number("proto");
    if let Some(field) = upper.first() {
        compare_upper(field, &mut expect, protocol, packet)?;
    }
    // What the packet is not to show: that it was changed, which `&[u8]` rules out.
    expect.take("packet_unchanged");
    expect.take("authentication_trailer");
    expect.assert_all_taken(id);
    Ok(())
}

fn compare_upper(
    field: &ChecksumField,
    expect: &mut Fields,
    protocol: Option<usize>,
    packet: &[u8],
) -> Result<(), Mismatch> {
    equal("proto", Some(number(field.protocol)), protocol)?;
    if let Some(stored) = expect.take_word("stored") {
        equal("stored", (field.is_captured(), field.stored), (true, stored))?;
    }
    for key in ["computed", "computed_right"] {
        compare_word(key, expect, field.compute(packet))?;
    }
    if let Some(coverage) = expect.take_number("coverage") {
        equal("coverage", field.covers.len(), coverage)?;
    }
    if let Some(looks_partial) = expect.take("looks_partial") {
        let is_offloaded = matches!(field.verdict, Verdict::Offloaded { .. });
        equal("looks_partial", is_offloaded.into(), looks_partial)?;
    }
    if expect.take("fragment").is_some() {
        equal("fragment", field.verdict, Verdict::Unverifiable(Reason::Fragment))?;
    }
    Ok(())
}

fn compare_word(key: &str, expect: &mut Fields, found: Option<u16>) -> Result<(), Mismatch> {
    match expect.take_word(key) {
        Some(expected) => equal(key, found, Some(expected)),
        None => Ok(()),
    }
}

fn equal<T: PartialEq + std::fmt::Debug>(
    what: &str,
    found: T,
    expected: T,
) -> Result<(), Mismatch> {
    let mismatch = || format!("{what}: {found:?}, not {expected:?}");
    if found == expected { Ok(()) } else { Err(mismatch()) }
}

fn header_verdict(field: Option<&ChecksumField>) -> &'static str {
    match field.map(|field| field.verdict) {
        None => "none",
        Some(Verdict::Unverifiable(Reason::BadLength)) => "malformed",
        Some(verdict) => named(verdict),
    }
}

fn upper_verdict(field: Option<&ChecksumField>) -> &'static str {
    match field.map(|field| (field.protocol, field.verdict)) {
        None => "none",
        Some((Protocol::UdpLite, Verdict::Unverifiable(Reason::BadLength))) => "malformed",
        Some((_, Verdict::Unverifiable(Reason::Truncated))) => "unverifiable",
        Some((_, verdict)) => named(verdict),
    }
}

fn named(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Correct | Verdict::Noncanonical => "good",
        Verdict::Wrong { .. } | Verdict::Offloaded { .. } => "bad",
        Verdict::ZeroForbidden { .. } => "illegal_zero",
        Verdict::Absent => "absent",
        Verdict::Unverifiable(Reason::Truncated) => "truncated",
        Verdict::Unverifiable(Reason::NotInternetChecksum) => "crc",
        Verdict::Unverifiable(_) => "unverifiable",
        other => panic!("{other:?}"),
    }
}

fn number(protocol: Protocol) -> usize {
    match protocol {
        Protocol::Icmp => 1,
        Protocol::Igmp => 2,
        Protocol::Tcp => 6,
        Protocol::Udp => 17,
        Protocol::Gre => 47,
        Protocol::Icmpv6 => 58,
        Protocol::Pim => 103,
        Protocol::Vrrp | Protocol::Carp => 112,
        Protocol::Dccp => 33,
        Protocol::Ospf => 89,
        Protocol::Sctp => 132,
        Protocol::UdpLite => 136,
        Protocol::Ip(number) => number.into(),
        other => panic!("{other}"),
    }
}

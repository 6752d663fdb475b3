//! Sums, joins, updates and copies that others got wrong, through the public interface.

#![cfg(all(unix, feature = "std"))]

mod faults;
mod guarded;
mod places;
mod ways;

use std::io::{self, ErrorKind, Read};
use std::ops::Range;

use faults::{Fields, Vector, double_word, hex, list, number, text, word};
use inetsum::io::read_and_sum;
use inetsum::{
    Kernel, Sum, const_sum, pseudo_header_v4, pseudo_header_v6, sum, sum_vectored, update,
};
use places::at_each_place;
use ways::Way;

#[test]
fn published_faults_of_the_core_are_not_ours() {
    let Some(vectors) = faults::read() else { return };
    let ours = |vector: &&Vector| match vector.op.as_str() {
        "sum" | "checksum" | "combine" | "copy" => true,
        "update" => vector.params.has("edits"),
        _ => false,
    };
    let expected = vectors.iter().filter(ours).count();
    let mut run = 0;
    for mut vector in vectors {
        match vector.op.as_str() {
            "sum" | "checksum" => check_sum(&mut vector),
            "combine" => check_combine(&mut vector),
            "copy" => check_copy(&mut vector),
            "update" if vector.params.has("edits") => check_update(&mut vector),
            _ => continue,
        }
        vector.params.assert_all_taken(&vector.id);
        vector.expect.assert_all_taken(&vector.id);
        run += 1;
    }
    assert_ne!(run, 0);
    assert_eq!(run, expected);
    println!("{run} vectors");
}

/// Conditions that every run of this suite meets, and remarks.
const CONDITIONS: [&str; 6] = ["must_not_trap", "time", "cpu", "hosts", "builds", "what"];

fn check_sum(vector: &mut Vector) {
    let data = whole_input(vector);
    let Vector { id, params, expect, .. } = vector;
    CONDITIONS.iter().for_each(|condition| drop(params.take(condition)));
    let start = start(params);
    let parts = parts_from_even_parity(params, data.len());
    let ways = ways(expect);
    let mut sums = Vec::new();
    at_each_place(params, &data, |placed| {
        for way in &ways {
            let sum_parts = |sum: &mut dyn FnMut(&[u8]) -> Sum| {
                parts.iter().fold(start, |total, part| total.combine(sum(&placed[part.clone()])))
            };
            sums.push(sum_parts(&mut |part| way.sum(part)));
            sums.push(sum_parts(&mut |part| way.copy_and_sum(&mut vec![0; part.len()], part)));
        }
    });
    if let Some(len) = params.take("pseudo_len") {
        let (header, message) = data.split_at(number(&len));
        // A header in fields, not in bytes, is what `struct_pseudo` asks for.
        params.take("struct_pseudo");
        sums.push(pseudo_header(header).append(sum(message)));
    }
    if params.take("eval").is_some_and(|when| when == "compile_time") {
        sums.push(const_sum(&data));
    }
    let checksum = if params.take("udp").is_some() { Sum::udp_checksum } else { Sum::checksum };
    let sum = expect.take("sum").map(|sum| word(&sum));
    let expected = expect.take("checksum").map(|checksum| word(&checksum));
    let stored = expect.take("stored_hex").map(|stored| hex(&stored));
    let verifies = expect.take("verifies").map(|verifies| verifies == true);
    assert!(sum.or(expected).is_some(), "{id}");
    for result in sums {
        assert_eq!(result.fold(), sum.unwrap_or(result.fold()), "{id}");
        let checksum = checksum(result);
        assert_eq!(checksum, expected.unwrap_or(checksum), "{id}");
        let bytes = checksum.to_be_bytes();
        assert_eq!(bytes[..], *stored.as_deref().unwrap_or(&bytes), "{id}");
        assert_eq!(result.is_valid(), verifies.unwrap_or(result.is_valid()), "{id}");
    }
}

fn whole_input(vector: &mut Vector) -> Vec<u8> {
    let Vector { input, params, .. } = vector;
    let total = params.take("total_len").map(|len| number(&len));
    let times = params.take("repeat").map_or(1, |times| number(&times));
    let cycles = params.take("cycle").is_some_and(|cycle| cycle == true);
    let data = match total {
        Some(total) if cycles => input.iter().copied().cycle().take(total).collect(),
        _ => input.repeat(times),
    };
    assert_eq!(data.len(), total.unwrap_or(data.len()), "{}", vector.id);
    data
}

fn start(params: &mut Fields) -> Sum {
    let word = params.take("init").map(|init| Sum::from_word(word(&init)));
    let double = params.take("init32").map(|init| sum(&double_word(&init).to_be_bytes()));
    word.or(double).unwrap_or(Sum::ZERO)
}

fn splits(params: &mut Fields) -> Option<Vec<Range<usize>>> {
    let splits = params.take("splits")?;
    let mut end = 0;
    let part = |len| {
        let start = end;
        end += number(len);
        start..end
    };
    Some(list(&splits).map(part).collect())
}

fn parts_from_even_parity(params: &mut Fields, len: usize) -> Vec<Range<usize>> {
    let parts = splits(params);
    let reset = params.take("reset_parity").is_some_and(|reset| reset == true);
    assert_eq!(parts.is_some(), reset);
    parts.unwrap_or_else(|| std::iter::once(0..len).collect())
}

fn ways(expect: &mut Fields) -> Vec<Way> {
    match expect.take("path") {
        None => Way::all().collect(),
        Some(path) => vec![Way::By(Kernel::by_name(text(&path)).expect("a kernel"))],
    }
}

/// The sum of a pseudo-header from its fields, which the bytes show.
fn pseudo_header(bytes: &[u8]) -> Sum {
    match *bytes {
        [a, b, c, d, e, f, g, h, 0, protocol, high, low] => pseudo_header_v4(
            [a, b, c, d].into(),
            [e, f, g, h].into(),
            protocol,
            u16::from_be_bytes([high, low]),
        ),
        [ref addresses @ .., a, b, c, d, 0, 0, 0, next_header] if bytes.len() == 40 => {
            let [src, dst] = [&addresses[..16], &addresses[16..]]
                .map(|address| <[u8; 16]>::try_from(address).unwrap().into());
            pseudo_header_v6(src, dst, next_header, u32::from_be_bytes([a, b, c, d]))
        }
        _ => panic!("no pseudo-header: {bytes:?}"),
    }
}

fn check_combine(vector: &mut Vector) {
    let data = whole_input(vector);
    let Vector { id, params, expect, .. } = vector;
    let mut results = Vec::new();
    if let Some(partials) = params.take("partials32") {
        let partials = list(&partials).map(|partial| sum(&double_word(partial).to_be_bytes()));
        results.push(partials.fold(Sum::ZERO, Sum::combine));
    }
    if let Some(parts) = splits(params) {
        // A sum that goes on from the one before it is how `push` works.
        params.take("chained");
        let parts: Vec<&[u8]> = parts.into_iter().map(|part| &data[part]).collect();
        let sums = parts.iter().map(|part| sum(part));
        let folded: Vec<u16> = sums.clone().map(Sum::fold).collect();
        let expected = expect.take("parts").expect("the sum of each part");
        assert_eq!(folded, list(&expected).map(word).collect::<Vec<_>>(), "{id}");
        results.extend([
            sums.fold(Sum::ZERO, Sum::append),
            parts.iter().copied().collect(),
            sum_vectored(parts),
        ]);
    }
    if let Some(mode) = params.take("mode") {
        assert_eq!(mode, "trim_tail", "{id}");
        let mut take = |key| params.take(key).expect("what to trim");
        let keep = number(&take("keep"));
        let given = [take("full_sum"), take("tail_sum")].map(|sum| word(&sum));
        let (whole, tail) = (sum(&data), sum(&data[keep..]));
        assert_eq!([whole.fold(), tail.fold()], given, "{id}");
        results.push(whole.remove(tail.at_offset(keep)));
        results.push(Sum::from_word(given[0]).remove(Sum::from_word(given[1]).at_offset(keep)));
    }
    let accepted = accepted(expect, "sum");
    assert!(!results.is_empty(), "{id}");
    for result in results {
        assert!(accepted.contains(&result.fold()), "{id}: {result:?}");
    }
}

fn accepted(expect: &mut Fields, key: &str) -> Vec<u16> {
    let best = expect.take(key).expect("the best answer");
    let others = expect.take("accept");
    std::iter::once(&best).chain(others.iter().flat_map(list)).map(word).collect()
}

fn check_update(vector: &mut Vector) {
    let Vector { id, input: message, params, expect, .. } = vector;
    let at = number(&params.take("check_offset").expect("where the checksum lies"));
    let covered = |message: &[u8], pseudo: &[u8]| sum(pseudo).append(sum(message));
    let pseudo = params.take("pseudo_hex").map_or_else(Vec::new, |pseudo| hex(&pseudo));
    assert!(covered(message, &pseudo).is_valid(), "{id}");
    let mut checksum = u16::from_be_bytes([message[at], message[at + 1]]);
    for edit in list(&params.take("edits").expect("edits")) {
        let (offset, old, new) = (number(&edit["offset"]), hex(&edit["old"]), hex(&edit["new"]));
        let place = &mut message[offset..offset + old.len()];
        assert_eq!(place, old, "{id}");
        place.copy_from_slice(&new);
        checksum = update(checksum, sum(&old).at_offset(offset), sum(&new).at_offset(offset));
    }
    message[at..at + 2].copy_from_slice(&checksum.to_be_bytes());
    assert_eq!(*message, hex(&expect.take("after_hex").expect("the message")), "{id}");
    assert!(accepted(expect, "check").contains(&checksum), "{id}");
    assert!(covered(message, &pseudo).is_valid(), "{id}");
}

/// Fails as a page that can't be read.
struct Unreadable;

impl Read for Unreadable {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Err(ErrorKind::PermissionDenied.into())
    }
}

fn check_copy(vector: &mut Vector) {
    let Vector { id, input, params, expect, .. } = vector;
    let [src, dst, len] =
        ["src_off", "dst_off", "len"].map(|key| number(&params.take(key).expect("a place")));
    let separate = params.take("separate_dst").is_some_and(|separate| separate == true);
    let faults = expect.take("fault").is_some_and(|fault| fault == true);
    // Where both places overlap, Rust lets nobody borrow them: the source goes elsewhere first.
    let source = input[src..src + len].to_vec();
    if let Some(at) = params.take("fault_at") {
        let at = number(&at);
        let mut copy = vec![0x5a; len];
        let error = read_and_sum(source[..at].chain(Unreadable), &mut copy).unwrap_err();
        assert!(faults, "{id}");
        assert_eq!((error.summed(), error.sum()), (at, sum(&source[..at])), "{id}");
        assert!(copy[at..].iter().all(|&byte| byte == 0), "{id}");
        return;
    }
    assert!(!faults, "{id}");
    let buffer = hex(&expect.take("buffer_hex").expect("the buffer"));
    let expected = word(&expect.take("sum").expect("the sum"));
    for way in Way::all() {
        let mut copied = if separate { vec![0x5a; dst + len] } else { input.clone() };
        let sum = way.copy_and_sum(&mut copied[dst..dst + len], &source);
        assert_eq!((sum.fold(), &copied), (expected, &buffer), "{id}, {way:?}");
    }
}

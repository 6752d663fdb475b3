//! Tables with a row for each kernel or peer.

use std::collections::BTreeMap;

use super::markdown::{or_dash, ratio, time, wide_table};
use super::peers::{OURS, without_build};
use crate::instructions::Instructions;
use crate::results::{Results, SubjectResult, WorkResult};
use crate::subject::{Build, Role};

/// The works that stand for all in tables of many rows, and the heading of each.
const CHOSEN: [(&str, &str); 11] = [
    ("size/20+0", "20"),
    ("size/64+0", "64"),
    ("size/256+0", "256"),
    ("size/576+0", "576"),
    ("size/1500+1", "1500, offset 1"),
    ("size/9000+0", "9000"),
    ("size/65536+0", "65536"),
    ("mix/1-128", "1–128"),
    ("mix/20-1500", "20–1500"),
    ("mix/40,576,1500", "40, 576, 1500"),
    ("mix/20-1500 in 8 MiB", "20–1500 in 8 MiB"),
];

/// The times of each kernel.
pub(super) fn kernels(results: &Results) -> String {
    let copies = [("copy/1500", "copy 1500"), ("copy/65536", "copy 65536")];
    let works: Vec<(&str, &str)> = CHOSEN.into_iter().chain(copies).collect();
    let is_ours = |subject: &&SubjectResult| matches!(subject.role, Role::Public | Role::Kernel);
    let rows = results.subjects.iter().filter(is_ours).map(|subject| {
        let times = works.iter().map(|(work, _)| {
            or_dash(results.work(work).and_then(|work| Some(time(work.time(&subject.name)?.min))))
        });
        [subject.name.clone()].into_iter().chain(times).collect()
    });
    let table = wide_table(&head("nanoseconds", &works), rows.collect());
    format!(
        "`{OURS}` has short inputs inlined into the caller, and calls the fastest of the kernels for \
         the others.\n\n{table}"
    )
}

/// The time of each peer divided by inetsum's.
pub(super) fn every_peer(results: &Results) -> String {
    let peers = results.subjects.iter().filter(|subject| subject.role == Role::Peer);
    let mut rows: Vec<(f64, Vec<String>)> = peers
        .map(|peer| {
            let works = CHOSEN.into_iter().map(|(work, _)| results.work(work));
            let factors: Vec<Option<f64>> = works.clone().map(|work| factor(work?, peer)).collect();
            let known: Vec<f64> = factors.iter().flatten().map(|factor| factor.ln()).collect();
            let cells = works.zip(factors).map(|(work, factor)| match (work, factor) {
                (Some(work), Some(_)) if !peer.is_correct(work.label.group, work.label.longest) => {
                    "wrong".to_owned()
                }
                (_, factor) => or_dash(factor.map(ratio)),
            });
            let mean = known.iter().sum::<f64>() / known.len().max(1) as f64;
            (mean, [peer.name.clone()].into_iter().chain(cells).collect())
        })
        .collect();
    rows.sort_by(|a, b| a.0.total_cmp(&b.0));
    let rows = rows.into_iter().map(|row| row.1).collect();
    let table = wide_table(&head("times as long as inetsum", &CHOSEN), rows);
    format!(
        "Above 1 inetsum is faster. *wrong*: some inputs of that length get another checksum than \
         the definition's.\n\n{table}"
    )
}

fn factor(work: &WorkResult, peer: &SubjectResult) -> Option<f64> {
    Some(work.time(&peer.name)?.min / work.time(OURS)?.min)
}

/// A row for each fault; both builds of a peer in one where they have it in common.
pub(super) fn wrong_answers(results: &Results) -> String {
    let mut faults: Vec<(String, [&str; 2])> = Vec::new();
    for subject in &results.subjects {
        for fault in &subject.faults {
            let name = without_build(&subject.name);
            let what = [fault.input.as_str(), fault.outcome.as_str()];
            if !faults.iter().any(|known| (known.0.as_str(), known.1) == (name, what)) {
                faults.push((name.to_owned(), what));
            }
        }
    }
    let rows = faults
        .into_iter()
        .map(|(name, [input, outcome])| vec![name, input.to_owned(), outcome.to_owned()]);
    let head = ["peer", "smallest input found", "outcome"].map(str::to_owned);
    let table = wide_table(&head, rows.collect()).replace("--:|", "---|");
    format!(
        "Before anything is timed, every subject is asked for lengths of 0 to 1200 bytes and around \
         the powers of two up to 16 MiB, of bytes that make carries, at many offsets, in pieces, and \
         beside a page that can't be read. Who fails is timed all the same, and left out of the \
         comparison from that length on; faults with pieces and at the edge of a page don't count \
         for it.\n\n{table}"
    )
}

/// The counts, for both ways to build.
pub(super) fn instructions(counted: &Instructions) -> String {
    let tables = [(Build::Baseline, "for speed"), (Build::Size, "for size")].map(|(build, how)| {
        let rows: Vec<_> = counted.rows.iter().filter(|row| row.build == build).collect();
        let calls = calls(rows.iter().flat_map(|row| row.calls.keys()));
        let cells = rows.iter().map(|row| {
            let counts = calls.iter().map(|call| or_dash(row.calls.get(*call).map(f64::to_string)));
            [row.subject.clone()].into_iter().chain(counts).collect()
        });
        let names = calls.iter().map(|call| (*call, call.trim_start_matches("checksum/")));
        let head = head(&format!("built {how}"), &names.collect::<Vec<_>>());
        wide_table(&head, cells.collect())
    });
    let compilers: BTreeMap<&str, ()> =
        counted.rows.iter().map(|row| (row.compiler.as_str(), ())).collect();
    let compilers: Vec<&str> = compilers.into_keys().collect();
    format!(
        "Counted by callgrind on the CPU that valgrind emulates (inetsum's kernel there: {}), beyond \
         those of a call of an empty function; `header/20` and `update/word` are one of 64 in a row, \
         with the loop. Compilers: {}. The peers are built for any CPU, by cargo with `opt-level` 3 \
         and `\"s\"`, by gcc with `-O2` and `-Os`. CI compares them with \
         [instructions.json](../bench/instructions.json).\n\n{}",
        counted.kernel,
        compilers.join("; "),
        tables.join("\n\n")
    )
}

/// All calls, by kind and length.
fn calls<'a>(names: impl Iterator<Item = &'a String>) -> Vec<&'a str> {
    let order = |name: &str| {
        let (kind, length) = name.split_once('/').unwrap_or((name, ""));
        (kind.to_owned(), length.parse::<usize>().unwrap_or(0))
    };
    let mut names: Vec<&str> = names.map(String::as_str).collect();
    names.sort_by_key(|name| order(name));
    names.dedup();
    names
}

fn head(first: &str, works: &[(&str, &str)]) -> Vec<String> {
    [first].into_iter().chain(works.iter().map(|work| work.1)).map(str::to_owned).collect()
}

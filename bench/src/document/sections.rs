//! The sections of the document, in order.

use super::Sources;
use super::comparisons::{every_peer, instructions, kernels, wrong_answers};
use super::field_numbers;
use super::markdown::{or_dash, ratio, table};
use super::peers::OURS;
use super::times::{copies, fixed_lengths, mixes, small_work, waiting};
use crate::results::{Group, Results, WorkResult};
use crate::subject::Role;

/// The whole document.
pub(super) fn all(sources: &Sources) -> anyhow::Result<String> {
    let results = &sources.results;
    let sections = [
        head(results),
        section("In short", summary(results)),
        section("Time over length", format!("{PICTURES_OF_LENGTHS}\n\n{}", fixed_lengths(results))),
        section("Each call waits for the last", waiting(results)),
        section("Lengths that vary", format!("{PICTURE_OF_MIXES}\n\n{}", mixes(results))),
        section("Copy and sum", copies(results)),
        section("Fields, headers, datagrams", small_work(results)),
        section("Each kernel", kernels(results)),
        section("Each peer", every_peer(results)),
        section("Wrong answers", wrong_answers(results)),
        section("Instructions", instructions(&sources.instructions)),
        section(
            "Beside what others published",
            format!("{ABOUT_FIELD_NUMBERS}\n\n{}", field_numbers::tables(sources)?),
        ),
    ];
    Ok(sections.join("\n\n") + "\n")
}

const PICTURES_OF_LENGTHS: &str = "\
![Time of a call over the length](benchmarks/time.svg)

![Bytes a cycle over the length](benchmarks/rate.svg)";

const PICTURE_OF_MIXES: &str = "![Time of a call when lengths vary](benchmarks/mixes.svg)";

const ABOUT_FIELD_NUMBERS: &str = "\
Each was measured by its own authors on their own machine, so these are no races; they show where the
field stood, and at which lengths it looks. What is beside them was measured in the run above, calls
included; instructions are counted as in the last section, built for size.";

fn section(title: &str, text: String) -> String {
    format!("## {title}\n\n{text}")
}

fn head(results: &Results) -> String {
    let machine = &results.machine;
    let peers = results.subjects.iter().filter(|subject| subject.role == Role::Peer).count();
    let quick = if results.quick { " A quick run: for working, not for publishing." } else { "" };
    let row = |name: &str, value: &str| [name.to_owned(), value.to_owned()];
    let clock = machine.gigahertz.map(|clock| format!("{clock:.2} GHz while timing"));
    let rows = vec![
        row("CPU", &format!("{}, {}; {}", machine.cpu, machine.model, or_dash(clock))),
        row("instruction sets", &machine.features.join(", ")),
        row("data caches", &machine.caches.join(", ")),
        row("system", &machine.system),
        row("compilers", &format!("{}; {}", machine.rustc, machine.gcc)),
        row("command", &format!("`{}`, in `bench/`", machine.command)),
        row("date", &machine.date),
        row("load before and after", &format!("{} and {}", machine.load[0], machine.load[1])),
        row("not here", &missing(results)),
    ];
    format!(
        "# Benchmarks\n\n\
         Made by the command below out of one run; the numbers are in \
         [benchmarks.json](benchmarks.json). inetsum and {peers} builds of its peers ran in one \
         process on the same bytes, in turns of about 150 µs. A time is the least of all rounds, in \
         nanoseconds a call, the call through a C function pointer included. `[n]` is built for this \
         CPU, `[b]` for any; inetsum is built for any and chooses its kernel as it runs. A ratio is \
         inetsum's time divided by that of the best peer whose answers are right there: below 1 \
         inetsum is faster.{quick}\n\n{}",
        table(["", "where and how"], rows).replace("--:|", "---|")
    )
}

fn missing(results: &Results) -> String {
    let missing: Vec<String> =
        results.not_here.iter().map(|(name, reason)| format!("{name}: {reason}")).collect();
    if missing.is_empty() { "nothing".to_owned() } else { missing.join("; ") }
}

/// The mean of the ratios, and where they are largest.
fn summary(results: &Results) -> String {
    let is_short = |work: &&WorkResult| work.label.longest <= 65536;
    let rows = [
        ("lengths up to 64 KiB", Group::Size),
        ("the same, each call waiting for the last", Group::Chain),
        ("lengths that vary", Group::Mix),
        ("copy and sum", Group::Copy),
        ("update of a field", Group::Update),
        ("headers of 20 bytes", Group::Header),
        ("pseudo-header and datagram", Group::Udp),
    ];
    let rows = rows.into_iter().filter_map(|(name, group)| {
        let works = results.of_group(group).filter(is_short);
        let ratios: Vec<(f64, &str)> = works
            .filter_map(|work| Some((results.ratio(work)?, work.label.name.as_str())))
            .collect();
        let mean = ratios.iter().map(|ratio| ratio.0.ln()).sum::<f64>() / ratios.len() as f64;
        let worst = ratios.iter().max_by(|a, b| a.0.total_cmp(&b.0))?;
        let ahead = ratios.iter().filter(|ratio| ratio.0 <= 1.0).count();
        Some([
            name.to_owned(),
            ratio(mean.exp()),
            format!("{ahead} of {}", ratios.len()),
            format!("{} at `{}`", ratio(worst.0), worst.1),
        ])
    });
    let head = ["", "geometric mean of the ratios", "at 1.00 or below", "largest"];
    let table = table(head, rows.collect());
    format!("{table}\n\n`{OURS}` is what a program calls: `inetsum::checksum` and its like.")
}

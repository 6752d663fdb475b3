//! TABLE: what a run finds out, for the terminal.

use crate::results::{Group, Results, SubjectResult, WorkResult};
use crate::subjects::{LOAD_ONLY, MEMCPY};

/// The name of inetsum as a program calls it.
const OURS: &str = "inetsum";

/// Prints who gives wrong answers, and to what.
pub(crate) fn print_faults(subjects: &[SubjectResult]) {
    for subject in subjects.iter().filter(|subject| !subject.faults.is_empty()) {
        for fault in &subject.faults {
            println!("wrong: {} at {}: {}", subject.name, fault.input, fault.outcome);
        }
    }
    println!();
    println!(
        "{:<22} {:>9} {:>9} {:>6}  the best peers that are right there",
        "nanoseconds a call", OURS, "limit", "ratio"
    );
}

/// Prints a line for a work.
pub(crate) fn print_work(results: &Results, work: &WorkResult) {
    let Some(ours) = work.time(OURS) else { return };
    let limit = if work.label.group == Group::Copy { MEMCPY } else { LOAD_ONLY };
    let limit = work.time(limit).map_or(String::new(), |limit| format!("{:.2}", limit.min));
    let peers = results.best_peers(work);
    let ratio = peers.first().map(|best| format!("{:.2}", ours.min / best.min));
    let best: Vec<String> =
        peers.iter().take(3).map(|peer| format!("{} {:.2}", peer.subject, peer.min)).collect();
    println!(
        "{:<22} {:>9.2} {limit:>9} {:>6}  {}",
        work.label.name,
        ours.min,
        ratio.unwrap_or_default(),
        best.join(", "),
    );
}

/// Prints the mean ratio over the fixed sizes, who is missing, and how to read it.
pub(crate) fn print_summary(results: &Results) {
    let logarithms: Vec<f64> = results
        .works
        .iter()
        .filter(|work| matches!(work.label.group, Group::Size | Group::Chain))
        .filter(|work| work.label.longest <= 65536)
        .filter_map(|work| {
            Some((work.time(OURS)?.min / results.best_peers(work).first()?.min).ln())
        })
        .collect();
    if !logarithms.is_empty() {
        let mean = (logarithms.iter().sum::<f64>() / logarithms.len() as f64).exp();
        println!("\ngeometric mean of the ratios, sizes up to 64 KiB: {mean:.2}");
    }
    for (name, reason) in &results.not_here {
        println!("not here: {name}: {reason}");
    }
    println!("[n] is built for this CPU, [b] for any; inetsum is built for any.");
}

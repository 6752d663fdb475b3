//! Comparing counts with those of the file.

use super::{Instructions, Row};

/// How far a count may be from the file's: both ways, so that the file stays true.
const MARGIN: f64 = 0.03;

/// What comes of a comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// All is as the file has it.
    Same,
    /// Some counts are others.
    Different,
    /// There was nothing to compare, and why.
    NotRun(String),
}

/// Compares every count that the same compiler has made, and prints those that differ.
pub(super) fn compare(stored: &Instructions, found: &Instructions) -> Outcome {
    if stored.kernel != found.kernel {
        let kernels = format!("kernel {}, not {}", found.kernel, stored.kernel);
        return Outcome::NotRun(
            format!("instructions.json is for {}", stored.kernel) + ": " + &kernels,
        );
    }
    let (mut same, mut different) = (0, 0);
    for row in &found.rows {
        let Some(old) = stored.rows.iter().find(|old| is_same_build(old, row)) else { continue };
        for (call, count) in &row.calls {
            let before = old.calls.get(call).copied().unwrap_or(f64::NAN);
            if (count - before).abs() <= MARGIN * before {
                same += 1;
            } else {
                different += 1;
                println!(
                    "{} ({:?}), {call}: {count}, in the file {before}",
                    row.subject, row.build
                );
            }
        }
    }
    println!("{same} counts as in instructions.json, {different} different");
    match (same, different) {
        (0, 0) => Outcome::NotRun("instructions.json is of other compilers".to_owned()),
        (_, 0) => Outcome::Same,
        _ => Outcome::Different,
    }
}

fn is_same_build(one: &Row, other: &Row) -> bool {
    (&one.subject, one.build, &one.compiler) == (&other.subject, other.build, &other.compiler)
}

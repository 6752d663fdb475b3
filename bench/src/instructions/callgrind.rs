//! Running the counting program under callgrind.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, bail, ensure};

/// The entry of functions that return 0: the loop around a call, and the call.
const NOTHING: &str = "nothing";

/// What the counting program and callgrind say together.
#[derive(Debug)]
pub(super) struct Counted {
    /// The kernel that inetsum would choose there.
    pub(super) kernel: String,
    /// For each implementation the instructions of each call, without those of an empty one.
    pub(super) subjects: Vec<(String, BTreeMap<String, f64>)>,
}

/// Counts the calls of one object.
pub(super) fn count(program: &Path, object: &Path) -> anyhow::Result<Counted> {
    let (printed, costs) = run(program, object)?;
    let mut lines = printed.lines();
    let kernel = lines.next().unwrap_or_default().to_owned();
    let lines: Vec<Vec<&str>> = lines.map(|line| line.split('\t').collect()).collect();
    ensure!(lines.len() == costs.len(), "{} counts for {} calls", costs.len(), lines.len());
    let mut subjects: Vec<(String, BTreeMap<String, f64>)> = Vec::new();
    for (pair, costs) in lines.chunks_exact(2).zip(costs.chunks_exact(2)) {
        let ([subject, call, few], [_, _, many]) = (&pair[0][..], &pair[1][..]) else {
            bail!("bench-count printed {pair:?}");
        };
        let calls = many.parse::<f64>()? - few.parse::<f64>()?;
        let each = (costs[1] - costs[0]) / calls;
        if subjects.last().is_none_or(|last| last.0 != *subject) {
            subjects.push(((*subject).to_owned(), BTreeMap::new()));
        }
        let of_nothing = subjects[0].1.get(*call).filter(|_| *subject != NOTHING);
        let net = each - of_nothing.copied().unwrap_or(0.0);
        if let Some((_, calls)) = subjects.last_mut() {
            calls.insert((*call).to_owned(), (net * 100.0).round() / 100.0);
        }
    }
    subjects.retain(|subject| subject.0 != NOTHING);
    Ok(Counted { kernel, subjects })
}

/// Runs the program, and returns what it prints and the cost of each run of `counted`.
fn run(program: &Path, object: &Path) -> anyhow::Result<(String, Vec<f64>)> {
    let profile = object.with_extension("callgrind");
    let mut option = std::ffi::OsString::from("--callgrind-out-file=");
    option.push(&profile);
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--zero-before=counted", "--dump-after=counted"])
        .arg("--combine-dumps=yes")
        .arg(option)
        .args([program, object])
        .stderr(Stdio::piped())
        .output()
        .context("cannot start valgrind")?;
    if !output.status.success() {
        bail!("valgrind: {}", String::from_utf8_lossy(&output.stderr));
    }
    let text = fs::read_to_string(&profile).with_context(|| profile.display().to_string())?;
    let costs = text.split("\ndesc: Trigger: --dump-after=counted\n").skip(1);
    let costs = costs.map(|dump| {
        let line = dump.lines().find_map(|line| line.strip_prefix("summary: "));
        Ok(line.context("a dump without a summary")?.trim().parse()?)
    });
    Ok((String::from_utf8(output.stdout)?, costs.collect::<anyhow::Result<_>>()?))
}

//! TIMING: a run from end to end: check every subject, time every work, print as it goes.

use std::fs;
use std::time::Duration;

use anyhow::Context;

use crate::args::Timing;
use crate::machine::Machine;
use crate::memory::Memory;
use crate::results::{Results, SubjectResult};
use crate::subject::{Role, Subject};
use crate::work::{self, Work};
use crate::{check, measure, subjects, table};

/// Checks and times what is asked for.
pub(crate) fn run(args: &Timing) -> anyhow::Result<Results> {
    let mut machine = Machine::this();
    eprintln!("Building the peers (two minutes the first time) and checking their answers…");
    let subjects = subjects::gather(|name| args.wants_subject(name));
    let results: Vec<SubjectResult> =
        subjects.here.iter().map(|subject| judge(subject, args.no_check)).collect();
    table::print_faults(&results);

    let works: Vec<Work> =
        work::all().into_iter().filter(|work| args.wants_work(&work.label.name)).collect();
    let patience = Duration::from_secs(args.seconds()) / works.len().max(1) as u32;
    let mut memory = Memory::new(&works);
    let mut results = Results {
        machine: machine.clone(),
        quick: args.quick,
        subjects: results,
        not_here: subjects.not_here,
        works: Vec::new(),
    };
    for work in &works {
        let timed = measure::measure(work, &subjects.here, &mut memory, patience);
        table::print_work(&results, &timed);
        results.works.push(timed);
    }
    table::print_summary(&results);
    machine.note_load();
    results.machine = machine;
    if let Some(path) = &args.json {
        fs::write(path, results.to_json()?).with_context(|| path.display().to_string())?;
    }
    Ok(results)
}

/// Who takes part, with the wrong answers.
fn judge(subject: &Subject, unchecked: bool) -> SubjectResult {
    let faults =
        if unchecked || subject.role == Role::Limit { Vec::new() } else { check::faults(subject) };
    SubjectResult { name: subject.name.clone(), role: subject.role, faults }
}

//! inetsum and its peers, timed side by side in one process. `README.md` tells how to use it.
//!
//! args → subjects (inetsum, peers, limits) → check → work → measure → results → table, JSON

mod args;
mod check;
mod machine;
mod measure;
mod memory;
mod objects;
mod random;
mod results;
mod subject;
mod subjects;
mod table;
mod work;

use std::fs;
use std::time::Duration;

use anyhow::Context;
use clap::Parser;

use args::Args;
use machine::Machine;
use memory::Memory;
use results::{Results, SubjectResult};
use subject::Role;
use work::Work;

fn main() -> anyhow::Result<()> {
    let args = Args::parse();
    let mut machine = Machine::this();
    let subjects = subjects::gather(|name| args.wants_subject(name));
    let results: Vec<SubjectResult> = subjects
        .here
        .iter()
        .map(|subject| SubjectResult {
            name: subject.name.clone(),
            role: subject.role,
            faults: if args.no_check || subject.role == Role::Limit {
                Vec::new()
            } else {
                check::faults(subject)
            },
        })
        .collect();
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
        let json = serde_json::to_vec_pretty(&results)?;
        fs::write(path, json).with_context(|| path.display().to_string())?;
    }
    Ok(())
}

//! INSTRUCTIONS: how many a call takes, counted by callgrind: the same number in every run, on every
//! machine. `instructions.json` holds them; CI compares.
//!
//! objects → callgrind (bench-count) → rows → compared with the file, or written to it

mod callgrind;
mod compare;

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use anyhow::Context;
use serde::{Deserialize, Serialize};

use crate::machine::first_line;
use crate::objects::{self, Object};
use crate::subject::Build;
pub(crate) use compare::Outcome;

/// What was counted.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Instructions {
    /// The kernel that inetsum chose on the CPU that valgrind emulates.
    pub(crate) kernel: String,
    /// A row for each implementation and build.
    pub(crate) rows: Vec<Row>,
}

/// The counts of one implementation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Row {
    /// Its name.
    pub(crate) subject: String,
    /// How it was built.
    pub(crate) build: Build,
    /// What built it: the counts of another compiler are others.
    pub(crate) compiler: String,
    /// Instructions a call, by the name of the call.
    pub(crate) calls: BTreeMap<String, f64>,
}

impl Instructions {
    /// The counts of one implementation.
    pub(crate) fn row(&self, subject: &str, build: Build) -> Option<&Row> {
        self.rows.iter().find(|row| row.subject == subject && row.build == build)
    }
}

/// Counts, and compares with the file, or writes it.
pub(crate) fn run(write: bool) -> anyhow::Result<Outcome> {
    let Some(found) = count()? else {
        return Ok(Outcome::NotRun("valgrind is not here".to_owned()));
    };
    if write {
        let mut json = serde_json::to_vec_pretty(&found)?;
        json.push(b'\n');
        let path = path();
        fs::write(&path, json).with_context(|| path.display().to_string())?;
        println!("written: {}", path.display());
        return Ok(Outcome::Same);
    }
    Ok(compare::compare(&stored()?, &found))
}

/// What the file has.
pub(crate) fn stored() -> anyhow::Result<Instructions> {
    let path = path();
    let json = fs::read(&path).with_context(|| path.display().to_string())?;
    Ok(serde_json::from_slice(&json)?)
}

fn path() -> PathBuf {
    objects::workspace().join("instructions.json")
}

/// Counts what is here; nothing without valgrind.
fn count() -> anyhow::Result<Option<Instructions>> {
    if first_line("valgrind", &["--version"]).is_empty() {
        return Ok(None);
    }
    let mut found = Instructions::default();
    for build in [Build::Baseline, Build::Size] {
        let program = objects::build_package("bench-count", Build::Baseline)?;
        for object in std::iter::once(Object::Inetsum).chain(Object::PEERS) {
            match object.build(build) {
                Ok(path) => {
                    let counted = callgrind::count(&program, &path)?;
                    found.kernel = counted.kernel;
                    found.rows.extend(counted.subjects.into_iter().map(|(subject, calls)| Row {
                        subject,
                        build,
                        compiler: object.compiler(),
                        calls,
                    }));
                }
                Err(error) => println!("not here: {}: {error:#}", object.title()),
            }
        }
    }
    Ok(Some(found))
}

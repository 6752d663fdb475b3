//! DOCUMENT: docs/benchmarks.md and its plots, made of the results and nothing else.
//!
//! results, instructions.json, field-numbers.json → sections (Markdown), plots (SVG) → docs/

mod comparisons;
mod field_numbers;
mod markdown;
mod peers;
mod plots;
mod sections;
mod times;

use std::fs;
use std::path::Path;

use anyhow::Context;

use crate::args::Document;
use crate::instructions::{self, Instructions};
use crate::results::Results;
use crate::{objects, timing};

/// What goes into the document.
#[derive(Debug)]
struct Sources {
    results: Results,
    instructions: Instructions,
}

/// Times, unless there are results already, and writes the document.
pub(crate) fn run(args: &Document) -> anyhow::Result<()> {
    let results = match &args.from {
        None => timing::run(&args.timing)?,
        Some(path) => {
            let json = fs::read(path).with_context(|| path.display().to_string())?;
            serde_json::from_slice(&json).with_context(|| path.display().to_string())?
        }
    };
    let sources = Sources { results, instructions: instructions::stored()? };
    let docs = args.into.clone().unwrap_or_else(|| objects::workspace().join("../docs"));
    write(&docs.join("benchmarks.json"), &sources.results.to_json()?)?;
    for (name, picture) in plots::all(&sources.results) {
        write(&docs.join("benchmarks").join(name), &picture)?;
    }
    write(&docs.join("benchmarks.md"), &sections::all(&sources)?)
}

fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    }
    fs::write(path, text).with_context(|| path.display().to_string())?;
    println!("written: {}", path.display());
    Ok(())
}

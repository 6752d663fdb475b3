//! What is typed on the command line.

use std::path::PathBuf;

use clap::{Args as ClapArgs, Parser, Subcommand};

/// Times inetsum and its peers side by side in one process.
#[derive(Debug, Parser)]
#[command(version, max_term_width = 100, args_conflicts_with_subcommands = true)]
pub(crate) struct Args {
    /// Something else than a table on the terminal.
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    /// What to time.
    #[command(flatten)]
    pub(crate) timing: Timing,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Document(Document),
    Instructions(Instructions),
}

/// Write docs/benchmarks.md, its plots and benchmarks.json.
#[derive(Debug, ClapArgs)]
pub(crate) struct Document {
    /// Take these results instead of timing anew
    #[arg(long, value_name = "FILE")]
    pub(crate) from: Option<PathBuf>,
    /// Write into this folder instead of docs
    #[arg(long, value_name = "FOLDER")]
    pub(crate) into: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) timing: Timing,
}

/// Count instructions with callgrind, and compare with instructions.json.
///
/// Exit status: 0 if they are as in the file, 1 if not, 75 if they can't be compared here.
#[derive(Debug, ClapArgs)]
pub(crate) struct Instructions {
    /// Write the file instead
    #[arg(long)]
    pub(crate) write: bool,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Timing {
    /// Time for 40 seconds instead of 400: for working, not for figures to publish
    #[arg(long)]
    pub(crate) quick: bool,

    /// How long to time, in seconds; building the peers and checking their answers comes before
    #[arg(long, value_name = "N")]
    pub(crate) seconds: Option<u64>,

    /// Only work whose name starts so: `size/`, `chain/1500`, `mix/`, `copy/`, `update/`, `header/`,
    /// `udp/`, `step/`
    #[arg(long, value_name = "PREFIX", value_delimiter = ',')]
    pub(crate) work: Vec<String>,

    /// Only implementations whose name contains this; the limits are always there
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub(crate) with: Vec<String>,

    /// Leave out the check of the answers, when only inetsum's speed is of interest
    #[arg(long)]
    pub(crate) no_check: bool,

    /// Write the results to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) json: Option<PathBuf>,
}

impl Timing {
    /// How long to time, in seconds.
    pub(crate) fn seconds(&self) -> u64 {
        self.seconds.unwrap_or(if self.quick { 40 } else { 400 })
    }

    /// Whether work of this name is asked for.
    pub(crate) fn wants_work(&self, name: &str) -> bool {
        self.work.is_empty() || self.work.iter().any(|prefix| name.starts_with(prefix.as_str()))
    }

    /// Whether an implementation of this name is asked for.
    pub(crate) fn wants_subject(&self, name: &str) -> bool {
        self.with.is_empty() || self.with.iter().any(|part| name.contains(part.as_str()))
    }
}

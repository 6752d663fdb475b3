//! What is typed on the command line.

use std::path::PathBuf;

use clap::Parser;

/// Times inetsum and its peers side by side in one process.
#[derive(Debug, Parser)]
#[command(version, max_term_width = 100)]
pub(crate) struct Args {
    /// One minute instead of a quarter of an hour: for working, not for figures to publish.
    #[arg(long)]
    pub(crate) quick: bool,

    /// How long to time, in seconds; checking the peers' answers comes before.
    #[arg(long, value_name = "N")]
    pub(crate) seconds: Option<u64>,

    /// Only work whose name starts so: `size/`, `chain/1500`, `mix/`, `copy/`, `update/`, `header/`,
    /// `udp/`.
    #[arg(long, value_name = "PREFIX", value_delimiter = ',')]
    pub(crate) work: Vec<String>,

    /// Only implementations whose name contains this; the limits are always there.
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub(crate) with: Vec<String>,

    /// Leave out the check of the answers, when only inetsum's speed is of interest.
    #[arg(long)]
    pub(crate) no_check: bool,

    /// Write the results to this file.
    #[arg(long, value_name = "FILE")]
    pub(crate) json: Option<PathBuf>,
}

impl Args {
    /// How long to time, in seconds.
    pub(crate) fn seconds(&self) -> u64 {
        self.seconds.unwrap_or(if self.quick { 40 } else { 720 })
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

//! inetsum and its peers, timed side by side in one process. `README.md` tells how to use it.
//!
//! args → subjects (inetsum, peers, limits) → check → work → measure → results → table, JSON, document

mod args;
mod check;
mod clock;
mod document;
mod instructions;
mod machine;
mod measure;
mod memory;
mod objects;
mod random;
mod results;
mod subject;
mod subjects;
mod table;
mod timing;
mod work;

use std::process::ExitCode;

use clap::Parser;

use args::{Args, Command};
use instructions::Outcome;

/// The exit status where something can't be had on this machine.
const NOT_RUN: u8 = 75;

fn main() -> anyhow::Result<ExitCode> {
    let args = Args::parse();
    match args.command {
        None => {
            timing::run(&args.timing)?;
        }
        Some(Command::Document(args)) => document::run(&args)?,
        Some(Command::Instructions(args)) => match instructions::run(args.write)? {
            Outcome::Same => {}
            Outcome::Different => return Ok(ExitCode::FAILURE),
            Outcome::NotRun(reason) => {
                println!("not run: {reason}");
                return Ok(NOT_RUN.into());
            }
        },
    }
    Ok(ExitCode::SUCCESS)
}

//! The program `inetsum`: checks and repairs every Internet checksum in packet captures.

#![forbid(unsafe_code)]

mod args;
mod batches;
mod bench;
mod capture;
mod directory;
mod exit;
mod explain;
mod fix;
mod kernels;
mod output;
mod reassembly;
mod report;
mod selection;
mod stopwatch;
mod sum;
mod undo;
mod verify;

use std::io;
use std::process::ExitCode;

use anyhow::{Error, Result};
use clap::Parser;

use args::{Args, Command};
use exit::Status;

fn main() -> ExitCode {
    let outcome = run(&Args::parse());
    match outcome {
        Ok(status) => status.into(),
        // Whoever read our output has seen enough, and needs no word; but it is not all there.
        Err(error) if is_broken_pipe(&error) => Status::Trouble.into(),
        Err(error) => {
            exit::complain(&error);
            Status::Trouble.into()
        }
    }
}

fn run(args: &Args) -> Result<Status> {
    if let Some(name) = &args.kernel {
        kernels::force(name)?;
    }
    match &args.command {
        Command::Verify(args) => verify::run(args),
        Command::Fix(args) => fix::run(args),
        Command::Undo(args) => undo::run(args),
        Command::Explain(args) => explain::run(args),
        Command::Sum(args) => sum::run(args),
        Command::Kernels(args) => kernels::run(args),
        Command::Bench(bench) => bench::run(bench, args.kernel.is_some()),
    }
}

fn is_broken_pipe(error: &Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}

//! `inetsum bench`: how fast each kernel is on this machine, as a table, as JSON, as a picture.

mod memory;
mod picture;
mod table;

use std::hint::black_box;
use std::io::{self, Write};
use std::time::Duration;

use anyhow::Result;
use inetsum::Kernel;
use serde::Serialize;

use crate::args::Bench;
use crate::capture::is_standard;
use crate::exit::Status;
use crate::output::Output;
use crate::stopwatch::{Timing, side_by_side, timed};
use memory::Memory;

/// What is timed: sums of the lengths in the table, and a copy.
const WORKS: [Work; 7] = [
    Work::sum(20),
    Work::sum(64),
    Work::sum(256),
    Work::sum(1500),
    Work::sum(9000),
    Work::sum(LONGEST),
    Work { what: What::Copy, bytes: 1500 },
];
const LONGEST: usize = 65_536;

#[derive(Clone, Copy)]
struct Work {
    what: What,
    bytes: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum What {
    Sum,
    Copy,
}

/// Who does the work.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Contestant {
    /// [`inetsum::sum`] and [`inetsum::copy_and_sum`], which choose a kernel.
    Public,
    Kernel(Kernel),
}

/// An object of `--json`.
#[derive(Serialize)]
struct Measurement {
    kernel: &'static str,
    /// Whether it is the one that `inetsum` uses.
    used: bool,
    what: What,
    bytes: usize,
    nanoseconds: f64,
    median_nanoseconds: f64,
    gigabytes_per_second: f64,
}

/// What was measured of one contestant.
struct Row {
    contestant: Contestant,
    /// One for each of [`WORKS`].
    measurements: Vec<Measurement>,
}

/// Measures every kernel, or the one that was forced.
pub(crate) fn run(args: &Bench, forced: bool) -> Result<Status> {
    let picture = args.plot.as_deref().map(Output::create).transpose()?;
    let kernels = Kernel::available().filter(|kernel| !forced || *kernel == Kernel::detected());
    let contestants =
        [Contestant::Public].into_iter().chain(kernels.map(Contestant::Kernel)).collect();
    let rows = measure(contestants, args.seconds);
    if let Some(mut picture) = picture {
        picture.write(picture::chart(&rows).to_string().as_bytes())?;
        picture.finish()?;
    }
    if args.plot.as_deref().is_some_and(is_standard) {
        return Ok(Status::Good);
    }
    let mut out = io::stdout().lock();
    if args.json {
        print_json(&mut out, &rows)?;
    } else {
        table::print(&mut out, &rows)?;
    }
    Ok(Status::Good)
}

/// A row for each contestant, in `seconds` all in all.
fn measure(contestants: Vec<Contestant>, seconds: Duration) -> Vec<Row> {
    let mut memory = Memory::new(LONGEST);
    let patience = seconds / WORKS.len() as u32;
    let mut rows: Vec<Row> = contestants
        .into_iter()
        .map(|contestant| Row { contestant, measurements: Vec::new() })
        .collect();
    for work in WORKS {
        let timings = side_by_side(patience, rows.len(), |at, calls| {
            rows[at].contestant.round(work, calls, &mut memory)
        });
        for (row, timing) in rows.iter_mut().zip(timings) {
            row.measurements.push(row.contestant.measurement(work, timing));
        }
    }
    rows
}

impl Work {
    const fn sum(bytes: usize) -> Work {
        Work { what: What::Sum, bytes }
    }
}

impl Contestant {
    fn name(self) -> &'static str {
        match self {
            Contestant::Public => "inetsum",
            Contestant::Kernel(kernel) => kernel.name(),
        }
    }

    /// Whether it is the kernel that the public functions use.
    fn is_used(self) -> bool {
        self == Contestant::Kernel(Kernel::detected())
    }

    /// Does the work so many times.
    fn round(self, work: Work, calls: u32, memory: &mut Memory) -> Duration {
        let (source, destination) = memory.of(work.bytes);
        match (self, work.what) {
            (Contestant::Public, What::Sum) => timed(calls, || {
                black_box(inetsum::sum(black_box(source)));
            }),
            (Contestant::Public, What::Copy) => timed(calls, || {
                black_box(inetsum::copy_and_sum(black_box(destination), black_box(source)));
            }),
            (Contestant::Kernel(kernel), What::Sum) => timed(calls, || {
                black_box(kernel.sum(black_box(source)));
            }),
            (Contestant::Kernel(kernel), What::Copy) => timed(calls, || {
                black_box(kernel.copy_and_sum(black_box(destination), black_box(source)));
            }),
        }
    }

    fn measurement(self, work: Work, timing: Timing) -> Measurement {
        Measurement {
            kernel: self.name(),
            used: self.is_used(),
            what: work.what,
            bytes: work.bytes,
            nanoseconds: hundredths(timing.least),
            median_nanoseconds: hundredths(timing.median),
            gigabytes_per_second: hundredths(work.bytes as f64 / timing.least),
        }
    }
}

/// More digits say nothing.
fn hundredths(number: f64) -> f64 {
    (number * 100.0).round() / 100.0
}

fn print_json(out: &mut impl Write, rows: &[Row]) -> Result<()> {
    for measurement in rows.iter().flat_map(|row| &row.measurements) {
        serde_json::to_writer(&mut *out, measurement)?;
        writeln!(out)?;
    }
    Ok(())
}

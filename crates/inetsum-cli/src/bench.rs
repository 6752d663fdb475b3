//! `inetsum bench`: how fast each kernel is on this machine, as a table, as JSON, as a picture.

use std::hint::black_box;
use std::io::{self, Write};
use std::time::Duration;

use anyhow::Result;
use inetsum::Kernel;
use inetsum_chart::{Axis, Curve, Lines, Tone};
use serde::Serialize;

use crate::args::Bench;
use crate::capture::is_standard;
use crate::exit::Status;
use crate::output::Output;
use crate::stopwatch::nanoseconds;

/// What is timed: sums of the lengths in the table, and a copy.
const WORKS: [Work; 7] = [
    Work::sum(20),
    Work::sum(64),
    Work::sum(256),
    Work::sum(1500),
    Work::sum(9000),
    Work::sum(65_536),
    Work { what: What::Copy, bytes: 1500 },
];

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

/// An object of `--json`.
#[derive(Serialize)]
struct Measurement {
    kernel: &'static str,
    /// Whether it is the one that is used.
    used: bool,
    what: What,
    bytes: usize,
    nanoseconds: f64,
    gigabytes_per_second: f64,
}

/// What was measured of one kernel.
type Row = [Measurement; WORKS.len()];

pub(crate) fn run(args: &Bench) -> Result<Status> {
    let picture = args.plot.as_deref().map(Output::create).transpose()?;
    let cells = WORKS.len() * Kernel::available().count();
    let patience = args.seconds / u32::try_from(cells)?;
    let rows: Vec<Row> = Kernel::available()
        .map(|kernel| WORKS.map(|work| work.measure(kernel, patience)))
        .collect();
    if let Some(mut picture) = picture {
        picture.write(chart(&rows).to_string().as_bytes())?;
        picture.finish()?;
    }
    if args.plot.as_deref().is_some_and(is_standard) {
        return Ok(Status::Good);
    }
    let mut out = io::stdout().lock();
    if args.json {
        print_json(&mut out, &rows)?;
    } else {
        print_table(&mut out, &rows)?;
    }
    Ok(Status::Good)
}

impl Work {
    const fn sum(bytes: usize) -> Work {
        Work { what: What::Sum, bytes }
    }

    fn measure(self, kernel: Kernel, patience: Duration) -> Measurement {
        let Work { what, bytes } = self;
        let data = vec![0xa5; bytes];
        let mut copy = vec![0; bytes];
        let nanoseconds = match what {
            What::Sum => nanoseconds(patience, || {
                black_box(kernel.sum(black_box(&data)));
            }),
            What::Copy => nanoseconds(patience, || {
                black_box(kernel.copy_and_sum(black_box(&mut copy), black_box(&data)));
            }),
        };
        Measurement {
            kernel: kernel.name(),
            used: kernel == Kernel::detected(),
            what,
            bytes,
            nanoseconds: hundredths(nanoseconds),
            gigabytes_per_second: hundredths(bytes as f64 / nanoseconds),
        }
    }

    fn heading(self) -> String {
        let verb = if self.what == What::Copy { "copy " } else { "" };
        format!("{verb}{}", self.bytes)
    }
}

/// More digits say nothing.
fn hundredths(number: f64) -> f64 {
    (number * 100.0).round() / 100.0
}

fn print_json(out: &mut impl Write, rows: &[Row]) -> Result<()> {
    for measurement in rows.iter().flatten() {
        serde_json::to_writer(&mut *out, measurement)?;
        writeln!(out)?;
    }
    Ok(())
}

fn print_table(out: &mut impl Write, rows: &[Row]) -> Result<()> {
    print_part(out, "ns a call", rows, |measurement| measurement.nanoseconds)?;
    writeln!(out)?;
    print_part(out, "GB/s", rows, |measurement| measurement.gigabytes_per_second)?;
    writeln!(out, "\n* is the one that is used. The data is in the cache.")?;
    Ok(())
}

fn print_part(
    out: &mut impl Write,
    unit: &str,
    rows: &[Row],
    value: impl Fn(&Measurement) -> f64,
) -> Result<()> {
    write!(out, "{unit:<12}")?;
    for work in WORKS {
        write!(out, "  {:>9}", work.heading())?;
    }
    writeln!(out)?;
    for row in rows {
        let mark = if row[0].used { " *" } else { "" };
        write!(out, "{:<12}", format!("{}{mark}", row[0].kernel))?;
        for measurement in row {
            write!(out, "  {:>9.1}", value(measurement))?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// The speed of sums over their length; the used kernel lies above the others.
fn chart(rows: &[Row]) -> Lines {
    let curve = |(index, row): (usize, &Row)| {
        let sums = row.iter().filter(|measurement| measurement.what == What::Sum);
        let points =
            sums.map(|measurement| (measurement.bytes as f64, measurement.gigabytes_per_second));
        let tone = if row[0].used { Tone::Own } else { Tone::Rival(index) };
        Curve { name: row[0].kernel.to_owned(), tone, points: points.collect() }
    };
    let mut curves: Vec<Curve> = rows.iter().enumerate().map(curve).collect();
    curves.sort_by_key(|curve| curve.tone == Tone::Own);
    let most = rows.iter().flatten().map(|measurement| measurement.gigabytes_per_second);
    let sums = WORKS.iter().filter(|work| work.what == What::Sum);
    Lines {
        title: "Speed of inetsum's kernels on this machine".to_owned(),
        subtitle: "sums of data in the cache; more is better".to_owned(),
        x: Axis::of_bytes(sums.map(|work| work.bytes)),
        y: Axis::from_zero("GB/s", most.fold(0.0, f64::max)),
        curves,
    }
}

//! The table: a row for each kernel, so that it is as wide for many as for few.

use std::io::Write;

use anyhow::Result;

use super::{Contestant, Measurement, Row, WORKS, What, Work};

const EXPLANATION: &str = "\
Nanoseconds a call, the least and the median of many rounds; GB/s of the least.
The data is in the cache. inetsum is what programs call, inetsum::sum and
inetsum::copy_and_sum: from 65 bytes on they use the kernel marked *. Shorter
data is summed by inlined code instead, whichever kernel is asked for.";

pub(super) fn print(out: &mut impl Write, rows: &[Row]) -> Result<()> {
    print_part(out, "least ns", rows, |measurement| measurement.nanoseconds)?;
    writeln!(out)?;
    print_part(out, "median ns", rows, |measurement| measurement.median_nanoseconds)?;
    writeln!(out)?;
    print_part(out, "GB/s", rows, |measurement| measurement.gigabytes_per_second)?;
    writeln!(out, "\n{EXPLANATION}")?;
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
        print_cell(out, work.what, &heading(work))?;
    }
    writeln!(out)?;
    for row in rows {
        write!(out, "{:<12}", name(row.contestant))?;
        for measurement in &row.measurements {
            print_cell(out, measurement.what, &number(value(measurement)))?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// Prints what stands below a heading; that of a copy is longer.
fn print_cell(out: &mut impl Write, what: What, text: &str) -> Result<()> {
    let width = if what == What::Copy { 12 } else { 9 };
    Ok(write!(out, "{text:>width$}")?)
}

fn heading(work: Work) -> String {
    match work.what {
        What::Sum => format!("{} B", work.bytes),
        What::Copy => format!("copy {} B", work.bytes),
    }
}

fn name(contestant: Contestant) -> String {
    let mark = if contestant.is_used() { " *" } else { "" };
    format!("{}{mark}", contestant.name())
}

/// Four digits or so.
fn number(value: f64) -> String {
    if value < 1000.0 { format!("{value:.1}") } else { format!("{value:.0}") }
}

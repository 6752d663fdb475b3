//! `inetsum kernels`: what this CPU has and how fast it is; and `--kernel`, which forces one.

use std::hint::black_box;
use std::io::{self, Write};
use std::time::Duration;

use anyhow::{Result, bail};
use inetsum::Kernel;

use crate::args::Kernels;
use crate::exit::Status;
use crate::stopwatch::{side_by_side, timed};

/// The lengths that are measured, in bytes.
const LENGTHS: [usize; 4] = [40, 576, 1500, 65_536];
/// How long each kernel is measured at each length.
const PATIENCE: Duration = Duration::from_millis(40);

/// Makes everything use the kernel of that name.
pub(crate) fn force(name: &str) -> Result<()> {
    let Some(kernel) = Kernel::by_name(name) else {
        let names: Vec<&str> = Kernel::available().map(Kernel::name).collect();
        bail!("--kernel {name}: this CPU has {}", names.join(", "));
    };
    if !kernel.force() {
        bail!("--kernel {name}: this program is built for {}", Kernel::detected().name());
    }
    Ok(())
}

pub(crate) fn run(_: &Kernels) -> Result<Status> {
    let mut out = io::stdout().lock();
    write!(out, "{:<12}", "kernel")?;
    for length in LENGTHS {
        write!(out, "  {:>12}", format!("{length} bytes"))?;
    }
    writeln!(out)?;
    for kernel in Kernel::available() {
        let mark = if kernel == Kernel::detected() { " *" } else { "" };
        write!(out, "{:<12}", format!("{}{mark}", kernel.name()))?;
        for length in LENGTHS {
            write!(out, "  {:>9.1} ns", time(kernel, length))?;
            out.flush()?;
        }
        writeln!(out)?;
    }
    writeln!(out, "\n* is used from 65 bytes on; shorter data is summed without a kernel.")?;
    Ok(Status::Good)
}

/// The time of one call, in nanoseconds.
fn time(kernel: Kernel, length: usize) -> f64 {
    let data = vec![0xa5; length];
    let round = |_, calls| {
        timed(calls, || {
            black_box(kernel.sum(black_box(&data)));
        })
    };
    side_by_side(PATIENCE, 1, round)[0].least
}

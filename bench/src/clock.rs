//! CLOCK: how fast the CPU's clock runs, which no virtual machine tells.

/// An addition that waits for the one before it.
#[cfg(target_arch = "x86_64")]
macro_rules! addition {
    () => {
        "add {sum}, {one}"
    };
}
#[cfg(target_arch = "aarch64")]
macro_rules! addition {
    () => {
        "add {sum}, {sum}, {one}"
    };
}

/// Cycles a nanosecond: additions of registers that wait for each other take one cycle each.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
pub(crate) fn gigahertz() -> Option<f64> {
    const ROUNDS: usize = 2000;
    const BLOCKS: usize = 64;
    let mut sum = 0_u64;
    let round = |_| {
        let start = std::time::Instant::now();
        for _ in 0..BLOCKS {
            // SAFETY: nothing happens but in two registers.
            unsafe {
                std::arch::asm!(
                    ".rept 256",
                    addition!(),
                    ".endr",
                    sum = inout(reg) sum,
                    one = in(reg) 1_u64,
                    options(nomem, nostack),
                );
            }
        }
        start.elapsed().as_nanos() as f64
    };
    let least = (0..ROUNDS).map(round).min_by(f64::total_cmp)?;
    Some((256 * BLOCKS) as f64 / least)
}

/// On other CPUs there is no telling.
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
pub(crate) fn gigahertz() -> Option<f64> {
    None
}

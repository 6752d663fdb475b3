//! How long a call takes.

use std::time::{Duration, Instant};

/// Calls are timed together for at least so long, that reading the clock may not count.
const ROUND: Duration = Duration::from_micros(20);

/// The time of a call in nanoseconds: the shortest of the rounds that `patience` has room for.
pub(crate) fn nanoseconds(patience: Duration, mut call: impl FnMut()) -> f64 {
    let start = Instant::now();
    let mut round = |calls: u32| {
        let start = Instant::now();
        (0..calls).for_each(|_| call());
        start.elapsed()
    };
    let mut calls = 1;
    let mut shortest = round(calls);
    while shortest < ROUND {
        calls *= 2;
        shortest = round(calls);
    }
    while start.elapsed() < patience {
        shortest = shortest.min(round(calls));
    }
    shortest.as_secs_f64() * 1e9 / f64::from(calls)
}

//! How long calls take that are timed side by side.

use std::time::{Duration, Instant};

/// Calls are timed together for at least so long, that reading the clock may not count.
const ROUND: Duration = Duration::from_micros(20);
const FEWEST_ROUNDS: usize = 3;

/// How long a call takes, in nanoseconds.
#[derive(Clone, Copy)]
pub(crate) struct Timing {
    /// In the shortest of all rounds.
    pub(crate) least: f64,
    /// In the round in the middle.
    pub(crate) median: f64,
}

/// Makes so many calls, and tells how long they took together.
pub(crate) fn timed(calls: u32, mut call: impl FnMut()) -> Duration {
    let start = Instant::now();
    (0..calls).for_each(|_| call());
    start.elapsed()
}

/// Times the contestants 0 to `count` for about `patience`: in turn, each round beginning with another
/// one. `round` makes that many calls of a contestant.
pub(crate) fn side_by_side(
    patience: Duration,
    count: usize,
    mut round: impl FnMut(usize, u32) -> Duration,
) -> Vec<Timing> {
    let start = Instant::now();
    let calls: Vec<u32> =
        (0..count).map(|contestant| enough(|calls| round(contestant, calls))).collect();
    let mut times = vec![Vec::new(); count];
    let mut rounds = 0;
    while rounds < FEWEST_ROUNDS || start.elapsed() < patience {
        for turn in 0..count {
            let at = (rounds + turn) % count;
            let time = round(at, calls[at]).as_secs_f64() * 1e9;
            times[at].push(time / f64::from(calls[at]));
        }
        rounds += 1;
    }
    let timing = |mut times: Vec<f64>| {
        times.sort_by(f64::total_cmp);
        Timing { least: times[0], median: times[times.len() / 2] }
    };
    times.into_iter().map(timing).collect()
}

/// The number of calls that fill a round.
fn enough(mut round: impl FnMut(u32) -> Duration) -> u32 {
    let mut calls = 1;
    while round(calls) < ROUND {
        calls *= 2;
    }
    calls
}

//! MEASURE: all subjects in turn, round after round, each round beginning with another one.

use std::hint::black_box;
use std::time::{Duration, Instant};

use bench_abi::{Addresses, Change};

use crate::memory::Memory;
use crate::results::{Timing, WorkResult};
use crate::subject::Subject;
use crate::work::{Inputs, Work};

/// How long a subject works in one round, about.
const ROUND: Duration = Duration::from_micros(150);
const FEWEST_ROUNDS: usize = 5;

/// Times every subject that can do the work, for about as long as `patience`.
pub(crate) fn measure(
    work: &Work,
    subjects: &[Subject],
    memory: &mut Memory,
    patience: Duration,
) -> WorkResult {
    let able: Vec<&Subject> = subjects
        .iter()
        .filter(|subject| round(subject, &work.inputs, memory, 1).is_some())
        .collect();
    let calls = calls_of_a_round(&able, &work.inputs, memory);
    let mut times: Vec<Vec<f64>> = vec![Vec::new(); able.len()];
    let start = Instant::now();
    let mut rounds = 0;
    while rounds < FEWEST_ROUNDS || start.elapsed() < patience {
        for turn in 0..able.len() {
            let at = (rounds + turn) % able.len();
            times[at].extend(round(able[at], &work.inputs, memory, calls));
        }
        rounds += 1;
    }
    let timings = able.iter().zip(times).map(|(subject, mut times)| {
        times.sort_by(f64::total_cmp);
        Timing {
            subject: subject.name.clone(),
            min: hundredths(times[0]),
            median: hundredths(times[times.len() / 2]),
        }
    });
    WorkResult { label: work.label.clone(), rounds, times: timings.collect() }
}

/// More digits say nothing.
fn hundredths(nanoseconds: f64) -> f64 {
    (nanoseconds * 100.0).round() / 100.0
}

/// As many calls as the first subject makes in [`ROUND`]; all of a sequence.
fn calls_of_a_round(able: &[&Subject], inputs: &Inputs, memory: &mut Memory) -> usize {
    if let Inputs::Varying(places) = inputs {
        return places.len();
    }
    let nanoseconds = able
        .first()
        .and_then(|subject| {
            (0..5).filter_map(|_| round(subject, inputs, memory, 8)).min_by(f64::total_cmp)
        })
        .unwrap_or(1.0);
    ((ROUND.as_nanos() as f64 / nanoseconds) as usize).clamp(1, 50_000)
}

/// The nanoseconds a call, on average; `None` if the subject can't do it.
fn round(subject: &Subject, inputs: &Inputs, memory: &mut Memory, calls: usize) -> Option<f64> {
    let entry = &subject.entry;
    let source = memory.source.bytes();
    let start;
    match inputs {
        Inputs::Same(place) => {
            let (function, data) = (entry.checksum?, &source[place.offset..][..place.len]);
            start = Instant::now();
            for _ in 0..calls {
                let data = black_box(data);
                // SAFETY: the pointer and the length are those of a slice.
                black_box(unsafe { function(data.as_ptr(), data.len()) });
            }
        }
        Inputs::Chained(place) => {
            let (function, data) = (entry.checksum?, &source[place.offset..][..place.len]);
            let zero = black_box(0);
            let mut last = 0;
            start = Instant::now();
            for _ in 0..calls {
                let data = &data[usize::from(last & zero)..];
                // SAFETY: the pointer and the length are those of a slice.
                last = unsafe { function(data.as_ptr(), data.len()) };
            }
            black_box(last);
        }
        Inputs::Varying(places) => {
            let function = entry.checksum?;
            start = Instant::now();
            for place in &places[..calls.min(places.len())] {
                let data = &source[place.offset..][..place.len];
                // SAFETY: the pointer and the length are those of a slice.
                black_box(unsafe { function(data.as_ptr(), data.len()) });
            }
        }
        Inputs::Copied(place) => {
            let (function, data) = (entry.copy?, &source[place.offset..][..place.len]);
            let room = &mut memory.destination.bytes_mut()[..place.len];
            start = Instant::now();
            for _ in 0..calls {
                let (to, from) = (black_box(&mut *room), black_box(data));
                // SAFETY: the pointers and the length are those of two slices, one exclusive.
                black_box(unsafe { function(to.as_mut_ptr(), from.as_ptr(), from.len()) });
            }
        }
        Inputs::Field => {
            let function = entry.updates?;
            let changes = vec![Change { old: 0x4006, new: 0x3f06 }; calls];
            start = Instant::now();
            // SAFETY: the pointer and the length are those of a slice.
            black_box(unsafe { function(black_box(0xb1e6), changes.as_ptr(), changes.len()) });
        }
        Inputs::Headers(count) => {
            let (function, data) = (entry.headers?, &source[..20 * count]);
            start = Instant::now();
            for _ in 0..calls.div_ceil(*count) {
                let data = black_box(data);
                // SAFETY: there are that many headers of 20 bytes.
                black_box(unsafe { function(data.as_ptr(), *count, 20) });
            }
            let calls = calls.div_ceil(*count) * count;
            return Some(start.elapsed().as_nanos() as f64 / calls as f64);
        }
        Inputs::Datagram(len) => {
            let (function, data) = (entry.datagram?, &source[..*len]);
            let addresses = Addresses { src: [192, 0, 2, 1], dst: [198, 51, 100, 2] };
            start = Instant::now();
            for _ in 0..calls {
                let data = black_box(data);
                // SAFETY: the pointers and the length are those of references.
                black_box(unsafe { function(&addresses, data.as_ptr(), data.len()) });
            }
        }
    }
    Some(start.elapsed().as_nanos() as f64 / calls as f64)
}

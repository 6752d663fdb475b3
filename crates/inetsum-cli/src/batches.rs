//! WORK: capture → batches → several threads → results, in the order of the capture.

use std::num::NonZeroUsize;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use anyhow::{Context, Result};
use inetsum_capture::Batch;

use crate::args::Jobs;
use crate::capture::Capture;

/// Reading takes turns, so that more threads than this would only wait for each other.
const MOST_JOBS: usize = 16;

/// How many batches that were worked on may wait for one before them. This and the number of jobs
/// bound the memory.
const MOST_WAITING: usize = 8;

impl Jobs {
    fn count(&self) -> usize {
        let cores = || thread::available_parallelism().map_or(1, NonZeroUsize::get);
        self.jobs.map_or_else(cores, NonZeroUsize::get).min(MOST_JOBS)
    }
}

/// Calls `work` with each batch of a capture, on several threads, and `take` with each batch and what
/// came of it, on this one and in order.
///
/// The outer error is that of `take`, the inner one of the capture; all batches before it were taken
/// by then. A batch of a live capture is taken before input is waited for again.
pub(crate) fn in_order<T: Send + 'static>(
    mut capture: Capture,
    jobs: &Jobs,
    work: impl Fn(&mut Batch) -> T + Send + Sync + 'static,
    mut take: impl FnMut(&mut Batch, T) -> Result<()>,
) -> Result<Result<()>> {
    let jobs = jobs.count();
    if jobs > 1 && !capture.is_short() {
        return share(capture, jobs, work, take);
    }
    let mut batch = Batch::default();
    loop {
        match capture.next_batch(&mut batch) {
            Ok(true) => {
                let result = work(&mut batch);
                take(&mut batch, result)?;
            }
            Ok(false) => return Ok(Ok(())),
            Err(error) => return Ok(Err(error)),
        }
    }
}

fn share<T: Send + 'static>(
    capture: Capture,
    jobs: usize,
    work: impl Fn(&mut Batch) -> T + Send + Sync + 'static,
    mut take: impl FnMut(&mut Batch, T) -> Result<()>,
) -> Result<Result<()>> {
    let (queue, outcomes) = sync_channel(MOST_WAITING.min(jobs));
    let input = Mutex::new(Input { capture, queue: Some(queue) });
    let shop = Arc::new(Shop { work, input, spare: Mutex::default() });
    for _ in 0..jobs {
        let shop = Arc::clone(&shop);
        // Not waited for: where the output fails, one may still wait for input.
        thread::Builder::new().spawn(move || shop.run()).context("starting a thread")?;
    }
    for outcome in outcomes {
        match outcome.recv().context("a thread ended before its work was done")? {
            Ok((mut batch, result)) => {
                take(&mut batch, result)?;
                lock(&shop.spare).push(batch);
            }
            Err(error) => return Ok(Err(error)),
        }
    }
    Ok(Ok(()))
}

/// What the threads share.
struct Shop<T, W> {
    work: W,
    input: Mutex<Input<T>>,
    /// Batches to be filled again.
    spare: Mutex<Vec<Batch>>,
}

struct Input<T> {
    capture: Capture,
    /// Takes the place of each batch in the order of reading, until the capture ends.
    queue: Option<SyncSender<Receiver<Outcome<T>>>>,
}

type Outcome<T> = Result<(Batch, T)>;

impl<T, W: Fn(&mut Batch) -> T> Shop<T, W> {
    /// Reads a batch when it is this thread's turn, and works on it while others read. So the bytes
    /// are still in the cache of the core that works on them.
    fn run(&self) {
        loop {
            let mut batch = lock(&self.spare).pop().unwrap_or_default();
            let Some(place) = lock(&self.input).read(&mut batch) else { return };
            let result = (self.work)(&mut batch);
            // Nobody waits for it where the output has failed.
            let _ = place.send(Ok((batch, result)));
        }
    }
}

impl<T> Input<T> {
    /// Reads a batch; where its outcome is to go. `None` at the end, and where outcomes are not
    /// waited for any more.
    fn read(&mut self, batch: &mut Batch) -> Option<SyncSender<Outcome<T>>> {
        let queue = self.queue.take()?;
        let (place, outcome) = sync_channel(1);
        match self.capture.next_batch(batch) {
            Ok(true) => {
                queue.send(outcome).ok()?;
                self.queue = Some(queue);
                Some(place)
            }
            Ok(false) => None,
            Err(error) => {
                place.send(Err(error)).ok()?;
                queue.send(outcome).ok()?;
                None
            }
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

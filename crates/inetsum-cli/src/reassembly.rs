//! REASSEMBLY: fragments → datagrams, in bounded memory.
//!
//! A fragment waits until its datagram is whole. It is let go when the datagram can't become whole:
//! after [`LIFETIME`], at the end of the capture, where fragments overlap, or for want of room. Of
//! datagrams that are whole the payloads are kept for a while, so that a fragment that comes once
//! more is known as such.

mod datagram;
pub(crate) mod fixing;
pub(crate) mod judging;
mod piece;

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::mem;
use std::rc::Rc;
use std::time::Duration;

use serde::Serialize;

use crate::report::count;

pub(crate) use datagram::Whole;
use datagram::{Added, Incomplete};
use piece::Key;
pub(crate) use piece::Piece;

/// How many bytes are held at most, of frames and of what is noted about them.
const MAX_HELD: usize = 16 * 1024 * 1024;
/// How many datagrams are known at most, whole ones that are kept included.
const MAX_DATAGRAMS: usize = 4096;
/// How long after the first fragment the last one may come, by the clock of the capture (RFC 8200
/// § 4.5; RFC 1122 § 3.3.2 allows up to 120 s). Frames without a timestamp are never too late.
const LIFETIME: Duration = Duration::from_secs(60);

/// The datagrams whose fragments were met.
#[derive(Debug, Default)]
pub(crate) struct Reassembly {
    entries: HashMap<Key, Entry>,
    /// The datagrams that wait for fragments, and the others, each by its age.
    waiting: BTreeMap<u64, Key>,
    settled: BTreeMap<u64, Key>,
    held: usize,
    /// How many datagrams were met.
    begun: u64,
    pub(crate) counts: Counts,
}

/// What became of the datagrams that came in fragments.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Counts {
    pub(crate) whole: u64,
    pub(crate) incomplete: u64,
    pub(crate) overlapping: u64,
    /// For want of room.
    pub(crate) given_up: u64,
}

impl Counts {
    pub(crate) fn add(&mut self, other: &Counts) {
        self.whole += other.whole;
        self.incomplete += other.incomplete;
        self.overlapping += other.overlapping;
        self.given_up += other.given_up;
    }

    pub(crate) fn datagrams(&self) -> u64 {
        self.whole + self.incomplete + self.overlapping + self.given_up
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "datagrams in fragments: {} put together, {} incomplete, {} with overlaps",
            self.whole, self.incomplete, self.overlapping
        )?;
        if self.given_up > 0 {
            let (megabytes, given_up) = (MAX_HELD >> 20, count(self.given_up, "datagram"));
            write!(
                f,
                "\n{given_up} given up: {megabytes} MiB and {MAX_DATAGRAMS} datagrams are held at most"
            )?;
        }
        Ok(())
    }
}

/// What became of fragments.
#[derive(Debug)]
pub(crate) enum Outcome {
    /// These make up a datagram, in the order of their places in it; then those that came twice.
    Whole(Rc<Whole>, Vec<Piece>),
    /// One more of a datagram that was whole before.
    Repeated(Rc<Whole>, Box<Piece>),
    /// They are not put together, in the order of the capture.
    Loose(Vec<Piece>),
}

#[derive(Debug)]
struct Entry {
    age: u64,
    /// When its first fragment was captured.
    begun: Option<Duration>,
    state: State,
}

#[derive(Debug)]
enum State {
    Waiting(Incomplete),
    Whole(Rc<Whole>),
    /// Fragments of it overlap: those to come are dropped too (RFC 5722).
    Spoilt,
}

impl State {
    /// The bytes it takes.
    fn cost(&self) -> usize {
        match self {
            State::Waiting(incomplete) => incomplete.cost(),
            State::Whole(whole) => whole.cost(),
            State::Spoilt => 0,
        }
    }
}

impl Entry {
    fn is_too_old(&self, now: Option<Duration>) -> bool {
        self.begun.zip(now).is_some_and(|(begun, now)| now.abs_diff(begun) > LIFETIME)
    }
}

impl Reassembly {
    /// Takes a fragment; what became of it and of older ones.
    pub(crate) fn add(&mut self, piece: Piece) -> Vec<Outcome> {
        let mut outcomes = Vec::new();
        self.expire(&piece, &mut outcomes);
        outcomes.extend(self.join(piece));
        while self.held > MAX_HELD || self.entries.len() > MAX_DATAGRAMS {
            self.make_room(&mut outcomes);
        }
        outcomes
    }

    /// Lets go of what still waits, as the capture is at its end.
    pub(crate) fn finish(&mut self) -> Vec<Outcome> {
        let waiting = mem::take(&mut self.waiting);
        waiting.into_values().filter_map(|key| self.abandon_as_incomplete(key)).collect()
    }

    /// Lets go of what is too old, the datagram that this fragment might belong to included.
    fn expire(&mut self, piece: &Piece, outcomes: &mut Vec<Outcome>) {
        let oldest = |ages: &BTreeMap<u64, Key>| ages.first_key_value().map(|(_, key)| *key);
        let is_too_old = |entries: &HashMap<Key, Entry>, key: &Key| {
            entries.get(key).is_some_and(|entry| entry.is_too_old(piece.time))
        };
        // Those that follow are younger, so that the one at hand is looked at by itself only for
        // captures whose frames are not in the order of time.
        while let Some(key) = oldest(&self.waiting).filter(|key| is_too_old(&self.entries, key)) {
            outcomes.extend(self.abandon_as_incomplete(key));
        }
        while let Some(key) = oldest(&self.settled).filter(|key| is_too_old(&self.entries, key)) {
            self.remove(key);
        }
        if is_too_old(&self.entries, &piece.key()) {
            outcomes.extend(self.abandon_as_incomplete(piece.key()));
        }
    }

    fn join(&mut self, piece: Piece) -> Option<Outcome> {
        let key = piece.key();
        match self.entries.get_mut(&key).map(|entry| &mut entry.state) {
            Some(State::Spoilt) => Some(Outcome::Loose(vec![piece])),
            Some(State::Whole(whole)) if whole.contains(&piece) => {
                Some(Outcome::Repeated(Rc::clone(whole), Box::new(piece)))
            }
            Some(State::Waiting(incomplete)) => {
                self.held += piece.cost();
                match incomplete.add(piece) {
                    Added::Waits => None,
                    Added::Completes => self.complete(key),
                    Added::Overlaps => self.spoil(key),
                }
            }
            // The identification of a whole one is used again.
            Some(State::Whole(_)) | None => {
                self.remove(key);
                self.begin(piece);
                None
            }
        }
    }

    fn begin(&mut self, piece: Piece) {
        let (key, begun) = (piece.key(), piece.time);
        self.held += piece.cost();
        self.begun += 1;
        self.waiting.insert(self.begun, key);
        let state = State::Waiting(Incomplete::from(piece));
        self.entries.insert(key, Entry { age: self.begun, begun, state });
    }

    fn complete(&mut self, key: Key) -> Option<Outcome> {
        self.counts.whole += 1;
        let (whole, pieces) = self.settle(key)?.join()?;
        let whole = Rc::new(whole);
        self.held += whole.cost();
        self.entries.get_mut(&key)?.state = State::Whole(Rc::clone(&whole));
        Some(Outcome::Whole(whole, pieces))
    }

    fn spoil(&mut self, key: Key) -> Option<Outcome> {
        self.counts.overlapping += 1;
        Some(Outcome::Loose(self.settle(key)?.into_pieces()))
    }

    /// Ends the wait of a datagram; what was collected of it.
    fn settle(&mut self, key: Key) -> Option<Incomplete> {
        let entry = self.entries.get_mut(&key)?;
        self.held -= entry.state.cost();
        self.waiting.remove(&entry.age);
        self.settled.insert(entry.age, key);
        match mem::replace(&mut entry.state, State::Spoilt) {
            State::Waiting(incomplete) => Some(incomplete),
            State::Whole(_) | State::Spoilt => None,
        }
    }

    /// Forgets what was settled longest ago, or gives up what waits longest.
    fn make_room(&mut self, outcomes: &mut Vec<Outcome>) {
        if let Some((_, key)) = self.settled.pop_first() {
            self.remove(key);
        } else if let Some((_, key)) = self.waiting.pop_first() {
            self.counts.given_up += 1;
            outcomes.extend(self.remove(key).map(Outcome::Loose));
        }
    }

    fn abandon_as_incomplete(&mut self, key: Key) -> Option<Outcome> {
        let pieces = self.remove(key)?;
        self.counts.incomplete += 1;
        Some(Outcome::Loose(pieces))
    }

    /// Forgets a datagram; its fragments if it was waiting.
    fn remove(&mut self, key: Key) -> Option<Vec<Piece>> {
        let entry = self.entries.remove(&key)?;
        self.waiting.remove(&entry.age);
        self.settled.remove(&entry.age);
        self.held -= entry.state.cost();
        match entry.state {
            State::Waiting(incomplete) => Some(incomplete.into_pieces()),
            State::Whole(_) | State::Spoilt => None,
        }
    }
}

//! One datagram: its fragments as long as some are missing, then its payload.

use std::collections::BTreeMap;

use inetsum_packet::{ChecksumField, Fragment};

use super::piece::Piece;

/// A datagram of which not all fragments are there.
#[derive(Debug, Default)]
pub(super) struct Incomplete {
    /// By their offset; no two overlap. Boxed, as each map has room for several from the start.
    pieces: BTreeMap<usize, Box<Piece>>,
    /// Those that were there already.
    repeated: Vec<Piece>,
    /// The length of the datagram, once its last fragment is there.
    len: Option<usize>,
    /// How many bytes of it are there.
    collected: usize,
    cost: usize,
}

/// What a fragment does to a datagram.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Added {
    Waits,
    Completes,
    /// It contradicts one that was there.
    Overlaps,
}

impl From<Piece> for Incomplete {
    fn from(piece: Piece) -> Incomplete {
        let mut incomplete = Incomplete::default();
        incomplete.add(piece);
        incomplete
    }
}

impl Incomplete {
    pub(super) fn add(&mut self, piece: Piece) -> Added {
        self.cost += piece.cost();
        let range = piece.range();
        if self.pieces.get(&range.start).is_some_and(|other| is_same(other, &piece)) {
            self.repeated.push(piece);
            return Added::Waits;
        }
        if self.contradicts(&piece) {
            self.repeated.push(piece);
            return Added::Overlaps;
        }
        self.collected += range.len();
        if piece.fragment.is_last {
            self.len = Some(range.end);
        }
        self.pieces.insert(range.start, Box::new(piece));
        if self.len == Some(self.collected) { Added::Completes } else { Added::Waits }
    }

    /// Whether it overlaps another, or lies behind the last one, or is a last one that is not.
    fn contradicts(&self, piece: &Piece) -> bool {
        let range = piece.range();
        let before = self.pieces.range(..range.end).next_back();
        let overlaps = before.is_some_and(|(_, before)| before.range().end > range.start);
        let is_beyond_last = self.len.is_some_and(|len| range.end > len);
        let furthest = self.pieces.last_key_value();
        let is_before_others = piece.fragment.is_last
            && furthest.is_some_and(|(_, furthest)| furthest.range().end > range.end);
        overlaps || is_beyond_last || is_before_others
    }

    /// Puts together a datagram of which all fragments are there; the fragments beside it, in the
    /// order of their places in it, then those that came twice.
    pub(super) fn join(self) -> Option<(Whole, Vec<Piece>)> {
        let mut pieces: Vec<Piece> = self.pieces.into_values().map(|piece| *piece).collect();
        let payloads: Vec<&[u8]> = pieces.iter().map(Piece::payload).collect();
        let whole = Whole {
            first: pieces.first()?.fragment.clone(),
            payload: payloads.concat(),
            ends: pieces.iter().map(|piece| piece.range().end).collect(),
        };
        pieces.extend(self.repeated);
        Some((whole, pieces))
    }

    /// The fragments in the order of the capture.
    pub(super) fn into_pieces(self) -> Vec<Piece> {
        let collected = self.pieces.into_values().map(|piece| *piece);
        let mut pieces: Vec<Piece> = collected.chain(self.repeated).collect();
        pieces.sort_by_key(|piece| piece.frame.number);
        pieces
    }

    pub(super) fn cost(&self) -> usize {
        self.cost
    }
}

fn is_same(one: &Piece, other: &Piece) -> bool {
    one.range() == other.range()
        && one.fragment.is_last == other.fragment.is_last
        && one.payload() == other.payload()
}

/// A datagram of which all fragments came.
#[derive(Debug)]
pub(crate) struct Whole {
    pub(crate) first: Fragment,
    pub(crate) payload: Vec<u8>,
    /// Where each fragment ends.
    ends: Vec<usize>,
}

impl Whole {
    /// Its checksums, outermost first, with offsets from the start of its payload.
    pub(crate) fn checksum_fields(&self) -> impl Iterator<Item = ChecksumField> {
        self.first.checksum_fields(&self.payload)
    }

    /// The one of its fragments that holds this byte; the last one for what would lie behind it.
    pub(super) fn piece_at<'p>(&self, at: usize, pieces: &'p [Piece]) -> Option<&'p Piece> {
        let holding = self.ends.iter().position(|end| at < *end);
        pieces.get(holding.unwrap_or(self.ends.len().checked_sub(1)?))
    }

    /// Whether this is one of its fragments once more.
    pub(super) fn contains(&self, piece: &Piece) -> bool {
        let range = piece.range();
        let starts_one = range.start == 0 || self.ends.contains(&range.start);
        starts_one
            && self.ends.contains(&range.end)
            && piece.fragment.is_last == (range.end == self.payload.len())
            && self.payload.get(range) == Some(piece.payload())
    }

    pub(super) fn cost(&self) -> usize {
        size_of::<Whole>() + self.payload.len() + self.ends.len() * size_of::<usize>()
    }
}

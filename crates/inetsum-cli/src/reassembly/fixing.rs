//! `fix --reassemble`: what is to be written into frames that were passed on, once the datagram of
//! which they hold fragments is whole or given up.

use std::ops::Range;

use inetsum_packet::{ChecksumField, fix_where, overwrite};

use super::{Counts, Outcome, Piece, Reassembly, Whole};
use crate::fix::{Policy, Written};

/// A frame that is to be written again.
pub(crate) struct Rewritten {
    /// As it was before.
    pub(crate) piece: Piece,
    pub(crate) bytes: Vec<u8>,
    /// The checksums that start in it.
    pub(crate) written: Vec<Written>,
}

/// The datagrams of one capture.
#[derive(Default)]
pub(crate) struct Fixing(Reassembly);

impl Fixing {
    /// Takes a fragment whose frame was passed on; the frames that are to be written again.
    pub(crate) fn take(&mut self, fragment: Piece, policy: &Policy) -> Vec<Rewritten> {
        rewrite_all(self.0.add(fragment), policy)
    }

    /// The frames that are to be written again at the end of the capture.
    pub(crate) fn finish(&mut self, policy: &Policy) -> Vec<Rewritten> {
        rewrite_all(self.0.finish(), policy)
    }

    /// What became of all datagrams.
    pub(crate) fn counts(&self) -> Counts {
        self.0.counts
    }
}

fn rewrite_all(outcomes: Vec<Outcome>, policy: &Policy) -> Vec<Rewritten> {
    let rewritten = outcomes.into_iter().flat_map(|outcome| match outcome {
        Outcome::Whole(datagram, pieces) => fix_datagram(&datagram, pieces, policy),
        Outcome::Repeated(datagram, piece) => fix_datagram(&datagram, vec![*piece], policy),
        Outcome::Loose(pieces) => {
            pieces.into_iter().filter_map(|piece| fix_alone(piece, policy)).collect()
        }
    });
    rewritten.collect()
}

/// Brings what is written into a datagram into the frames of its fragments.
fn fix_datagram(datagram: &Whole, pieces: Vec<Piece>, policy: &Policy) -> Vec<Rewritten> {
    let before: Vec<ChecksumField> = datagram.checksum_fields().collect();
    if !before.iter().any(|field| policy.wants(field)) {
        return Vec::new();
    }
    let mut fixed = datagram.payload.clone();
    datagram.first.fix_where(&mut fixed, |field| policy.wants(field));
    let written = before.into_iter().filter_map(|field| Written::into(&fixed, field));
    let written: Vec<(ChecksumField, u16)> =
        written.map(|written| (written.field, written.checksum)).collect();
    let rewrite = |piece: Piece| {
        let bytes = with_payload_of(&piece, &fixed);
        let in_piece = written.iter().filter(|(field, _)| piece.range().contains(&field.at));
        let in_piece = in_piece.map(|(field, checksum)| {
            let mut field = field.clone();
            field.at = piece.in_frame(field.at);
            Written { field, checksum: *checksum }
        });
        let in_piece = in_piece.collect();
        Rewritten::of(piece, bytes, in_piece)
    };
    pieces.into_iter().filter_map(rewrite).collect()
}

/// The frame with its part of the datagram, and the sums around it as they were: right or wrong.
fn with_payload_of(piece: &Piece, datagram: &[u8]) -> Vec<u8> {
    let mut bytes = piece.bytes.clone();
    let (link, len) = (piece.frame.link, piece.frame.original_len);
    if let Some(payload) = datagram.get(piece.range()) {
        for Range { start, end } in differences(piece.payload(), payload) {
            let at = piece.fragment.payload.start + start;
            overwrite(&mut bytes, link, len, at, &payload[start..end]);
        }
    }
    bytes
}

/// Where two slices of one length differ.
pub(crate) fn differences(before: &[u8], after: &[u8]) -> Vec<Range<usize>> {
    let mut differences: Vec<Range<usize>> = Vec::new();
    let differing = (0..before.len()).filter(|at| before[*at] != after[*at]);
    for at in differing {
        match differences.last_mut() {
            Some(last) if last.end == at => last.end += 1,
            _ => differences.push(at..at + 1),
        }
    }
    differences
}

/// Fixes what can be fixed without the other fragments: packets that lie in this one whole.
fn fix_alone(piece: Piece, policy: &Policy) -> Option<Rewritten> {
    let mut bytes = piece.bytes.clone();
    let (link, len) = (piece.frame.link, piece.frame.original_len);
    fix_where(&mut bytes, link, len, |field| policy.wants(field));
    let fields = piece.checksum_fields().filter(|field| piece.contains(field));
    let written = fields.filter_map(|field| Written::into(&bytes, field)).collect();
    Rewritten::of(piece, bytes, written)
}

impl Rewritten {
    /// Adds the sums around the fragment, which were right and were made right again. `None` if
    /// there is nothing to be written.
    fn of(piece: Piece, bytes: Vec<u8>, mut written: Vec<Written>) -> Option<Rewritten> {
        if bytes == piece.bytes {
            return None;
        }
        let around = piece.checksum_fields().filter(|field| !piece.contains(field));
        written.extend(around.filter_map(|field| Written::into(&bytes, field)));
        Some(Rewritten { piece, bytes, written })
    }
}

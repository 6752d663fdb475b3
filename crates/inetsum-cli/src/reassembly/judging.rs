//! `verify --reassemble`: the checksums of a frame, those of a fragment's datagram once that is
//! whole or given up.

use inetsum_capture::Block;
use inetsum_packet::{ChecksumField, Diagnosis, diagnose};

use super::{Counts, Outcome, Piece, Reassembly, Whole};
use crate::capture::Frame;

/// Takes the number of a frame, a field in it and what its value is.
type Note<'n> = &'n mut dyn FnMut(u64, &ChecksumField, Option<Diagnosis>);

/// The checksums of one capture, each noted once.
#[derive(Debug, Default)]
pub(crate) struct Judging(Reassembly);

impl Judging {
    /// Notes the checksums of a frame, but for those in a fragment, and those of older fragments
    /// that it decides about.
    pub(crate) fn take(&mut self, frame: Frame, block: &Block<'_>, note: Note<'_>) {
        let piece = Piece::of(frame, block);
        for field in frame.checksum_fields(block) {
            if piece.as_ref().is_none_or(|piece| !piece.contains(&field)) {
                let diagnosis = diagnose(&field, frame.bytes(block));
                note(frame.number, &field, diagnosis);
            }
        }
        if let Some(piece) = piece {
            note_all(self.0.add(piece), note);
        }
    }

    /// Notes those of fragments that still wait; what became of all datagrams.
    pub(crate) fn finish(&mut self, note: Note<'_>) -> Counts {
        note_all(self.0.finish(), note);
        self.0.counts
    }
}

fn note_all(outcomes: Vec<Outcome>, note: Note<'_>) {
    for outcome in outcomes {
        match outcome {
            Outcome::Whole(datagram, pieces) => note_whole(&datagram, &pieces, note),
            Outcome::Repeated(..) => {}
            Outcome::Loose(pieces) => pieces.iter().for_each(|piece| note_loose(piece, note)),
        }
    }
}

fn note_loose(piece: &Piece, note: Note<'_>) {
    for field in piece.checksum_fields().filter(|field| piece.contains(field)) {
        let diagnosis = diagnose(&field, &piece.bytes);
        note(piece.frame.number, &field, diagnosis);
    }
}

/// Notes each checksum where its field lies.
fn note_whole(datagram: &Whole, pieces: &[Piece], note: Note<'_>) {
    for mut field in datagram.checksum_fields() {
        if let Some(piece) = datagram.piece_at(field.at, pieces) {
            let diagnosis = diagnose(&field, &datagram.payload);
            field.at = piece.in_frame(field.at);
            note(piece.frame.number, &field, diagnosis);
        }
    }
}

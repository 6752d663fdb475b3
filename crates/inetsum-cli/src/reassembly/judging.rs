//! `verify --reassemble`: the checksums of a frame, those of a fragment's datagram once that is
//! whole or given up.

use anyhow::Result;
use inetsum_capture::Block;
use inetsum_packet::{ChecksumField, Diagnosis, diagnose};

use super::{Counts, Outcome, Piece, Reassembly, Whole};
use crate::capture::Frame;

/// Takes the number of a frame, a field in it and what its value is.
pub(crate) type Note<'n> = &'n mut dyn FnMut(u64, &ChecksumField, Option<Diagnosis>) -> Result<()>;

/// The checksums of one capture, each noted once.
#[derive(Debug, Default)]
pub(crate) struct Judging(Reassembly);

impl Judging {
    /// Notes the checksums of a frame, but for those in a fragment, and those of older fragments
    /// that it decides about.
    pub(crate) fn take(&mut self, frame: Frame, block: &Block<'_>, note: Note<'_>) -> Result<()> {
        let mut fields = frame.checksum_fields(block);
        let mut note_field =
            |field| note(frame.number, &field, diagnose(&field, frame.bytes(block)));
        let Some(piece) = Piece::of(frame, block) else {
            return fields.try_for_each(note_field);
        };
        fields.filter(|field| !piece.contains(field)).try_for_each(&mut note_field)?;
        note_all(self.0.add(piece), note)
    }

    /// Notes those of fragments that still wait; what became of all datagrams.
    pub(crate) fn finish(&mut self, note: Note<'_>) -> Result<Counts> {
        note_all(self.0.finish(), note)?;
        Ok(self.0.counts)
    }
}

fn note_all(outcomes: Vec<Outcome>, note: Note<'_>) -> Result<()> {
    for outcome in outcomes {
        match outcome {
            Outcome::Whole(datagram, pieces) => note_whole(&datagram, &pieces, note)?,
            Outcome::Repeated(..) => {}
            Outcome::Loose(pieces) => {
                for piece in &pieces {
                    piece.checksum_fields().filter(|field| piece.contains(field)).try_for_each(
                        |field| note(piece.frame.number, &field, diagnose(&field, &piece.bytes)),
                    )?;
                }
            }
        }
    }
    Ok(())
}

/// Notes each checksum where its field lies.
fn note_whole(datagram: &Whole, pieces: &[Piece], note: Note<'_>) -> Result<()> {
    for mut field in datagram.checksum_fields() {
        if let Some(piece) = datagram.piece_at(field.at, pieces) {
            let diagnosis = diagnose(&field, &datagram.payload);
            field.at = piece.in_frame(field.at);
            note(piece.frame.number, &field, diagnosis)?;
        }
    }
    Ok(())
}

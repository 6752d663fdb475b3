//! A batch of blocks → its checksum fields, judged, counted, and kept as far as they are shown.

use inetsum_capture::Batch;
use inetsum_packet::{ChecksumField, Diagnosis, Verdict, diagnose};

use crate::capture::Frame;
use crate::reassembly::judging::Judging;
use crate::report::tally::Tally;
use crate::report::{Met, Wanted};
use crate::selection::Selection;

/// What is looked for in each batch.
pub(super) struct Examination {
    pub(super) selection: Selection,
    pub(super) wanted: Wanted,
}

/// What came of one.
#[derive(Default)]
pub(super) struct Examined {
    pub(super) tally: Tally,
    /// Those that are shown, if none of another batch is.
    pub(super) fields: Vec<Met>,
}

impl Examination {
    /// Judges the fields of each frame by itself.
    pub(super) fn of_frames(&self, batch: &mut Batch) -> Examined {
        let mut examined = Examined::default();
        for block in batch.blocks() {
            let Some(frame) = Frame::of(&block) else { continue };
            examined.tally.count_frame(&frame);
            for field in frame.checksum_fields(&block) {
                let is_right = matches!(field.verdict, Verdict::Correct);
                let diagnosis = if is_right { None } else { diagnose(&field, frame.bytes(&block)) };
                self.note(frame.number, &field, diagnosis, &mut examined);
            }
        }
        examined
    }

    /// The same, but fragments are put together first.
    pub(super) fn of_datagrams(&self, batch: &mut Batch, judging: &mut Judging) -> Examined {
        let mut examined = Examined::default();
        for block in batch.blocks() {
            let Some(frame) = Frame::of(&block) else { continue };
            examined.tally.count_frame(&frame);
            judging.take(frame, &block, &mut |number, field, diagnosis| {
                self.note(number, field, diagnosis, &mut examined);
            });
        }
        examined
    }

    /// What is left at the end, when no more fragments come.
    pub(super) fn of_the_rest(&self, judging: &mut Judging) -> Examined {
        let mut examined = Examined::default();
        let counts = judging.finish(&mut |number, field, diagnosis| {
            self.note(number, field, diagnosis, &mut examined);
        });
        examined.tally.reassembly = Some(counts);
        examined
    }

    #[inline]
    fn note(
        &self,
        frame: u64,
        field: &ChecksumField,
        diagnosis: Option<Diagnosis>,
        examined: &mut Examined,
    ) {
        if !self.selection.contains(field.protocol) {
            return;
        }
        examined.tally.count(field, diagnosis);
        if (self.wanted.wants)(field) && examined.fields.len() < self.wanted.most {
            examined.fields.push(Met { frame, field: field.clone(), diagnosis });
        }
    }
}

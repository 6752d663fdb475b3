//! Counts of verdicts by protocol.

use std::collections::BTreeMap;

use inetsum_packet::{ChecksumField, Diagnosis, Protocol, Reason, Verdict};
use serde::Serialize;

use crate::capture::Frame;
use crate::reassembly;
use crate::report::by_protocol::ByProtocol;

/// The verdicts on the fields of one protocol, quoted packets left out.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Counts {
    pub(crate) correct: u64,
    pub(crate) noncanonical: u64,
    pub(crate) wrong: u64,
    pub(crate) offloaded: u64,
    pub(crate) zero_forbidden: u64,
    pub(crate) absent: u64,
    pub(crate) unverifiable: u64,
}

impl Counts {
    fn of(&mut self, verdict: Verdict) -> &mut u64 {
        match verdict {
            Verdict::Correct => &mut self.correct,
            Verdict::Noncanonical => &mut self.noncanonical,
            Verdict::Wrong { .. } => &mut self.wrong,
            Verdict::Offloaded { .. } => &mut self.offloaded,
            Verdict::ZeroForbidden { .. } => &mut self.zero_forbidden,
            Verdict::Absent => &mut self.absent,
            // A verdict of a later version is one this program can't speak of.
            _ => &mut self.unverifiable,
        }
    }

    fn add(&mut self, other: &Counts) {
        self.correct += other.correct;
        self.noncanonical += other.noncanonical;
        self.wrong += other.wrong;
        self.offloaded += other.offloaded;
        self.zero_forbidden += other.zero_forbidden;
        self.absent += other.absent;
        self.unverifiable += other.unverifiable;
    }

    pub(crate) fn fields(&self) -> u64 {
        self.correct + self.noncanonical + self.absent + self.bad() + self.unverifiable
    }

    /// The fields into which another value belongs.
    pub(crate) fn bad(&self) -> u64 {
        self.wrong + self.offloaded + self.zero_forbidden
    }
}

/// What was found in one capture, or in several.
#[derive(Debug, Clone, Default)]
pub(crate) struct Tally {
    pub(crate) frames: u64,
    /// Frames of which the file says that more was captured than there was.
    pub(crate) frames_beyond_original: u64,
    /// Fields in packets that others quote.
    pub(crate) quoted: u64,
    /// What became of datagrams in fragments, with `--reassemble`.
    pub(crate) reassembly: Option<reassembly::Counts>,
    protocols: ByProtocol,
    reasons: BTreeMap<&'static str, u64>,
    diagnoses: BTreeMap<&'static str, u64>,
    notes: BTreeMap<&'static str, u64>,
}

impl Tally {
    pub(crate) fn count_frame(&mut self, frame: &Frame) {
        self.frames += 1;
        self.frames_beyond_original += u64::from(frame.exceeds_original);
    }

    #[inline]
    pub(crate) fn count(&mut self, field: &ChecksumField, diagnosis: Option<Diagnosis>) {
        if field.quoted {
            self.quoted += 1;
            return;
        }
        *self.protocols.of(field.protocol).of(field.verdict) += 1;
        if let Verdict::Unverifiable(reason) = field.verdict {
            *self.reasons.entry(reason.name()).or_default() += 1;
        }
        if let (Verdict::Wrong { .. }, Some(diagnosis)) = (field.verdict, diagnosis) {
            *self.diagnoses.entry(diagnosis.name()).or_default() += 1;
        }
        if let Some(note) = field.note {
            *self.notes.entry(note.name()).or_default() += 1;
        }
    }

    pub(crate) fn add(&mut self, other: &Tally) {
        self.frames += other.frames;
        self.frames_beyond_original += other.frames_beyond_original;
        self.quoted += other.quoted;
        if let Some(counts) = &other.reassembly {
            self.reassembly.get_or_insert_default().add(counts);
        }
        for (protocol, counts) in other.protocols.iter() {
            self.protocols.of(protocol).add(counts);
        }
        for (reason, count) in &other.reasons {
            *self.reasons.entry(reason).or_default() += count;
        }
        for (diagnosis, count) in &other.diagnoses {
            *self.diagnoses.entry(diagnosis).or_default() += count;
        }
        for (note, count) in &other.notes {
            *self.notes.entry(note).or_default() += count;
        }
    }

    /// The counts of each protocol met, in the order of [`Protocol`].
    pub(crate) fn protocols(&self) -> impl Iterator<Item = (Protocol, &Counts)> {
        let protocols: BTreeMap<Protocol, &Counts> = self.protocols.iter().collect();
        protocols.into_iter()
    }

    /// Why fields were unverifiable, and how many.
    pub(crate) fn reasons(&self) -> impl Iterator<Item = (&'static str, u64)> {
        self.reasons.iter().map(|(reason, count)| (*reason, *count))
    }

    /// What the values of wrong fields are, and how many.
    pub(crate) fn diagnoses(&self) -> impl Iterator<Item = (&'static str, u64)> {
        self.diagnoses.iter().map(|(diagnosis, count)| (*diagnosis, *count))
    }

    /// What was noted of fields, and of how many.
    pub(crate) fn notes(&self) -> impl Iterator<Item = (&'static str, u64)> {
        self.notes.iter().map(|(note, count)| (*note, *count))
    }

    /// The counts of all protocols together.
    pub(crate) fn all(&self) -> Counts {
        let mut all = Counts::default();
        for (_, counts) in self.protocols.iter() {
            all.add(counts);
        }
        all
    }

    /// The fields that should have been verified and could not be; checks of another kind, such as
    /// a CRC32c, are none.
    pub(crate) fn unverified(&self) -> u64 {
        let of_another_kind =
            self.reasons.get(Reason::NotInternetChecksum.name()).copied().unwrap_or(0);
        self.all().unverifiable - of_another_kind
    }

    /// Whether what is bad is mostly what senders leave to the network card.
    pub(crate) fn looks_offloaded(&self) -> bool {
        let all = self.all();
        all.offloaded > 0 && 2 * all.offloaded >= all.bad()
    }
}

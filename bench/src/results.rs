//! RESULTS: what a run finds out, as it stands in the JSON file.

use serde::{Deserialize, Serialize};

use crate::machine::Machine;
use crate::subject::Role;

/// Everything a run finds out.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Results {
    /// Where and how it ran.
    pub(crate) machine: Machine,
    /// Whether it was a run for working, not for publishing.
    pub(crate) quick: bool,
    /// Who took part.
    pub(crate) subjects: Vec<SubjectResult>,
    /// Who did not, and why.
    pub(crate) not_here: Vec<(String, String)>,
    /// What was timed.
    pub(crate) works: Vec<WorkResult>,
}

/// Who took part.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct SubjectResult {
    /// The name, with the mark of the build.
    pub(crate) name: String,
    /// What it is.
    pub(crate) role: Role,
    /// Its wrong answers.
    pub(crate) faults: Vec<Fault>,
}

/// A wrong answer, or none at all.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Fault {
    /// What was asked.
    pub(crate) check: Check,
    /// The smallest input that was found to fail.
    pub(crate) input: String,
    /// Its length.
    pub(crate) len: usize,
    /// What came out.
    pub(crate) outcome: String,
}

/// What is asked of a subject before it is timed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Check {
    /// No bytes at all.
    Empty,
    /// One slice.
    Slice,
    /// A message in pieces.
    Pieces,
    /// A slice beside a page that must not be read.
    PageEdge,
    /// Copy and checksum.
    Copy,
    /// Updates of a 16-bit field.
    Update,
    /// A header of 20 bytes.
    Header,
    /// A UDP datagram with its pseudo-header.
    Datagram,
}

/// One work and how long each subject took for it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct WorkResult {
    /// What it was.
    pub(crate) label: Label,
    /// How many rounds there were.
    pub(crate) rounds: usize,
    /// One entry for each subject that can do it.
    pub(crate) times: Vec<Timing>,
}

/// What a work is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Label {
    /// The kind.
    pub(crate) group: Group,
    /// A name for people, and for `--work`: it starts with the kind.
    pub(crate) name: String,
    /// How many bytes a call sums, on average.
    pub(crate) bytes: f64,
    /// The most bytes that a call sums.
    pub(crate) longest: usize,
    /// The address of the first byte, modulo 64 (0 if it varies).
    pub(crate) offset: usize,
}

/// The kinds of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Group {
    /// The same input again and again, each call independent of the last.
    Size,
    /// The same, each call waiting for the last.
    Chain,
    /// Lengths and places that vary from call to call.
    Mix,
    /// As in `Size`, the length rising byte by byte: what others once measured.
    Step,
    /// Copy and sum.
    Copy,
    /// An update of a 16-bit field.
    Update,
    /// Headers of 20 bytes in bulk.
    Header,
    /// A UDP datagram with its pseudo-header.
    Udp,
}

/// How long a subject took for a work.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Timing {
    /// Who.
    pub(crate) subject: String,
    /// The least of all rounds, in nanoseconds a call.
    pub(crate) min: f64,
    /// The median of all rounds.
    pub(crate) median: f64,
}

impl SubjectResult {
    /// Whether every answer on inputs of up to `longest` bytes was right. A read past the end counts
    /// as right: it makes for a harder comparison.
    pub(crate) fn is_correct(&self, group: Group, longest: usize) -> bool {
        let check = match group {
            Group::Step if longest == 0 => Check::Empty,
            Group::Size | Group::Chain | Group::Step | Group::Mix => Check::Slice,
            Group::Copy => Check::Copy,
            Group::Update => Check::Update,
            Group::Header => Check::Header,
            Group::Udp => Check::Datagram,
        };
        self.faults
            .iter()
            .filter(|fault| fault.check == check || fault.check == Check::Slice)
            .all(|fault| fault.len > longest)
    }
}

impl Results {
    /// The content of a file, a line for each work.
    pub(crate) fn to_json(&self) -> serde_json::Result<String> {
        Ok(serde_json::to_string(self)?.replace("{\"label\"", "\n{\"label\"") + "\n")
    }

    /// The subject of that name.
    pub(crate) fn subject(&self, name: &str) -> Option<&SubjectResult> {
        self.subjects.iter().find(|subject| subject.name == name)
    }

    /// The peers that give right answers for this work, the quickest first.
    pub(crate) fn best_peers<'a>(&'a self, work: &'a WorkResult) -> Vec<&'a Timing> {
        let WorkResult { label, times, .. } = work;
        let mut peers: Vec<&Timing> = times
            .iter()
            .filter(|timing| {
                self.subject(&timing.subject).is_some_and(|subject| {
                    subject.role == Role::Peer && subject.is_correct(label.group, label.longest)
                })
            })
            .collect();
        peers.sort_by(|a, b| a.min.total_cmp(&b.min));
        peers
    }
}

impl WorkResult {
    /// The timing of the subject of that name.
    pub(crate) fn time(&self, subject: &str) -> Option<&Timing> {
        self.times.iter().find(|timing| timing.subject == subject)
    }
}

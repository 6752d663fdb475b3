//! What was written, and what is to be warned of.

use std::fmt::Write as _;
use std::io::{self, Write as _};

use inetsum_capture::Block;
use inetsum_packet::Layer;

use super::Written;
use crate::reassembly::Counts;
use crate::reassembly::fixing::Rewritten;
use crate::report::count;

/// What was written, and what went stale by it.
#[derive(Debug, Default)]
pub(super) struct Done {
    frames: u64,
    frames_fixed: u64,
    checksums: u64,
    stale_check_sequences: u64,
    stale_hashes: u64,
    stale_authentication: u64,
    frames_beyond_original: u64,
    pub(super) reassembly: Option<Counts>,
}

impl Done {
    pub(super) fn note(&mut self, block: &Block<'_>, written: &[Written]) {
        let Some(in_file) = &block.frame else { return };
        self.frames += 1;
        self.frames_beyond_original += u64::from(in_file.data.len() > in_file.original_len);
        if !written.is_empty() {
            self.note_frame(in_file, written);
            self.note_checksums(written);
        }
    }

    /// Adds what was done elsewhere in the capture.
    pub(super) fn add(&mut self, other: &Done) {
        self.frames += other.frames;
        self.frames_fixed += other.frames_fixed;
        self.checksums += other.checksums;
        self.stale_check_sequences += other.stale_check_sequences;
        self.stale_hashes += other.stale_hashes;
        self.stale_authentication += other.stale_authentication;
        self.frames_beyond_original += other.frames_beyond_original;
    }

    pub(super) fn note_rewritten(&mut self, frame: &Rewritten) {
        if !frame.piece.is_fixed {
            self.note_frame(&frame.piece.in_file, &frame.written);
        }
        self.note_checksums(&frame.written);
    }

    fn note_frame(&mut self, in_file: &inetsum_capture::Frame, written: &[Written]) {
        self.frames_fixed += 1;
        let is_checked = in_file.fcs_len.is_some_and(|len| len > 0)
            || written.iter().any(|written| written.field.has_check_sequence);
        self.stale_check_sequences += u64::from(is_checked);
        self.stale_hashes += u64::from(in_file.has_hash);
    }

    fn note_checksums(&mut self, written: &[Written]) {
        self.checksums += written.len() as u64;
        let is_authenticated = |written: &Written| {
            let layers = written.field.path.layers();
            layers.contains(&Layer::Ah) || layers.contains(&Layer::Macsec)
        };
        self.stale_authentication += u64::from(written.iter().any(is_authenticated));
    }

    /// What was done, in words.
    pub(super) fn to_string(&self, written: &str) -> String {
        let mut text = format!(
            "{} {written}, in {} of {}",
            count(self.checksums, "checksum"),
            self.frames_fixed,
            count(self.frames, "frame"),
        );
        if let Some(counts) = self.reassembly.filter(|counts| counts.datagrams() > 0) {
            // Writing to a String can't fail.
            let _ = write!(text, "\n{counts}");
        }
        text
    }

    /// Says what went stale, or is not what the capture says of it.
    pub(super) fn warn(&self) {
        for (count, what) in [
            (self.stale_check_sequences, "captured frame check sequences that no longer match"),
            (self.stale_hashes, "hashes in the capture (epb_hash) that no longer match"),
            (
                self.stale_authentication,
                "integrity check values (authentication header, MACsec) that no longer match",
            ),
            (
                self.frames_beyond_original,
                "frames said to be shorter than what was captured of them",
            ),
        ] {
            if count > 0 {
                // Where standard error can't be written to, there is nobody to warn.
                let _ = writeln!(io::stderr(), "warning: {what}: {count}");
            }
        }
    }
}

//! What was asked for → which checksums are written.

use anyhow::{Error, Result, bail};
use inetsum_packet::{ChecksumField, Protocol, Verdict};

use crate::args::Fix;
use crate::selection::Selection;

/// Which checksums are to be written.
pub(crate) struct Policy {
    selection: Selection,
    offloaded_only: bool,
    fill_absent: bool,
    canonical: bool,
    quoted: bool,
}

impl TryFrom<&Fix> for Policy {
    type Error = Error;

    fn try_from(args: &Fix) -> Result<Policy> {
        let selection = Selection::from(&args.only);
        if args.fill_absent && !selection.contains(Protocol::Udp) {
            bail!("--fill-absent: it is for udp, which --only leaves out");
        }
        Ok(Policy {
            selection,
            offloaded_only: args.offloaded_only,
            fill_absent: args.fill_absent,
            canonical: args.canonical,
            quoted: args.quoted,
        })
    }
}

impl Policy {
    pub(crate) fn wants(&self, field: &ChecksumField) -> bool {
        self.selection.contains(field.protocol)
            && (self.quoted || !field.quoted)
            && match field.verdict {
                Verdict::Offloaded { .. } => true,
                Verdict::Wrong { .. } | Verdict::ZeroForbidden { .. } => !self.offloaded_only,
                Verdict::Noncanonical => self.canonical,
                Verdict::Absent => self.fill_absent && field.protocol == Protocol::Udp,
                _ => false,
            }
    }
}

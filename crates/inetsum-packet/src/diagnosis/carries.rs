//! Checksums from sums that lost a carry.

use super::hypotheses::Case;
use crate::{Addresses, Diagnosis, PseudoHeader};

impl Case<'_> {
    pub(super) fn lost_carry(&self) -> Option<Diagnosis> {
        let stored = self.field.stored;
        let total = self.plain_sum()?;
        let folded_once = (total & 0xffff).wrapping_add(total >> 16);
        let is_next_to =
            |right: u16| [right.wrapping_add(1), right.wrapping_sub(1)].contains(&stored);
        if !(total as u16) == stored {
            Some(Diagnosis::CarriesLost)
        } else if !(folded_once as u16) == stored {
            Some(Diagnosis::LastCarryLost)
        } else {
            self.field.expected().filter(|right| is_next_to(*right)).map(|_| Diagnosis::OffByOne)
        }
    }

    /// The sum of all words without end-around carry. That of 4 GiB fits.
    fn plain_sum(&self) -> Option<u64> {
        let covers = &self.field.covers;
        let before = self.frame.get(covers.start..self.field.at)?;
        let behind = self.frame.get(self.field.at.checked_add(2)?..covers.end)?;
        let pseudo_header = self.pseudo_header.map_or(0, plain_sum_of_pseudo_header);
        Some(plain_sum(before).wrapping_add(plain_sum(behind)).wrapping_add(pseudo_header))
    }
}

fn plain_sum_of_pseudo_header(pseudo_header: &PseudoHeader) -> u64 {
    let addresses = match pseudo_header.addresses {
        Addresses::V4 { source, destination } => {
            plain_sum(&source.octets()).wrapping_add(plain_sum(&destination.octets()))
        }
        Addresses::V6 { source, destination } => {
            plain_sum(&source.octets()).wrapping_add(plain_sum(&destination.octets()))
        }
    };
    addresses
        .wrapping_add(plain_sum(&pseudo_header.length.to_be_bytes()))
        .wrapping_add(pseudo_header.protocol.into())
}

fn plain_sum(bytes: &[u8]) -> u64 {
    let (words, last) = bytes.as_chunks::<2>();
    let last = last.first().map_or(0, |byte| u64::from(*byte) << 8);
    words.iter().fold(last, |sum, word| sum.wrapping_add(u16::from_be_bytes(*word).into()))
}

//! Counts by protocol.

use std::collections::BTreeMap;

use inetsum_packet::Protocol;

use super::tally::Counts;

/// How many protocols are looked for one by one, which is faster as long as they are few.
const MOST_FREQUENT: usize = 8;

/// The counts of each protocol met.
#[derive(Debug, Clone, Default)]
pub(super) struct ByProtocol {
    /// In the order in which they were met.
    first: Vec<(Protocol, Counts)>,
    others: BTreeMap<Protocol, Counts>,
}

impl ByProtocol {
    #[inline]
    pub(super) fn of(&mut self, protocol: Protocol) -> &mut Counts {
        match self.first.iter().position(|(other, _)| *other == protocol) {
            Some(at) => &mut self.first[at].1,
            None => self.of_another(protocol),
        }
    }

    #[cold]
    fn of_another(&mut self, protocol: Protocol) -> &mut Counts {
        if self.first.len() == MOST_FREQUENT {
            return self.others.entry(protocol).or_default();
        }
        self.first.push((protocol, Counts::default()));
        let at = self.first.len() - 1;
        &mut self.first[at].1
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (Protocol, &Counts)> {
        let first = self.first.iter().map(|(protocol, counts)| (*protocol, counts));
        first.chain(self.others.iter().map(|(protocol, counts)| (*protocol, counts)))
    }
}

//! Which peers stand out, and whom to compare with.

use crate::results::{Group, Results, WorkResult};

/// The name of inetsum as a program calls it.
pub(super) const OURS: &str = "inetsum";

impl Results {
    /// The work of that name.
    pub(super) fn work(&self, name: &str) -> Option<&WorkResult> {
        self.works.iter().find(|work| work.label.name == name)
    }

    /// The works of a kind.
    pub(super) fn of_group(&self, group: Group) -> impl Iterator<Item = &WorkResult> + Clone {
        self.works.iter().filter(move |work| work.label.group == group)
    }

    /// inetsum's time divided by that of the best peer that is right there.
    pub(super) fn ratio(&self, work: &WorkResult) -> Option<f64> {
        Some(work.time(OURS)?.min / self.best_peers(work).first()?.min)
    }

    /// The peers that come nearest to the best of each work, the best first; of two builds of a peer
    /// the better one.
    pub(super) fn leaders<'a>(
        &'a self,
        works: impl Iterator<Item = &'a WorkResult> + Clone,
    ) -> Vec<&'a str> {
        let distances = |name: &str| -> Option<f64> {
            let logarithms: Vec<f64> = works
                .clone()
                .filter_map(|work| {
                    let peers = self.best_peers(work);
                    let peer = peers.iter().find(|peer| peer.subject == name)?;
                    Some((peer.min / peers.first()?.min).ln())
                })
                .collect();
            let is_everywhere = logarithms.len() * 2 > works.clone().count();
            is_everywhere.then(|| logarithms.iter().sum::<f64>() / logarithms.len() as f64)
        };
        let names = self.subjects.iter().map(|subject| subject.name.as_str());
        let mut peers: Vec<(f64, &str)> =
            names.filter_map(|name| Some((distances(name)?, name))).collect();
        peers.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut leaders: Vec<&str> = Vec::new();
        for (_, name) in peers {
            if leaders.iter().all(|leader| without_build(leader) != without_build(name)) {
                leaders.push(name);
            }
        }
        leaders
    }
}

/// `smoltcp` for `smoltcp [n]`.
pub(super) fn without_build(name: &str) -> &str {
    name.split_once(" [").map_or(name, |(name, _)| name)
}

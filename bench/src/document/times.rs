//! Tables of times, a row for each piece of work.

use super::markdown::{or_dash, ratio, table, time};
use super::peers::OURS;
use crate::results::{Group, Results, WorkResult};
use crate::subjects::{LOAD_ONLY, MEMCPY};

/// Aligned and at offset 1.
pub(super) fn fixed_lengths(results: &Results) -> String {
    let rows = pairs(results, Group::Size).map(|(aligned, unaligned)| {
        let [ours, limit, ratio, best] = against_best(results, aligned);
        let [ours_unaligned, limit_unaligned, ratio_unaligned, _] =
            against_best(results, unaligned);
        let bytes = aligned.label.longest.to_string();
        [bytes, ours, limit, ratio, best, ours_unaligned, limit_unaligned, ratio_unaligned]
    });
    let head = ["bytes", OURS, LOAD_ONLY, "ratio", "best peer", "at offset 1", LOAD_ONLY, "ratio"];
    table(head, rows.collect())
}

/// The same, chained.
pub(super) fn waiting(results: &Results) -> String {
    let rows = pairs(results, Group::Chain).map(|(aligned, unaligned)| {
        let [ours, _, ratio, best] = against_best(results, aligned);
        let [ours_unaligned, _, ratio_unaligned, _] = against_best(results, unaligned);
        [aligned.label.longest.to_string(), ours, ratio, best, ours_unaligned, ratio_unaligned]
    });
    table(["bytes", OURS, "ratio", "best peer", "at offset 1", "ratio"], rows.collect())
}

/// Lengths at random.
pub(super) fn mixes(results: &Results) -> String {
    let rows = results.of_group(Group::Mix).map(|work| {
        let [ours, limit, ratio, best] = against_best(results, work);
        [name_of_mix(work), format!("{:.0}", work.label.bytes), ours, limit, ratio, best]
    });
    table(["", "on average", OURS, LOAD_ONLY, "ratio", "best peer"], rows.collect())
}

/// `20–1500 bytes in 8 MiB` for `mix/20-1500 in 8 MiB`.
pub(super) fn name_of_mix(work: &WorkResult) -> String {
    let name = work.label.name.trim_start_matches("mix/").replace('-', "–").replace(',', ", ");
    match name.split_once(" in ") {
        Some((lengths, place)) => format!("{lengths} bytes in {place}"),
        None => format!("{name} bytes"),
    }
}

/// Copies beside `memcpy`.
pub(super) fn copies(results: &Results) -> String {
    let rows = results.of_group(Group::Copy).map(|work| {
        let [ours, _, to_best, best] = against_best(results, work);
        let nanoseconds = |name: &str| work.time(name).map(|timing| timing.min);
        let over = |name: &str| Some(ratio(nanoseconds(OURS)? / nanoseconds(name)?));
        let (memcpy, apart) = (nanoseconds(MEMCPY), nanoseconds("memcpy, then inetsum"));
        let [memcpy, apart] = [memcpy, apart].map(|time_of| or_dash(time_of.map(time)));
        [work.label.longest.to_string(), ours, memcpy, or_dash(over(MEMCPY)), apart, to_best, best]
    });
    let head = ["bytes", OURS, MEMCPY, "to memcpy", "memcpy, then sum", "ratio", "best peer"];
    table(head, rows.collect())
}

/// What is not a sum of many bytes.
pub(super) fn small_work(results: &Results) -> String {
    let groups = [Group::Update, Group::Header, Group::Udp];
    let works = groups.into_iter().flat_map(|group| results.of_group(group));
    let rows = works.map(|work| {
        let [ours, _, ratio, best] = against_best(results, work);
        let what = match work.label.group {
            Group::Update => "update of a 16-bit field".to_owned(),
            Group::Header => "a header of 20 bytes, 64 in a row".to_owned(),
            _ => format!("pseudo-header and datagram of {} bytes", work.label.longest),
        };
        [what, ours, ratio, best]
    });
    table(["", OURS, "ratio", "best peer"], rows.collect())
}

/// Each work that starts aligned, with the same work at offset 1.
fn pairs(results: &Results, group: Group) -> impl Iterator<Item = (&WorkResult, &WorkResult)> {
    let aligned = results.of_group(group).filter(|work| work.label.offset == 0);
    aligned.filter_map(move |aligned| {
        let is_same = |work: &&WorkResult| {
            work.label.offset == 1 && work.label.longest == aligned.label.longest
        };
        Some((aligned, results.of_group(group).find(is_same)?))
    })
}

/// inetsum's time, the limit's, the ratio to the best peer, and that peer with its time.
fn against_best(results: &Results, work: &WorkResult) -> [String; 4] {
    let [ours, limit] =
        [OURS, LOAD_ONLY].map(|name| or_dash(work.time(name).map(|it| time(it.min))));
    let best =
        results.best_peers(work).first().map(|peer| format!("{} {}", peer.subject, time(peer.min)));
    [ours, limit, or_dash(results.ratio(work).map(ratio)), or_dash(best)]
}

//! The pictures.

use inetsum_chart::{Axis, Bar, Bars, Curve, Group as Bunch, Lines, Tone};

use super::peers::OURS;
use crate::results::{Group, Results, WorkResult};
use crate::subject::Role;
use crate::subjects::LOAD_ONLY;

/// How many peers have a colour and a name.
const NAMED: usize = 6;
/// Longer inputs are not in the first caches; the tables have them.
const LONGEST: usize = 65536;

/// File name and content of each.
pub(super) fn all(results: &Results) -> Vec<(&'static str, String)> {
    vec![
        ("time.svg", time(results).to_string()),
        ("rate.svg", rate(results).to_string()),
        ("mixes.svg", mixes(results).to_string()),
    ]
}

/// Time over length.
fn time(results: &Results) -> Lines {
    Lines {
        title: "Time of a call over the length".into(),
        subtitle: "aligned, in the cache, no call waiting for the last; less is better; dashed: \
                   loading the bytes; grey: all other peers"
            .into(),
        x: Axis::of_bytes([8, 64, 256, 1024, 4096, 16384, 65536]),
        y: Axis::of_nanoseconds([1.0, 10.0, 100.0, 1e3, 1e4]),
        curves: curves(results, |_, time| time),
    }
}

/// Bytes a cycle, or a nanosecond where the clock is not known.
fn rate(results: &Results) -> Lines {
    let (unit, clock) = match results.machine.gigahertz {
        Some(clock) => ("bytes/cycle", clock),
        None => ("GB/s", 1.0),
    };
    let curves = curves(results, |bytes, time| bytes / time / clock);
    let points = curves.iter().flat_map(|curve| &curve.points);
    let most = points.map(|point| point.1).fold(0.0, f64::max);
    Lines {
        title: format!("{} over the length", if unit == "GB/s" { unit } else { "Bytes a cycle" }),
        subtitle: "aligned, in the cache; more is better; dashed: loading the bytes; grey: all \
                   other peers"
            .into(),
        x: Axis::of_bytes([8, 64, 256, 1024, 4096, 16384, 65536]),
        y: Axis::from_zero(unit, most),
        curves,
    }
}

/// A curve for each subject over the aligned sizes, the most important last.
fn curves(results: &Results, value: impl Fn(f64, f64) -> f64) -> Vec<Curve> {
    let works: Vec<&WorkResult> = results
        .of_group(Group::Size)
        .filter(|work| work.label.offset == 0 && work.label.longest <= LONGEST)
        .collect();
    let leaders = results.leaders(works.iter().copied());
    let curve = |name: &str, tone: Tone| {
        let subject = results.subject(name);
        let points = works.iter().filter_map(|work| {
            let is_right = subject?.is_correct(work.label.group, work.label.longest);
            let time = work.time(name).filter(|_| is_right)?;
            Some((work.label.bytes, value(work.label.bytes, time.min)))
        });
        Curve { name: name.to_owned(), tone, points: points.collect() }
    };
    let is_named = |name: &str| leaders.iter().take(NAMED).any(|leader| *leader == name);
    let peers = results.subjects.iter().filter(|subject| subject.role == Role::Peer);
    let others = peers.filter(|peer| !is_named(&peer.name));
    let others = others.map(|peer| curve(&peer.name, Tone::Other));
    let named = leaders.iter().take(NAMED).enumerate();
    let named = named.map(|(index, name)| curve(name, Tone::Rival(index)));
    let ours = [curve(LOAD_ONLY, Tone::Limit), curve(OURS, Tone::Own)];
    others.chain(named).chain(ours).filter(|curve| !curve.points.is_empty()).collect()
}

/// A group of bars for each mix.
fn mixes(results: &Results) -> Bars {
    let groups = results.of_group(Group::Mix).filter_map(|work| {
        let bar = |name: &str, tone, value: f64| Bar {
            name: name.to_owned(),
            tone,
            value,
            text: format!("{value:.1} ns"),
        };
        let ours = bar(OURS, Tone::Own, work.time(OURS)?.min);
        let limit = work.time(LOAD_ONLY).map(|limit| bar(LOAD_ONLY, Tone::Limit, limit.min));
        let leaders = results.leaders(std::iter::once(work));
        let peers = leaders.into_iter().filter_map(|peer| work.time(peer)).take(NAMED);
        let peers = peers.map(|peer| bar(&peer.subject, Tone::Other, peer.min));
        let name = super::times::name_of_mix(work);
        Some(Bunch { name, bars: [ours].into_iter().chain(peers).chain(limit).collect() })
    });
    Bars {
        title: "Time of a call when lengths vary".into(),
        subtitle:
            "lengths and addresses at random, so that branches are mispredicted; less is better"
                .into(),
        groups: groups.collect(),
    }
}

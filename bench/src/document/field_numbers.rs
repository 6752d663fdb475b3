//! What others published of their own, beside what inetsum does here.

use anyhow::Context;
use serde::Deserialize;

use super::Sources;
use super::markdown::{or_dash, time, wide_table};
use super::peers::OURS;
use crate::subject::Build;

/// Figures from one place.
#[derive(Debug, Deserialize)]
struct Published {
    source: String,
    unit: Unit,
    /// What each figure of a row is.
    columns: Vec<String>,
    /// Each with the name of the work that is the same here.
    figures: Vec<(String, Vec<f64>)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Unit {
    #[serde(rename = "ns")]
    Nanoseconds,
    Cycles,
    Instructions,
}

/// A table for each source.
pub(super) fn tables(sources: &Sources) -> anyhow::Result<String> {
    let published: Vec<Published> = serde_json::from_str(include_str!("../../field-numbers.json"))
        .context("field-numbers.json")?;
    let tables: Vec<String> = published.iter().map(|published| table(sources, published)).collect();
    Ok(tables.join("\n\n"))
}

fn table(sources: &Sources, published: &Published) -> String {
    let unit = match published.unit {
        Unit::Nanoseconds => "ns",
        Unit::Cycles => "cycles",
        Unit::Instructions => "instructions",
    };
    let head = ["bytes".to_owned()];
    let columns = published.columns.iter().cloned();
    let head: Vec<String> =
        head.into_iter().chain(columns).chain(["inetsum, here".to_owned()]).collect();
    let rows = published.figures.iter().map(|(work, figures)| {
        let figures = (0..published.columns.len())
            .map(|column| or_dash(figures.get(column).map(f64::to_string)));
        let ours = ours(sources, published.unit, work);
        let name = [name(work)];
        name.into_iter().chain(figures).chain([or_dash(ours)]).collect()
    });
    format!("{} ({unit}):\n\n{}", published.source, wide_table(&head, rows.collect()))
}

/// What inetsum takes for the same work.
fn ours(sources: &Sources, unit: Unit, work: &str) -> Option<String> {
    let results = &sources.results;
    let nanoseconds = || Some(results.work(work)?.time(OURS)?.min);
    match unit {
        Unit::Nanoseconds => nanoseconds().map(time),
        Unit::Cycles => Some(time(nanoseconds()? * results.machine.gigahertz?)),
        Unit::Instructions => {
            let count = sources.instructions.row(OURS, Build::Size)?.calls.get(work)?;
            Some(count.to_string())
        }
    }
}

/// `65536 at offset 1` for `size/65536+1`.
fn name(work: &str) -> String {
    let name = work.split_once('/').map_or(work, |(_, name)| name);
    match name.split_once('+') {
        Some((bytes, "0")) => bytes.to_owned(),
        Some((bytes, offset)) => format!("{bytes}, at offset {offset}"),
        None => name.to_owned(),
    }
}

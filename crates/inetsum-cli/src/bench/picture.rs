//! The picture: the speed of sums over their length.

use inetsum_chart::{Axis, Curve, Lines, Tone};

use super::{Contestant, Measurement, Row, WORKS, What};

/// A curve for each row, that of the public function above the others.
pub(super) fn chart(rows: &[Row]) -> Lines {
    let mut curves: Vec<Curve> =
        rows.iter().enumerate().map(|(index, row)| curve(index, row)).collect();
    curves.sort_by_key(|curve| curve.tone == Tone::Own);
    let points = curves.iter().flat_map(|curve| &curve.points);
    let most = points.map(|point| point.1).fold(0.0, f64::max);
    let lengths = WORKS.iter().filter(|work| work.what == What::Sum).map(|work| work.bytes);
    Lines {
        title: "Speed of inetsum and its kernels on this machine".to_owned(),
        subtitle: "sums of data in the cache; more is better".to_owned(),
        x: Axis::of_bytes(lengths),
        y: Axis::from_zero("GB/s", most),
        curves,
    }
}

fn curve(index: usize, row: &Row) -> Curve {
    let tone = match row.contestant {
        Contestant::Public => Tone::Own,
        Contestant::Kernel(_) => Tone::Rival(index.saturating_sub(1)),
    };
    let sums = row.measurements.iter().filter(|measurement| measurement.what == What::Sum);
    let point =
        |measurement: &Measurement| (measurement.bytes as f64, measurement.gigabytes_per_second);
    Curve { name: row.contestant.name().to_owned(), tone, points: sums.map(point).collect() }
}

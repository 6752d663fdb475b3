//! Curves over an axis.

use std::fmt;

use crate::svg::{Anchor, Svg};
use crate::{Axis, Tone};

const WIDTH: f64 = 960.0;
const HEIGHT: f64 = 574.0;
/// The plot itself.
const LEFT: f64 = 62.0;
const RIGHT: f64 = 760.0;
const TOP: f64 = 100.0;
const BOTTOM: f64 = 520.0;
/// The least distance between two names.
const LINE_HEIGHT: f64 = 17.0;

/// A chart of curves, each named where it ends.
#[derive(Clone, Debug)]
pub struct Lines {
    /// The heading.
    pub title: String,
    /// A line below it.
    pub subtitle: String,
    /// From left to right.
    pub x: Axis,
    /// From the bottom to the top.
    pub y: Axis,
    /// The curves, the most important last: it lies above the others.
    pub curves: Vec<Curve>,
}

/// A curve.
#[derive(Clone, Debug)]
pub struct Curve {
    /// What it shows.
    pub name: String,
    /// How it looks.
    pub tone: Tone,
    /// Its points, from left to right.
    pub points: Vec<(f64, f64)>,
}

/// The name of a curve and where it belongs.
struct Name<'a> {
    curve: &'a Curve,
    /// The end of the curve.
    end: (f64, f64),
    /// The height at which the name stands.
    y: f64,
}

impl fmt::Display for Lines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let points = || self.curves.iter().flat_map(|curve| &curve.points);
        let x = self.x.layout(points().map(|point| point.0), LEFT, RIGHT);
        let y = self.y.layout(points().map(|point| point.1), BOTTOM, TOP);
        let mut svg = Svg::new(WIDTH, HEIGHT, &self.title, &self.subtitle);
        self.draw_grid(&mut svg, &x, &y);
        for curve in &self.curves {
            let points = curve.points.iter().map(|point| (x(point.0), y(point.1)));
            svg.curve(points, curve.tone.class());
        }
        let named = self.curves.iter().filter(|curve| curve.tone != Tone::Other);
        let names = named.filter_map(|curve| {
            let last = curve.points.last()?;
            let end = (x(last.0), y(last.1));
            Some(Name { curve, end, y: end.1 })
        });
        for name in apart(names.collect()) {
            draw_name(&mut svg, &name);
        }
        write!(f, "{svg}")
    }
}

impl Lines {
    fn draw_grid(&self, svg: &mut Svg, x: impl Fn(f64) -> f64, y: impl Fn(f64) -> f64) {
        for (value, text) in self.x.ticks() {
            let x = x(*value);
            svg.line((x, TOP), (x, BOTTOM), "grid");
            svg.text(x, BOTTOM + 19.0, Anchor::Middle, "", text);
        }
        for (value, text) in self.y.ticks() {
            let y = y(*value);
            svg.line((LEFT, y), (RIGHT, y), "grid");
            svg.text(LEFT - 8.0, y + 4.5, Anchor::End, "", text);
        }
        svg.text(f64::midpoint(LEFT, RIGHT), BOTTOM + 40.0, Anchor::Middle, "", self.x.label());
        svg.text(24.0, TOP - 16.0, Anchor::Start, "", self.y.label());
    }
}

/// Moves names that would overlap, and keeps all of them beside the plot.
fn apart(mut names: Vec<Name<'_>>) -> Vec<Name<'_>> {
    names.sort_by(|a, b| a.y.total_cmp(&b.y));
    let mut above = TOP - LINE_HEIGHT;
    for name in &mut names {
        name.y = name.y.max(above + LINE_HEIGHT);
        above = name.y;
    }
    let mut below = BOTTOM + LINE_HEIGHT;
    for name in names.iter_mut().rev() {
        name.y = name.y.min(below - LINE_HEIGHT);
        below = name.y;
    }
    names
}

fn draw_name(svg: &mut Svg, name: &Name<'_>) {
    const GAP: f64 = 26.0;
    let class = name.curve.tone.class();
    svg.line(name.end, (RIGHT + GAP - 4.0, name.y), &format!("lead {class}"));
    let weight = if name.curve.tone == Tone::Own { "strong " } else { "" };
    let class = format!("{weight}{class}");
    svg.text(RIGHT + GAP, name.y + 4.5, Anchor::Start, &class, &name.curve.name);
}

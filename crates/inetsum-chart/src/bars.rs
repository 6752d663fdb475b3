//! Bars in groups.

use std::fmt;

use crate::Tone;
use crate::svg::{Anchor, Svg};

const WIDTH: f64 = 960.0;
/// Where bars begin and the longest one of a group ends.
const LEFT: f64 = 236.0;
const RIGHT: f64 = 870.0;
const TOP: f64 = 78.0;
/// The distance from one bar to the next.
const STEP: f64 = 21.0;
/// A heading's height, with the room above it.
const HEADING: f64 = 38.0;

/// A chart of lying bars; each group has a scale of its own.
#[derive(Clone, Debug)]
pub struct Bars {
    /// The heading.
    pub title: String,
    /// A line below it.
    pub subtitle: String,
    /// From the top to the bottom.
    pub groups: Vec<Group>,
}

/// Bars that are compared with each other.
#[derive(Clone, Debug)]
pub struct Group {
    /// What they have in common.
    pub name: String,
    /// From the top to the bottom.
    pub bars: Vec<Bar>,
}

/// A bar.
#[derive(Clone, Debug)]
pub struct Bar {
    /// What it shows.
    pub name: String,
    /// How it looks.
    pub tone: Tone,
    /// Its length.
    pub value: f64,
    /// What stands at its end.
    pub text: String,
}

impl fmt::Display for Bars {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows: usize = self.groups.iter().map(|group| group.bars.len()).sum();
        let height = TOP + HEADING * self.groups.len() as f64 + STEP * rows as f64 + 10.0;
        let mut svg = Svg::new(WIDTH, height, &self.title, &self.subtitle);
        let mut y = TOP;
        for group in &self.groups {
            y += HEADING;
            svg.text(24.0, y - 15.0, Anchor::Start, "strong", &group.name);
            let longest = group.bars.iter().map(|bar| bar.value).fold(f64::MIN_POSITIVE, f64::max);
            for bar in &group.bars {
                let length = bar.value / longest * (RIGHT - LEFT);
                let class = if bar.tone == Tone::Own { "strong own" } else { "" };
                svg.text(LEFT - 10.0, y + 4.5, Anchor::End, class, &bar.name);
                svg.bar(LEFT, y - 7.5, length, 15.0, bar.tone.class());
                svg.text(LEFT + length + 8.0, y + 4.5, Anchor::Start, class, &bar.text);
                y += STEP;
            }
        }
        write!(f, "{svg}")
    }
}

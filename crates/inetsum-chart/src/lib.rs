//! Charts of the measurements of [inetsum], as SVG: what the program and the benchmark draw.
//!
//! ```text
//! Lines, Bars → svg (text, curves, rectangles with a class) → one file that brings its own style
//! ```
//!
//! A chart is legible on a light and on a dark screen: its colours follow the reader's preference. It
//! needs no script and no font, and `Display` writes it.
//!
//! ```
//! use inetsum_chart::{Axis, Curve, Lines, Scale, Tone};
//!
//! let chart = Lines {
//!     title: "Speed".into(),
//!     subtitle: "more is better".into(),
//!     x: Axis::of_bytes([64, 1024, 65_536]),
//!     y: Axis::new("GB/s", Scale::Linear, [0.0, 50.0, 100.0]),
//!     curves: vec![Curve {
//!         name: "avx2".into(),
//!         tone: Tone::Own,
//!         points: vec![(64.0, 16.0), (1024.0, 60.0), (65_536.0, 90.0)],
//!     }],
//! };
//! assert!(chart.to_string().starts_with("<svg "));
//! ```
//!
//! [inetsum]: https://docs.rs/inetsum

#![forbid(unsafe_code)]

mod axis;
mod bars;
mod lines;
mod svg;

pub use axis::{Axis, Scale};
pub use bars::{Bar, Bars, Group};
pub use lines::{Curve, Lines};

/// What a curve or a bar stands for: its colour, its weight, and whether it is named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// What the chart is about.
    Own,
    /// Something to compare with, from 0; after the sixth the colours begin again.
    Rival(usize),
    /// One of the rest: grey, and a curve of it has no name.
    Other,
    /// What can't be passed: dashed.
    Limit,
}

impl Tone {
    /// Its class in the style sheet.
    fn class(self) -> &'static str {
        const RIVALS: [&str; 6] = ["r0", "r1", "r2", "r3", "r4", "r5"];
        match self {
            Tone::Own => "own",
            Tone::Rival(index) => RIVALS[index % RIVALS.len()],
            Tone::Other => "other",
            Tone::Limit => "limit",
        }
    }
}

//! The elements of a picture, and the style sheet that goes with it.

use std::fmt::{self, Write};

/// Colours of their own for each preference; what has no place in a class is in neither.
const STYLE: &str = "\
text{font:13px system-ui,sans-serif;fill:#3d444d}\
text.title{font-size:17px;font-weight:600;fill:#1f2328}\
text.strong{font-weight:600}\
path,line{fill:none;stroke-width:1.8;stroke-linejoin:round}\
path.own{stroke-width:3.2}\
path.other{stroke-width:1}\
path.limit{stroke-dasharray:6 4}\
rect.back{fill:#fff}rect.limit{stroke-width:1.4;stroke-dasharray:6 4}line.grid{stroke:#e4e8ec;stroke-width:1}line.lead{stroke-width:1}";

/// Class, colour on a light and on a dark screen.
const COLOURS: [(&str, &str, &str); 9] = [
    ("own", "#0b62d6", "#58a6ff"),
    ("r0", "#c4570a", "#f0883e"),
    ("r1", "#1f7a38", "#56d364"),
    ("r2", "#8038c8", "#bc8cff"),
    ("r3", "#0a7580", "#39c5cf"),
    ("r4", "#bf2a4a", "#ff7b95"),
    ("r5", "#80630a", "#d9b43a"),
    ("other", "#c3c9d0", "#474e57"),
    ("limit", "#1f2328", "#e6edf3"),
];

const DARK: &str = "\
text{fill:#b4bcc6}text.title{fill:#e6edf3}\
rect.back{fill:#0d1117}line.grid{stroke:#242a32}";

/// Where a text stands from its point.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

/// A picture being drawn.
#[derive(Debug)]
pub(crate) struct Svg {
    width: f64,
    height: f64,
    title: String,
    body: String,
}

impl Svg {
    /// An empty picture with a heading of two lines.
    pub(crate) fn new(width: f64, height: f64, title: &str, subtitle: &str) -> Svg {
        let mut svg = Svg { width, height, title: title.to_owned(), body: String::new() };
        svg.text(24.0, 32.0, Anchor::Start, "title", title);
        svg.text(24.0, 53.0, Anchor::Start, "", subtitle);
        svg
    }

    pub(crate) fn text(&mut self, x: f64, y: f64, anchor: Anchor, class: &str, text: &str) {
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let text = escaped(text);
        self.add(format_args!(
            r#"<text x="{x:.1}" y="{y:.1}" text-anchor="{anchor}" class="{class}">{text}</text>"#
        ));
    }

    pub(crate) fn line(&mut self, from: (f64, f64), to: (f64, f64), class: &str) {
        let ((x1, y1), (x2, y2)) = (from, to);
        self.add(format_args!(
            r#"<line x1="{x1:.1}" y1="{y1:.1}" x2="{x2:.1}" y2="{y2:.1}" class="{class}"/>"#
        ));
    }

    pub(crate) fn curve(&mut self, points: impl Iterator<Item = (f64, f64)>, class: &str) {
        let mut path = String::new();
        for (x, y) in points {
            let command = if path.is_empty() { 'M' } else { 'L' };
            // Writing to a string can't fail.
            let _ = write!(path, "{command}{x:.1} {y:.1}");
        }
        self.add(format_args!(r#"<path d="{path}" class="{class}"/>"#));
    }

    pub(crate) fn bar(&mut self, x: f64, y: f64, width: f64, height: f64, class: &str) {
        self.add(format_args!(
            r#"<rect x="{x:.1}" y="{y:.1}" width="{width:.1}" height="{height:.1}" rx="2" class="{class}"/>"#
        ));
    }

    fn add(&mut self, element: fmt::Arguments<'_>) {
        // Writing to a string can't fail.
        let _ = writeln!(self.body, "{element}");
    }
}

impl fmt::Display for Svg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Svg { width, height, title, body } = self;
        writeln!(
            f,
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img">"#
        )?;
        writeln!(f, "<title>{}</title>", escaped(title))?;
        write!(f, "<style>{STYLE}")?;
        COLOURS.iter().try_for_each(|(class, light, _)| colour(f, class, light))?;
        write!(f, "@media(prefers-color-scheme:dark){{{DARK}")?;
        COLOURS.iter().try_for_each(|(class, _, dark)| colour(f, class, dark))?;
        writeln!(f, "}}</style>")?;
        writeln!(f, r#"<rect class="back" width="{width}" height="{height}" rx="6"/>"#)?;
        writeln!(f, "{body}</svg>")
    }
}

/// The rules that give a class its colour: a text or a bar is filled, a curve drawn.
fn colour(f: &mut fmt::Formatter<'_>, class: &str, colour: &str) -> fmt::Result {
    write!(f, "path.{class},line.{class}{{stroke:{colour}}}")?;
    let outline = if class == "limit" { "none;stroke:" } else { "" };
    write!(f, "rect.{class}{{fill:{outline}{colour}}}")?;
    // Grey names would be hard to read.
    if class == "other" { Ok(()) } else { write!(f, "text.{class}{{fill:{colour}}}") }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

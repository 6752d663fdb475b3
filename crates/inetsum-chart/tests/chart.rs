//! What a reader of a picture relies on: where points lie, which names are there, and the colours.

use inetsum_chart::{Axis, Bar, Bars, Curve, Group, Lines, Scale, Tone};

fn curve(name: &str, tone: Tone, points: &[(f64, f64)]) -> Curve {
    Curve { name: name.into(), tone, points: points.to_vec() }
}

fn lines(curves: Vec<Curve>) -> String {
    let (x, y) = (Axis::of_bytes([1, 1024]), Axis::new("GB/s", Scale::Linear, [0.0, 10.0]));
    Lines { title: "T".into(), subtitle: "S".into(), x, y, curves }.to_string()
}

/// The coordinates of all points of the only curve with this class.
fn points(svg: &str, class: &str) -> Vec<(f64, f64)> {
    let end = format!(r#"" class="{class}"/>"#);
    let line = svg.lines().find(|line| line.starts_with("<path") && line.ends_with(&end)).unwrap();
    let path = line.strip_prefix(r#"<path d="M"#).unwrap().strip_suffix(&end).unwrap();
    path.split('L')
        .map(|point| {
            let (x, y) = point.split_once(' ').unwrap();
            (x.parse().unwrap(), y.parse().unwrap())
        })
        .collect()
}

/// The height of each name, from the top down.
fn heights(svg: &str, names: &[&str]) -> Vec<f64> {
    let height = |name: &&str| {
        let line = svg.lines().find(|line| line.contains(&format!(">{name}</text>"))).unwrap();
        line.split(r#"y=""#).nth(1).unwrap().split('"').next().unwrap().parse().unwrap()
    };
    let mut heights: Vec<f64> = names.iter().map(height).collect();
    heights.sort_by(f64::total_cmp);
    heights
}

#[test]
fn equal_ratios_are_equally_far_apart() {
    let svg = lines(vec![curve("a", Tone::Own, &[(1.0, 0.0), (32.0, 5.0), (1024.0, 10.0)])]);
    let points = points(&svg, "own");
    let [first, middle, last] = points[..] else { panic!("{points:?}") };
    assert!((middle.0 - f64::midpoint(first.0, last.0)).abs() < 0.2);
    assert!((middle.1 - f64::midpoint(first.1, last.1)).abs() < 0.2);
    assert!(last.0 > first.0 && last.1 < first.1, "more is to the right and above");
}

#[test]
fn an_axis_reaches_as_far_as_its_points() {
    let near = lines(vec![curve("a", Tone::Own, &[(1.0, 5.0)])]);
    let far =
        lines(vec![curve("a", Tone::Own, &[(1.0, 5.0)]), curve("b", Tone::Limit, &[(1.0, 20.0)])]);
    assert!(points(&far, "own")[0].1 > points(&near, "own")[0].1);
}

#[test]
fn names_of_curves_that_end_together_stand_apart() {
    let names = ["a", "b", "c", "d"];
    for height in [0.0, 5.0, 10.0] {
        let together =
            names.map(|name| curve(name, Tone::Rival(0), &[(1.0, 1.0), (1024.0, height)]));
        let heights = heights(&lines(together.to_vec()), &names);
        assert!(heights.windows(2).all(|pair| pair[1] - pair[0] > 13.0), "{heights:?}");
    }
}

#[test]
fn the_rest_is_grey_and_has_no_name() {
    let svg = lines(vec![curve("nobody", Tone::Other, &[(1.0, 1.0), (1024.0, 2.0)])]);
    assert_eq!(points(&svg, "other").len(), 2);
    assert!(!svg.contains("nobody"));
}

#[test]
fn bars_are_as_long_as_their_values() {
    let bar = |name: &str, tone, value| Bar { name: name.into(), tone, value, text: "1 ns".into() };
    let bars = vec![bar("a", Tone::Own, 1.0), bar("b", Tone::Other, 4.0)];
    let groups = vec![Group { name: "G".into(), bars }];
    let svg = Bars { title: "T".into(), subtitle: "S".into(), groups }.to_string();
    let width = |class: &str| -> f64 {
        let end = format!(r#"class="{class}"/>"#);
        let line = svg.lines().find(|line| line.starts_with("<rect x") && line.ends_with(&end));
        line.unwrap()
            .split(r#"width=""#)
            .nth(1)
            .unwrap()
            .split('"')
            .next()
            .unwrap()
            .parse()
            .unwrap()
    };
    assert!((width("other") / width("own") - 4.0).abs() < 0.01);
}

#[test]
fn a_picture_has_colours_for_both_preferences_and_escapes_its_text() {
    let svg = lines(vec![curve("a < b & c", Tone::Own, &[(1.0, 1.0)])]);
    assert!(svg.contains("@media(prefers-color-scheme:dark)"));
    assert!(svg.contains(">a &lt; b &amp; c</text>"));
}

#[test]
fn lengths_and_times_are_written_for_people() {
    let (x, y) =
        (Axis::of_bytes([576, 1024, 65_536, 8 << 20]), Axis::of_nanoseconds([1.0, 1e3, 1e5, 1e6]));
    let svg = Lines { title: String::new(), subtitle: String::new(), x, y, curves: vec![] };
    let svg = svg.to_string();
    for text in ["576", "1 Ki", "64 Ki", "8 Mi", "1 ns", "1 µs", "100 µs", "1 ms"] {
        assert!(svg.contains(&format!(">{text}</text>")), "{text}");
    }
}

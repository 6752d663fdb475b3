//! Tables and numbers in Markdown.

/// A table: the first column is text, the others are numbers.
pub(super) fn table<const N: usize>(head: [&str; N], rows: Vec<[String; N]>) -> String {
    let head: Vec<String> = head.into_iter().map(str::to_owned).collect();
    wide_table(&head, rows.into_iter().map(Vec::from).collect())
}

/// The same with as many columns as there are.
pub(super) fn wide_table(head: &[String], rows: Vec<Vec<String>>) -> String {
    let rule = format!("|---|{}", "--:|".repeat(head.len().saturating_sub(1)));
    let lines = rows.into_iter().map(|row| line(&row));
    let lines: Vec<String> = [line(head), rule].into_iter().chain(lines).collect();
    lines.join("\n")
}

fn line(cells: &[String]) -> String {
    format!("| {} |", cells.join(" | "))
}

/// A time with three digits that matter, or all before the point.
pub(super) fn time(nanoseconds: f64) -> String {
    match nanoseconds {
        ..10.0 => format!("{nanoseconds:.2}"),
        ..100.0 => format!("{nanoseconds:.1}"),
        _ => format!("{nanoseconds:.0}"),
    }
}

/// A ratio with two digits after the point.
pub(super) fn ratio(value: f64) -> String {
    format!("{value:.2}")
}

/// What is not there.
pub(super) fn or_dash(text: Option<String>) -> String {
    text.unwrap_or_else(|| "–".to_owned())
}

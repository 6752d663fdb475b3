//! Where a value lies on an axis.

/// An axis: what it shows, and where its lines are.
#[derive(Clone, Debug)]
pub struct Axis {
    label: String,
    scale: Scale,
    ticks: Vec<(f64, String)>,
}

/// How values are laid out along an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Equal distances for equal differences.
    Linear,
    /// Equal distances for equal ratios; values must be above 0.
    Logarithmic,
}

impl Axis {
    /// An axis with a line and a number at each of `ticks`, in rising order. It reaches from the
    /// first to the last, and further where there are points beyond.
    #[must_use]
    pub fn new(label: &str, scale: Scale, ticks: impl IntoIterator<Item = f64>) -> Axis {
        let ticks = ticks.into_iter().map(|tick| (tick, tick.to_string())).collect();
        Axis { label: label.to_owned(), scale, ticks }
    }

    /// A linear axis from 0 to about `most`, with a line at every 1, 2 or 5 or ten times that, and so
    /// on: eight lines at most.
    #[must_use]
    pub fn from_zero(label: &str, most: f64) -> Axis {
        let power = 10_f64.powf((most / 8.0).log10().floor());
        let step = [1.0, 2.0, 5.0].into_iter().map(|digit| digit * power);
        let step = step.into_iter().find(|step| most / step <= 8.0).unwrap_or(10.0 * power);
        Axis::new(
            label,
            Scale::Linear,
            (0..=(most / step) as u32).map(|line| f64::from(line) * step),
        )
    }

    /// A logarithmic axis of lengths, written as `576`, `64 Ki` or `8 Mi`.
    #[must_use]
    pub fn of_bytes(ticks: impl IntoIterator<Item = usize>) -> Axis {
        let ticks = ticks.into_iter().map(|bytes| (bytes as f64, of_bytes(bytes))).collect();
        Axis { label: "bytes".to_owned(), scale: Scale::Logarithmic, ticks }
    }

    /// A logarithmic axis of times in nanoseconds, written as `10 ns`, `1 µs` or `100 ms`.
    #[must_use]
    pub fn of_nanoseconds(ticks: impl IntoIterator<Item = f64>) -> Axis {
        let ticks = ticks.into_iter().map(|time| (time, of_nanoseconds(time))).collect();
        Axis { label: "time".to_owned(), scale: Scale::Logarithmic, ticks }
    }

    pub(crate) fn label(&self) -> &str {
        &self.label
    }

    pub(crate) fn ticks(&self) -> &[(f64, String)] {
        &self.ticks
    }

    /// Where each value lies between `start` and `end`, once all `values` are to be seen.
    pub(crate) fn layout(
        &self,
        values: impl Iterator<Item = f64>,
        start: f64,
        end: f64,
    ) -> impl Fn(f64) -> f64 {
        let scaled = move |value: f64, scale| match scale {
            Scale::Linear => value,
            Scale::Logarithmic => value.ln(),
        };
        let all = values.chain(self.ticks.iter().map(|tick| tick.0));
        let (first, last) = all
            .fold((f64::MAX, f64::MIN), |(first, last), value| (first.min(value), last.max(value)));
        let (scale, first, last) =
            (self.scale, scaled(first, self.scale), scaled(last, self.scale));
        move |value| start + (end - start) * (scaled(value, scale) - first) / (last - first)
    }
}

/// A time in the largest unit that it reaches.
fn of_nanoseconds(time: f64) -> String {
    match time {
        ..1e3 => format!("{time} ns"),
        ..1e6 => format!("{} µs", time / 1e3),
        _ => format!("{} ms", time / 1e6),
    }
}

/// A length with the largest binary prefix that divides it.
fn of_bytes(bytes: usize) -> String {
    let (kibi, mebi) = (1 << 10, 1 << 20);
    match bytes {
        0 => "0".to_owned(),
        _ if bytes.is_multiple_of(mebi) => format!("{} Mi", bytes / mebi),
        _ if bytes.is_multiple_of(kibi) => format!("{} Ki", bytes / kibi),
        _ => bytes.to_string(),
    }
}

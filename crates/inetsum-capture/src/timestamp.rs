use std::num::NonZeroU64;
use std::time::Duration;

/// When a frame was captured, in the units of the file.
///
/// It is kept as the file has it; [`since_epoch`](Self::since_epoch) does the arithmetic.
///
/// # Examples
///
/// ```
/// # use std::time::Duration;
/// # let mut capture = Vec::new();
/// # for field in [0xa1b2c3d4, 0x0002_0004, 0, 0, 65535, 1, 1_700_000_000, 250_000, 0, 0] {
/// #     capture.extend_from_slice(&u32::to_be_bytes(field));
/// # }
/// let mut reader = inetsum_capture::Reader::new(capture.as_slice())?;
/// while let Some(block) = reader.next_block()? {
///     if let Some(timestamp) = block.frame.and_then(|frame| frame.timestamp) {
///         assert_eq!(timestamp.since_epoch(), Some(Duration::new(1_700_000_000, 250_000_000)));
///     }
/// }
/// # Ok::<(), inetsum_capture::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timestamp {
    pub(crate) ticks: u64,
    pub(crate) clock: Clock,
}

impl Timestamp {
    /// The time since the start of 1970 in UTC, cut to nanoseconds; `None` if it is before that or
    /// beyond what a [`Duration`] holds.
    #[must_use]
    pub fn since_epoch(&self) -> Option<Duration> {
        let per_second = self.clock.ticks_per_second;
        let fraction = u128::from(self.ticks % per_second).saturating_mul(1_000_000_000);
        let nanoseconds = fraction.checked_div(u128::from(per_second.get()))?;
        let seconds = (self.ticks / per_second).checked_add_signed(self.clock.offset)?;
        Some(Duration::new(seconds, u32::try_from(nanoseconds).ok()?))
    }
}

/// What the ticks of timestamps count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Clock {
    pub(crate) ticks_per_second: NonZeroU64,
    /// Seconds to be added.
    pub(crate) offset: i64,
}

impl Clock {
    pub(crate) const MICROSECONDS: Clock = Clock::of(1_000_000);
    pub(crate) const NANOSECONDS: Clock = Clock::of(1_000_000_000);

    const fn of(ticks_per_second: u64) -> Clock {
        match NonZeroU64::new(ticks_per_second) {
            Some(ticks_per_second) => Clock { ticks_per_second, offset: 0 },
            None => Clock { ticks_per_second: NonZeroU64::MIN, offset: 0 },
        }
    }

    /// With the resolution that an `if_tsresol` states: the negative exponent of a power of 10, or
    /// of 2 where the highest bit is set. `None` if a second has more ticks than 64 bits count.
    pub(crate) fn with_resolution(self, resolution: u8) -> Option<Clock> {
        let base: u64 = if resolution & 0x80 == 0 { 10 } else { 2 };
        let ticks_per_second = base.checked_pow((resolution & 0x7f).into())?;
        Some(Clock { ticks_per_second: NonZeroU64::new(ticks_per_second)?, ..self })
    }
}

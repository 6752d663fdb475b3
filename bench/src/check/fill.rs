//! What the bytes of an input are.

use std::fmt;

use crate::random::Random;

/// What the bytes of an input are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fill {
    /// 0xff throughout: every addition carries.
    Ones,
    /// 0xff with a 1 here and there: carries that run through whole words.
    OnesAndSparseOne,
    /// 0xff and 0 in turn.
    Alternating,
    /// Blocks of 16 bytes, each of 0xff, of 0, of 1 0 or of 0 1.
    Blocks(u8),
    /// Numbers of that many bytes, in either byte order, each 0 or 1 or all ones or one less: an
    /// accumulator of that width loses its second carry, if it ever does.
    Numbers(usize, u8),
    /// Random bytes.
    Random(u8),
    /// 0 throughout.
    Zeros,
}

impl Fill {
    /// Every fill, and several seeds of each random one.
    pub(super) fn all() -> impl Iterator<Item = Fill> + Clone {
        let plain = [Fill::Ones, Fill::OnesAndSparseOne, Fill::Alternating, Fill::Zeros];
        let random = (1..=2).map(Fill::Random);
        let blocks = (1..=8).map(Fill::Blocks);
        let numbers =
            [4, 8, 16, 32].into_iter().flat_map(|width| (1..=8).map(move |seed| (width, seed)));
        let numbers = numbers.map(|(width, seed)| Fill::Numbers(width, seed));
        plain.into_iter().chain(random).chain(blocks).chain(numbers)
    }

    /// Those in which no input sums to 0.
    pub(super) const NOT_ZERO: [Fill; 3] = [Fill::Ones, Fill::OnesAndSparseOne, Fill::Random(1)];

    /// Writes the bytes.
    pub(super) fn write(self, data: &mut [u8]) {
        match self {
            Fill::Ones => data.fill(0xff),
            Fill::Zeros => data.fill(0),
            Fill::OnesAndSparseOne => {
                data.fill(0xff);
                data.iter_mut().skip(3).step_by(13).for_each(|byte| *byte = 1);
            }
            Fill::Alternating => {
                data.fill(0);
                data.iter_mut().step_by(2).for_each(|byte| *byte = 0xff);
            }
            Fill::Random(seed) => Random::new(seed.into()).fill(data),
            Fill::Numbers(width, seed) => {
                let mut random = Random::new(seed.into());
                for number in data.chunks_mut(width) {
                    let [first, others] =
                        [[0, 0], [1, 0], [0xff, 0xff], [0xfe, 0xff]][random.below(4)];
                    number.fill(others);
                    let lowest = if seed % 2 == 0 { number.len() - 1 } else { 0 };
                    number[lowest] = first;
                }
            }
            Fill::Blocks(seed) => {
                let mut random = Random::new(seed.into());
                for block in data.chunks_mut(16) {
                    let pair = [[0xff, 0xff], [0, 0], [1, 0], [0, 1]][random.below(4)];
                    block
                        .iter_mut()
                        .zip(pair.into_iter().cycle())
                        .for_each(|(to, from)| *to = from);
                }
            }
        }
    }
}

/// An input: so many bytes of a fill.
#[derive(Clone, Copy, Debug)]
pub(super) struct Filled {
    /// How many.
    pub(super) len: usize,
    /// What they are.
    pub(super) fill: Fill,
}

impl fmt::Display for Filled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Filled { len, fill } = self;
        match fill {
            Fill::Ones => write!(f, "{len} bytes of 0xff"),
            Fill::Zeros => write!(f, "{len} bytes of 0"),
            Fill::OnesAndSparseOne => write!(f, "{len} bytes of 0xff with a 1 at 3, 16, 29 …"),
            Fill::Alternating => write!(f, "{len} bytes of 0xff 0x00"),
            Fill::Random(seed) => write!(f, "{len} bytes at random (seed {seed})"),
            Fill::Blocks(_) | Fill::Numbers(..) => {
                let mut data = vec![0; *len];
                fill.write(&mut data);
                write!(f, "{len} bytes:")?;
                data.chunk_by(|a, b| a == b).try_for_each(|run| match run {
                    [byte] => write!(f, " {byte:02x}"),
                    _ => write!(f, " {:02x}×{}", run[0], run.len()),
                })
            }
        }
    }
}

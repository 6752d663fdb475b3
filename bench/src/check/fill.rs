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
    /// Random bytes.
    Random(u8),
    /// 0 throughout.
    Zeros,
}

impl Fill {
    /// Every fill, and several seeds of each random one.
    pub(super) const ALL: [Fill; 14] = [
        Fill::Ones,
        Fill::OnesAndSparseOne,
        Fill::Alternating,
        Fill::Zeros,
        Fill::Random(1),
        Fill::Random(2),
        Fill::Blocks(1),
        Fill::Blocks(2),
        Fill::Blocks(3),
        Fill::Blocks(4),
        Fill::Blocks(5),
        Fill::Blocks(6),
        Fill::Blocks(7),
        Fill::Blocks(8),
    ];

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

impl fmt::Display for Fill {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fill::Ones => write!(f, "of 0xff"),
            Fill::OnesAndSparseOne => write!(f, "of 0xff with a 1 at 3, 16, 29 …"),
            Fill::Alternating => write!(f, "of 0xff 0x00"),
            Fill::Blocks(seed) => write!(f, "in blocks of 16 × 0xff, 0, 1 0 or 0 1 (seed {seed})"),
            Fill::Random(seed) => write!(f, "at random (seed {seed})"),
            Fill::Zeros => write!(f, "of 0"),
        }
    }
}

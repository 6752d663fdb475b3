//! Bytes of the fuzzer's choice at a place of its choice, and what they sum to by definition.

use arbitrary::{Result, Unstructured};
use inetsum::Sum;

use crate::{expected, naive};

/// Distances from the start of an allocation.
const OFFSETS: usize = 64;
/// More than the parts that long inputs are cut into.
const LONGEST: usize = (1 << 17) + 2000;
const CANARY: u8 = 0xa5;

/// Bytes that end where an allocation does: AddressSanitizer sees what is read or written behind
/// them, and before them at a distance of 0 from its start.
pub(crate) struct Placed {
    memory: Box<[u8]>,
    offset: usize,
}

impl Placed {
    pub(crate) fn new(offset: usize, data: &[u8]) -> Placed {
        let memory = [&vec![CANARY; offset], data].concat().into_boxed_slice();
        Placed { memory, offset }
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.memory[self.offset..]
    }

    pub(crate) fn bytes_mut(&mut self) -> &mut [u8] {
        &mut self.memory[self.offset..]
    }

    /// Asserts that nothing was written before the bytes.
    pub(crate) fn assert_alone(&self) {
        let is_canary = |byte: &u8| *byte == CANARY;
        assert!(self.memory[..self.offset].iter().all(is_canary), "written before the slice");
    }
}

pub(crate) fn offset(from: &mut Unstructured<'_>) -> Result<usize> {
    from.int_in_range(0..=OFFSETS - 1)
}

/// All bytes that are left, seldom again and again up to a great length.
pub(crate) fn data(mut from: Unstructured<'_>) -> Result<Vec<u8>> {
    let is_long = from.arbitrary::<u16>()? == 0xffff;
    let len = if is_long { from.int_in_range(0..=LONGEST)? } else { from.len() };
    Ok(from.take_rest().iter().copied().cycle().take(len).collect())
}

/// The sum of `data`, word by word.
pub(crate) fn definition(data: &[u8]) -> Sum {
    expected::sum(naive::sum(data), data.len())
}

use std::ops::Range;

use proptest::collection;
use proptest::prelude::*;

/// Messages rich in the bytes that make carries and zeros, some of them nothing but zeros
/// or ones.
pub(crate) fn message(len: Range<usize>) -> impl Strategy<Value = Vec<u8>> {
    let byte = prop_oneof![2 => any::<u8>(), 1 => Just(0), 2 => Just(0xff)];
    prop_oneof![
        6 => collection::vec(byte, len.clone()),
        1 => collection::vec(Just(0), len.clone()),
        1 => collection::vec(Just(0xff), len),
    ]
}

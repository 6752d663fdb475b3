//! Copying and summing in one pass: the copy, the sum and nothing beside them.

use arbitrary::{Result, Unstructured};
use inetsum::{Kernel, Sum};

use crate::memory::{self, Placed, definition};
use crate::ways::Way;

/// Copies from one place of the input's choice to another, by every kernel and through the front
/// door with every kernel behind it.
pub fn run(input: &[u8]) {
    let Ok((source, offset)) = source_and_offset(input) else { return };
    let expected = definition(source.bytes());
    let check = |way| {
        assert_copied(way, &source, offset, expected);
        assert_copied_to_uninit(way, &source, expected);
    };
    Way::all().for_each(check);
    for kernel in Kernel::available() {
        kernel.force();
        check(Way::FrontDoor);
    }
}

/// The bytes, and where in its allocation their copy is to start.
fn source_and_offset(input: &[u8]) -> Result<(Placed, usize)> {
    let mut source = Unstructured::new(input);
    let (from, to) = (memory::offset(&mut source)?, memory::offset(&mut source)?);
    Ok((Placed::new(from, &memory::data(source)?), to))
}

fn assert_copied(way: Way, source: &Placed, offset: usize, expected: Sum) {
    // None of its bytes is right before.
    let others: Vec<_> = source.bytes().iter().map(|byte| !byte).collect();
    let mut destination = Placed::new(offset, &others);
    assert_eq!(way.copy_and_sum(destination.bytes_mut(), source.bytes()), expected, "{way:?}");
    assert_eq!(destination.bytes(), source.bytes(), "{way:?}");
    destination.assert_alone();
    source.assert_alone();
}

fn assert_copied_to_uninit(way: Way, source: &Placed, expected: Sum) {
    let source = source.bytes();
    let mut destination = Vec::with_capacity(source.len());
    let room = &mut destination.spare_capacity_mut()[..source.len()];
    let (copied, sum) = match way {
        Way::FrontDoor => inetsum::copy_and_sum_uninit(room, source),
        Way::By(kernel) => kernel.copy_and_sum_uninit(room, source),
    };
    assert_eq!(sum, expected, "{way:?}");
    assert_eq!(copied, source, "{way:?}");
}

//! The sum of any bytes by every kernel and through every front door, against the definition.

use arbitrary::{Result, Unstructured};
use inetsum::Kernel;

use crate::memory::{self, Placed, definition};
use crate::ways::Way;

/// Places the input somewhere in memory and sums it by all means.
pub fn run(input: &[u8]) {
    let Ok(placed) = placed(input) else { return };
    let data = placed.bytes();
    let expected = definition(data);
    for way in Way::all() {
        assert_eq!(way.sum(data), expected, "{way:?}");
    }
    let checksum = !expected.fold();
    for kernel in Kernel::available() {
        kernel.force();
        assert_eq!(inetsum::sum(data), expected, "{kernel:?}");
        assert_eq!(inetsum::checksum(data), checksum, "{kernel:?}");
        assert_eq!(inetsum::verify(data), checksum == 0, "{kernel:?}");
    }
    assert_eq!(inetsum::const_sum(data), expected);
    assert_array::<1>(data);
    assert_array::<8>(data);
    assert_array::<13>(data);
    assert_array::<20>(data);
    assert_array::<40>(data);
    assert_array::<63>(data);
    assert_array::<64>(data);
    assert_array::<65>(data);
}

fn placed(input: &[u8]) -> Result<Placed> {
    let mut source = Unstructured::new(input);
    let offset = memory::offset(&mut source)?;
    Ok(Placed::new(offset, &memory::data(source)?))
}

/// Sums the last `N` bytes as an array.
fn assert_array<const N: usize>(data: &[u8]) {
    if let Some(array) = data.last_chunk::<N>() {
        assert_eq!(inetsum::sum_array(array), definition(array), "{N} bytes");
    }
}

use std::fmt;
use std::mem::MaybeUninit;

use inetsum::Sum;

use crate::ways::Way;
use crate::{expected, naive, random};

/// Distances from a 64-byte boundary.
pub(crate) const OFFSETS: usize = 64;
const CANARY: u8 = 0xa5;

pub(crate) fn definition(data: &[u8]) -> Sum {
    expected::sum(naive::sum(data), data.len())
}

pub(crate) fn fills(len: usize) -> [(&'static str, Vec<u8>); 6] {
    let sparse = |most, few| {
        let pick = |random| if random < 16 { few } else { most };
        random::bytes(2, len).into_iter().map(pick).collect()
    };
    [
        ("zeros", vec![0; len]),
        ("ones", vec![0xff; len]),
        ("ones with a few 0x01", sparse(0xff, 0x01)),
        ("zeros with a few 0xff", sparse(0x00, 0xff)),
        ("0xff and 0x00 in turn", [0xff, 0].into_iter().cycle().take(len).collect()),
        ("random bytes", random::bytes(1, len)),
    ]
}

/// A buffer that holds bytes at a chosen distance from a 64-byte boundary, with as many canaries
/// before and after them as a boundary is away.
pub(crate) struct Arena(Vec<u8>);

impl Arena {
    pub(crate) fn new(longest: usize) -> Arena {
        Arena(vec![CANARY; longest + 4 * OFFSETS])
    }

    /// Fresh room for `len` bytes at that offset, in the middle of what is returned.
    fn room(&mut self, offset: usize, len: usize) -> &mut [u8] {
        let start = self.0.as_ptr().align_offset(OFFSETS) + offset;
        let room = &mut self.0[start..start + len + 2 * OFFSETS];
        room.fill(CANARY);
        room
    }

    pub(crate) fn place(&mut self, offset: usize, data: &[u8]) -> &[u8] {
        let middle = &mut self.room(offset, data.len())[OFFSETS..][..data.len()];
        middle.copy_from_slice(data);
        middle
    }
}

pub(crate) struct Input<'a> {
    pub(crate) fill: &'static str,
    pub(crate) offset: usize,
    pub(crate) data: &'a [u8],
    pub(crate) expected: Sum,
}

impl Input<'_> {
    pub(crate) fn assert_summed(&self, way: Way) {
        assert_eq!(way.sum(self.data), self.expected, "{way:?}, {self}");
    }

    pub(crate) fn assert_copied(&self, way: Way, arena: &mut Arena) {
        let (src, len) = (self.data, self.data.len());
        let room = arena.room((self.offset * 5 + len) % OFFSETS, len);
        let (before, rest) = room.split_at_mut(OFFSETS);
        let (dst, after) = rest.split_at_mut(len);
        assert_eq!(way.copy_and_sum(dst, src), self.expected, "{way:?}, {self}");
        assert!(dst == src, "{way:?}, {self}: the copy differs");
        assert!(*before == [CANARY; OFFSETS], "{way:?}, {self}: wrote before dst");
        assert!(*after == [CANARY; OFFSETS], "{way:?}, {self}: wrote behind dst");
    }

    pub(crate) fn assert_copied_to_uninit(&self, way: Way, dst: &mut [MaybeUninit<u8>]) {
        let dst = &mut dst[..self.data.len()];
        dst.fill(MaybeUninit::new(CANARY));
        let start = dst.as_ptr().cast();
        let (copy, sum) = match way {
            Way::FrontDoor => inetsum::copy_and_sum_uninit(dst, self.data),
            Way::By(kernel) => kernel.copy_and_sum_uninit(dst, self.data),
        };
        assert_eq!(sum, self.expected, "{way:?}, {self}");
        assert!(copy == self.data, "{way:?}, {self}: the copy differs");
        assert_eq!(copy.as_ptr(), start, "{way:?}, {self}: not the destination");
    }
}

impl fmt::Display for Input<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes at offset {}: {}", self.data.len(), self.offset, self.fill)
    }
}

use std::ops::Range;
use std::ptr::{NonNull, null_mut};
use std::slice;

/// Memory between two pages that nobody may touch: an access outside it kills the process.
pub(crate) struct Guarded {
    room: NonNull<u8>,
    len: usize,
    page: usize,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Side {
    Start,
    End,
}

impl Guarded {
    /// At least `len` zeroed bytes: as many whole pages as that takes.
    pub(crate) fn new(len: usize) -> Guarded {
        // SAFETY: `sysconf` takes any name and touches no memory of ours.
        let page = unsafe { libc::sysconf(libc::_SC_PAGESIZE) };
        let page = usize::try_from(page).expect("the page size is known");
        let len = len.max(1).next_multiple_of(page);
        let flags = libc::MAP_PRIVATE | libc::MAP_ANON;
        // SAFETY: a new anonymous mapping, at an address that the system chooses, replaces none.
        let map = unsafe { libc::mmap(null_mut(), len + 2 * page, libc::PROT_NONE, flags, -1, 0) };
        assert_ne!(map, libc::MAP_FAILED);
        let room = map.wrapping_byte_add(page);
        // SAFETY: these are whole pages of the mapping above, to which no reference exists yet.
        let status = unsafe { libc::mprotect(room, len, libc::PROT_READ | libc::PROT_WRITE) };
        assert_eq!(status, 0);
        Guarded { room: NonNull::new(room.cast()).expect("a mapped address"), len, page }
    }

    pub(crate) fn bytes(&mut self) -> &mut [u8] {
        // SAFETY: `room` points to `len` bytes, zeroed by the system, readable and writable until
        // `drop`; they are reached only through `self`, which the result borrows.
        unsafe { slice::from_raw_parts_mut(self.room.as_ptr(), self.len) }
    }

    /// Where in [`bytes`](Guarded::bytes) `len` of them touch the guard page on that side.
    pub(crate) fn flush(&self, side: Side, len: usize) -> Range<usize> {
        match side {
            Side::Start => 0..len,
            Side::End => self.len - len..self.len,
        }
    }
}

impl Drop for Guarded {
    fn drop(&mut self) {
        let map = self.room.as_ptr().wrapping_sub(self.page);
        // SAFETY: this is the whole mapping made in `new`, and no borrow of it outlives `self`.
        let status = unsafe { libc::munmap(map.cast(), self.len + 2 * self.page) };
        assert_eq!(status, 0);
    }
}

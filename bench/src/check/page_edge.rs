//! Slices that end where an unreadable page begins, and slices that begin where one ends.

use std::fmt;

use bench_abi::PAGE_END_IS_FIXED_UP;

use super::fill::Fill;
use super::{Case, compare, first_fault, naive};
use crate::results::{Check, Fault};
use crate::subject::Subject;

/// The longest input here.
const LONGEST: usize = 700;
/// The size of a page; a multiple of it would do, too.
const PAGE: usize = 1 << 16;

/// An input beside an unreadable page.
#[derive(Clone, Copy, Debug)]
struct AtEdge {
    len: usize,
    at_end: bool,
}

impl Case for AtEdge {
    fn len(&self) -> usize {
        self.len
    }
}

impl fmt::Display for AtEdge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let edge = if self.at_end { "end" } else { "start" };
        write!(f, "{} bytes at the {edge} of a page", self.len)
    }
}

/// Checks one input after the other.
pub(super) fn check(subject: &Subject) -> Option<Fault> {
    subject.entry.checksum?;
    if subject.entry.flags & PAGE_END_IS_FIXED_UP != 0 {
        return None;
    }
    let page = guarded_page();
    let cases = (1..=LONGEST).flat_map(|len| [true, false].map(|at_end| AtEdge { len, at_end }));
    first_fault(Check::PageEdge, cases, |AtEdge { len, at_end }| {
        let start = if at_end { PAGE - len } else { 0 };
        // SAFETY: the middle page is readable and writable, and nothing else points to it; it is
        // never unmapped.
        let page = unsafe { std::slice::from_raw_parts_mut(page, PAGE) };
        let data = &mut page[start..start + len];
        Fill::Random(1).write(data);
        compare(subject.checksum(data)?, subject.convention(naive::checksum(data)))
    })
}

/// Maps a page between two that can't be read.
fn guarded_page() -> *mut u8 {
    let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
    // SAFETY: a new mapping where there is room.
    let mapping =
        unsafe { libc::mmap(std::ptr::null_mut(), 3 * PAGE, libc::PROT_NONE, flags, -1, 0) };
    assert!(mapping != libc::MAP_FAILED, "mmap: {}", std::io::Error::last_os_error());
    let page = mapping.cast::<u8>().wrapping_add(PAGE);
    // SAFETY: the second of the three pages just mapped.
    let changed = unsafe { libc::mprotect(page.cast(), PAGE, libc::PROT_READ | libc::PROT_WRITE) };
    assert!(changed == 0, "mprotect: {}", std::io::Error::last_os_error());
    page
}

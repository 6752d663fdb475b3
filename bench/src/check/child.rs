//! Runs cases in a forked process, so that a fault there is reported and not suffered.

use std::ptr;

use super::Wrong;

/// How the first failing case ended.
#[derive(Clone, Copy, Debug)]
pub(super) enum End {
    /// With a wrong outcome.
    Wrong(Wrong),
    /// With a signal.
    Signal(i32),
}

/// The first failing case.
#[derive(Clone, Copy, Debug)]
pub(super) struct Failure<C> {
    /// The case.
    pub(super) case: C,
    /// Its end.
    pub(super) end: End,
}

/// What parent and child share: the case at hand and, once it is known to be, its wrong outcome.
type Shared<C> = (Option<C>, Option<Wrong>);

/// Runs `cases` in a child process until `outcome` gives something or the child dies.
pub(super) fn first_failure<C: Copy>(
    cases: impl Iterator<Item = C>,
    mut outcome: impl FnMut(C) -> Option<Wrong>,
) -> Option<Failure<C>> {
    let shared = share::<C>();
    // SAFETY: the child allocates and calls the subject, for which the C library is ready after a fork.
    let child = unsafe { libc::fork() };
    assert!(child >= 0, "fork: {}", std::io::Error::last_os_error());
    if child == 0 {
        silence();
        for case in cases {
            // SAFETY: `shared` points to a mapping of this size, which nobody else writes.
            unsafe { ptr::write_volatile(shared, (Some(case), None)) };
            let wrong = outcome(case);
            if wrong.is_some() {
                // SAFETY: as above.
                unsafe { ptr::write_volatile(shared, (Some(case), wrong)) };
                break;
            }
        }
        // SAFETY: no destructor of the parent's has to run in the child.
        unsafe { libc::_exit(0) };
    }
    let mut status = 0;
    // SAFETY: `status` is there to be written to.
    let waited = unsafe { libc::waitpid(child, &raw mut status, 0) };
    assert!(waited == child, "waitpid: {}", std::io::Error::last_os_error());
    // SAFETY: the child, which alone wrote it, is gone.
    let (case, wrong) = unsafe { ptr::read_volatile(shared) };
    // SAFETY: `share` has mapped it, and nothing points to it any more.
    unsafe { libc::munmap(shared.cast(), size_of::<Shared<C>>()) };
    let end = if libc::WIFSIGNALED(status) {
        End::Signal(libc::WTERMSIG(status))
    } else {
        End::Wrong(wrong?)
    };
    Some(Failure { case: case?, end })
}

/// Maps memory that a child shares with its parent.
fn share<C: Copy>() -> *mut Shared<C> {
    let (access, flags) =
        (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_SHARED | libc::MAP_ANONYMOUS);
    // SAFETY: a new mapping where there is room.
    let mapping =
        unsafe { libc::mmap(ptr::null_mut(), size_of::<Shared<C>>(), access, flags, -1, 0) };
    assert!(mapping != libc::MAP_FAILED, "mmap: {}", std::io::Error::last_os_error());
    let shared = mapping.cast::<Shared<C>>();
    // SAFETY: the mapping is writable, large enough, and aligned to a page.
    unsafe { shared.write((None, None)) };
    shared
}

/// Keeps the message of a panic that is part of the check from the terminal.
fn silence() {
    // SAFETY: the path is a C string.
    let nowhere = unsafe { libc::open(c"/dev/null".as_ptr(), libc::O_WRONLY) };
    if nowhere >= 0 {
        // SAFETY: both are open.
        unsafe { libc::dup2(nowhere, libc::STDERR_FILENO) };
    }
}

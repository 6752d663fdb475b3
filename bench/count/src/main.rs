//! Calls the functions of a shared object a fixed number of times, for callgrind to count.
//!
//! usage: bench-count OBJECT
//!
//! Everything that is to be counted happens in `counted`, which callgrind is told to watch. The
//! program prints the kernel that inetsum would choose, then a line for each time that `counted` ran:
//! entry, call, calls, separated by tabs.

use std::ffi::CStr;
use std::hint::black_box;
use std::path::Path;

use bench_abi::{Addresses, Change, Entry};

/// Lengths of single calls, in bytes.
const LENGTHS: [usize; 9] = [20, 40, 64, 85, 128, 256, 576, 1200, 1500];
/// How often a call is made, first for what surrounds it, then for itself.
const CALLS: [usize; 2] = [1, 65];

/// A call to be counted.
#[derive(Clone, Copy, Debug)]
enum Call {
    Checksum(usize),
    Copy(usize),
    Headers,
    Updates,
    Datagram(usize),
}

/// Memory at a multiple of 64.
#[repr(align(64))]
struct Aligned([u8; 2048]);

/// What calls read and write.
struct Memory {
    source: Aligned,
    destination: Aligned,
}

fn main() {
    let object = std::env::args().nth(1).expect("usage: bench-count OBJECT");
    // SAFETY: the benchmark gives an object that it has just built.
    let entries = unsafe { bench_abi::load(Path::new(&object)) }.expect("the object");
    println!("{}", inetsum::Kernel::detected().name());
    let mut memory = Memory { source: Aligned([0; 2048]), destination: Aligned([0; 2048]) };
    for (byte, value) in memory.source.0.iter_mut().zip(0_u32..) {
        *byte = ((value * 167) >> 3) as u8;
    }
    for entry in std::iter::once(&NOTHING).chain(entries) {
        // SAFETY: names are C strings that live as long as the object.
        let name = unsafe { CStr::from_ptr(entry.name) }.to_string_lossy();
        for call in calls().filter(|call| call.is_possible(entry)) {
            // What happens once only: looking for the CPU's abilities, finding a library's function.
            call.run(entry, &mut memory, 2);
            for calls in CALLS {
                counted(call, entry, &mut memory, calls);
                println!("{name}\t{}\t{calls}", call.name());
            }
        }
    }
}

/// What callgrind counts: from its start to its end.
#[unsafe(no_mangle)]
#[inline(never)]
fn counted(call: Call, entry: &Entry, memory: &mut Memory, calls: usize) {
    call.run(entry, memory, calls);
}

fn calls() -> impl Iterator<Item = Call> {
    LENGTHS.into_iter().map(Call::Checksum).chain([
        Call::Headers,
        Call::Updates,
        Call::Datagram(85),
        Call::Datagram(1200),
        Call::Copy(1500),
    ])
}

impl Call {
    fn name(self) -> String {
        match self {
            Call::Checksum(len) => format!("checksum/{len}"),
            Call::Copy(len) => format!("copy/{len}"),
            Call::Headers => "header/20".to_owned(),
            Call::Updates => "update/word".to_owned(),
            Call::Datagram(len) => format!("udp/{len}"),
        }
    }

    fn is_possible(self, entry: &Entry) -> bool {
        match self {
            Call::Checksum(_) => entry.checksum.is_some(),
            Call::Copy(_) => entry.copy.is_some(),
            Call::Headers => entry.headers.is_some(),
            Call::Updates => entry.updates.is_some(),
            Call::Datagram(_) => entry.datagram.is_some(),
        }
    }

    /// Makes the call so many times. Headers and updates come in rows, in one call of the object's.
    fn run(self, entry: &Entry, memory: &mut Memory, calls: usize) -> Option<()> {
        let source = memory.source.0.as_ptr();
        match self {
            Call::Checksum(len) => {
                let function = entry.checksum?;
                for _ in 0..calls {
                    // SAFETY: the memory is longer than any length here.
                    black_box(unsafe { function(black_box(source), len) });
                }
            }
            Call::Copy(len) => {
                let (function, destination) = (entry.copy?, memory.destination.0.as_mut_ptr());
                for _ in 0..calls {
                    // SAFETY: as above, twice; nothing else uses the destination.
                    black_box(unsafe { function(destination, black_box(source), len) });
                }
            }
            Call::Headers => {
                let function = entry.headers?;
                // SAFETY: 65 headers of 20 bytes are shorter than the memory.
                black_box(unsafe { function(source, calls, 20) });
            }
            Call::Updates => {
                let function = entry.updates?;
                let changes = [Change { old: 0x4006, new: 0x3f06 }; CALLS[1]];
                // SAFETY: there are that many changes.
                black_box(unsafe { function(black_box(0xb1e6), changes.as_ptr(), calls) });
            }
            Call::Datagram(len) => {
                let function = entry.datagram?;
                let addresses = Addresses { src: [192, 0, 2, 1], dst: [198, 51, 100, 2] };
                for _ in 0..calls {
                    // SAFETY: the addresses are there, and the memory is longer than any length.
                    black_box(unsafe { function(&addresses, black_box(source), len) });
                }
            }
        }
        Some(())
    }
}

/// Functions that return 0: what the loop around a call takes, and the call itself.
const NOTHING: Entry = Entry {
    checksum: Some(no_checksum),
    copy: Some(no_copy),
    datagram: Some(no_datagram),
    ..Entry::new(c"nothing")
};

/// # Safety
///
/// None to observe.
unsafe extern "C" fn no_checksum(_: *const u8, _: usize) -> u16 {
    0
}

/// # Safety
///
/// None to observe.
unsafe extern "C" fn no_copy(_: *mut u8, _: *const u8, _: usize) -> u16 {
    0
}

/// # Safety
///
/// None to observe.
unsafe extern "C" fn no_datagram(_: *const Addresses, _: *const u8, _: usize) -> u16 {
    0
}

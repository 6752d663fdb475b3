//! Tests of the program as a whole: what goes in, what comes out, and the exit status.

mod bad_input;
mod bench;
mod captures;
mod directories;
mod explain;
mod fix;
mod fix_in_place;
mod fix_output;
mod fragments;
mod frames;
mod full_disk;
#[cfg(target_os = "linux")]
mod interruption;
mod jobs;
mod kernels;
mod live_pipe;
mod readme;
mod reassembly;
mod running;
mod schema;
mod shared_captures;
mod sum;
mod undo;
mod verify;
mod verify_table;

//! See `fuzz::targets::captures`.

#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| fuzz::targets::captures::run(input));

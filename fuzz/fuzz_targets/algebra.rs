//! See `fuzz::targets::algebra`.

#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| fuzz::targets::algebra::run(input));

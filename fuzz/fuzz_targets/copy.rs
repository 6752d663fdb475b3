//! See `fuzz::targets::copy`.

#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| fuzz::targets::copy::run(input));

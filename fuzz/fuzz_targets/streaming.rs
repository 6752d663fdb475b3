//! See `fuzz::targets::streaming`.

#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| fuzz::targets::streaming::run(input));

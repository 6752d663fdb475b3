//! See `fuzz::targets::sum_all_kernels`.

#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| fuzz::targets::sum_all_kernels::run(input));

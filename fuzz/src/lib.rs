//! What each fuzz target does with its input, on any toolchain; `fuzz_targets/` hands it to libFuzzer.
//!
//! A target asserts against a definition or another's reading, never against nothing. What tests of the
//! crates use for the same purpose is used from there.

#[path = "../../crates/inetsum-packet/tests/claims/mod.rs"]
mod claims;
#[path = "../../crates/inetsum-packet/tests/frames/mod.rs"]
mod frames;
pub mod targets;

//! What each fuzz target does with its input, on any toolchain; `fuzz_targets/` hands it to libFuzzer.
//!
//! A target asserts against a definition or another's reading, never against nothing. What tests of the
//! crates use for the same purpose is used from there.

#[path = "../../crates/inetsum-capture/tests/capture/builder.rs"]
mod builder;
mod capture_input;
#[path = "../../crates/inetsum-packet/tests/claims/mod.rs"]
mod claims;
#[path = "../../crates/inetsum/tests/expected/mod.rs"]
mod expected;
#[path = "../../crates/inetsum-packet/tests/frames/mod.rs"]
mod frames;
mod memory;
#[path = "../../crates/inetsum/tests/naive/mod.rs"]
mod naive;
#[path = "../../crates/inetsum-capture/tests/capture/oracle.rs"]
mod pcap_oracle;
#[path = "../../crates/inetsum-capture/tests/capture/reading.rs"]
mod reading;
pub mod targets;
#[path = "../../crates/inetsum/tests/ways/mod.rs"]
mod ways;

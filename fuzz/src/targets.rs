//! The targets.

pub mod frames;

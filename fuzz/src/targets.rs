//! The targets.

pub mod algebra;
pub mod captures;
pub mod copy;
pub mod frames;
pub mod streaming;
pub mod sum_all_kernels;

//! Builds frames that are right in every checksum, from the inside out:
//! `ethernet(v4(udp(b"hello")))`; what a test is about is set by name on the way.

// Each test program uses a part.
#![allow(dead_code)]

pub(crate) mod captured;
pub(crate) mod ip;
pub(crate) mod link;
pub(crate) mod look;
pub(crate) mod message;
pub(crate) mod nested;
pub(crate) mod oracle;
pub(crate) mod tunnel;

//! The peers from crates.io as a shared object, so that one process can load it built in two ways.
//!
//! An adapter calls its peer the way the peer's documentation does and turns the answer into the
//! number that stands in the packet.

mod etherparse;
mod fastcsum;
mod internet_checksum;
mod ip4sum;
mod nex_packet;
mod pnet_packet;
mod s2n_quic_core;
mod smoltcp;
mod tun_rs;
mod xdp;

use bench_abi::{Entry, Table};

static ENTRIES: [Entry; 10] = [
    xdp::ENTRY,
    ip4sum::ENTRY,
    smoltcp::ENTRY,
    etherparse::ENTRY,
    s2n_quic_core::ENTRY,
    tun_rs::ENTRY,
    internet_checksum::ENTRY,
    pnet_packet::ENTRY,
    nex_packet::ENTRY,
    fastcsum::ENTRY,
];

/// The table that the benchmark asks for.
// SAFETY: no other function in the process's objects has to answer to this name: each object is
// searched for its own.
#[unsafe(no_mangle)]
pub extern "C" fn bench_table() -> Table {
    Table { entries: ENTRIES.as_ptr(), len: ENTRIES.len() }
}

/// The number to send for a UDP checksum: 0 would mean that there is none (RFC 768).
#[inline]
fn udp(checksum: u16) -> u16 {
    if checksum == 0 { 0xffff } else { checksum }
}

/// The checksum of data that is not all zero, from one in which its length was summed as well.
fn without_length(checksum: u16, len: usize) -> u16 {
    let sum = (u32::from(!checksum) + 0xffff - len as u32) % 0xffff;
    if sum == 0 { 0 } else { !(sum as u16) }
}

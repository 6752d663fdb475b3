//! [`s2n_quic_core`]: chosen by CPU detection, AVX or SSE 4.1, else 4 bytes at a time.

use std::hash::Hasher;

use bench_abi::{Addresses, Datagram, Entry, Pieces, SENDS_ZERO_AS_ONES};
use s2n_quic_core::inet::checksum::Checksum;

struct S2n;

pub(crate) const ENTRY: Entry = Entry::new(c"s2n-quic-core")
    .flags(SENDS_ZERO_AS_ONES)
    .checksum::<S2n>()
    .pieces::<S2n>()
    .datagram::<S2n>();

impl bench_abi::Checksum for S2n {
    #[inline]
    fn checksum(data: &[u8]) -> u16 {
        s2n_quic_core::inet::checksum::checksum(data)
    }
}

impl Pieces for S2n {
    fn checksum_of<'a>(pieces: impl Iterator<Item = &'a [u8]>) -> u16 {
        let mut checksum = Checksum::default();
        pieces.for_each(|piece| checksum.write(piece));
        checksum.finish()
    }
}

impl Datagram for S2n {
    #[inline]
    fn udp_checksum(addresses: &Addresses, datagram: &[u8]) -> u16 {
        let mut checksum = Checksum::default();
        checksum.write(&addresses.pseudo_header(datagram.len()));
        checksum.write(datagram);
        checksum.finish()
    }
}

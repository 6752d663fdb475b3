//! [`etherparse`]: 8 bytes at a time into one 64-bit accumulator.

use bench_abi::{Addresses, Checksum, Datagram, Entry, Pieces};
use etherparse::checksum::Sum16BitWords;

struct Etherparse;

pub(crate) const ENTRY: Entry = Entry::new(c"etherparse")
    .checksum::<Etherparse>()
    .pieces::<Etherparse>()
    .datagram::<Etherparse>();

impl Checksum for Etherparse {
    #[inline]
    fn checksum(data: &[u8]) -> u16 {
        Sum16BitWords::new().add_slice(data).ones_complement().to_be()
    }
}

impl Pieces for Etherparse {
    fn checksum_of<'a>(pieces: impl Iterator<Item = &'a [u8]>) -> u16 {
        pieces.fold(Sum16BitWords::new(), Sum16BitWords::add_slice).ones_complement().to_be()
    }
}

impl Datagram for Etherparse {
    #[inline]
    fn udp_checksum(addresses: &Addresses, datagram: &[u8]) -> u16 {
        Sum16BitWords::new()
            .add_4bytes(addresses.src)
            .add_4bytes(addresses.dst)
            .add_2bytes([0, 17])
            .add_2bytes((datagram.len() as u16).to_be_bytes())
            .add_slice(datagram)
            .to_ones_complement_with_no_zero()
            .to_be()
    }
}

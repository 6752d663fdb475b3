//! [`ip4sum`]: loops in tiers that the compiler turns into vector code.

use bench_abi::{Addresses, Checksum, Datagram, Entry, Pieces};

struct Ip4sum;

pub(crate) const ENTRY: Entry =
    Entry::new(c"ip4sum").checksum::<Ip4sum>().pieces::<Ip4sum>().datagram::<Ip4sum>();

impl Checksum for Ip4sum {
    #[inline]
    fn checksum(data: &[u8]) -> u16 {
        ip4sum::checksum(data)
    }
}

impl Pieces for Ip4sum {
    fn checksum_of<'a>(pieces: impl Iterator<Item = &'a [u8]>) -> u16 {
        let mut checksum = ip4sum::Checksum::new();
        pieces.for_each(|piece| checksum.update(piece));
        checksum.finalize()
    }
}

impl Datagram for Ip4sum {
    #[inline]
    fn udp_checksum(addresses: &Addresses, datagram: &[u8]) -> u16 {
        let mut checksum = ip4sum::Checksum::new();
        checksum.update(&addresses.pseudo_header(datagram.len()));
        checksum.update(datagram);
        crate::udp(checksum.finalize())
    }
}

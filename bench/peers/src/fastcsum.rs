//! [`fastcsum`]: add-with-carry over 128 bytes a turn.

use bench_abi::{Addresses, Checksum, Datagram, Entry, Pieces};

struct Fastcsum;

pub(crate) const ENTRY: Entry =
    Entry::new(c"fastcsum").checksum::<Fastcsum>().pieces::<Fastcsum>().datagram::<Fastcsum>();

impl Checksum for Fastcsum {
    #[inline]
    fn checksum(data: &[u8]) -> u16 {
        fastcsum::Internet::calculate(data).to_be()
    }
}

impl Pieces for Fastcsum {
    fn checksum_of<'a>(pieces: impl Iterator<Item = &'a [u8]>) -> u16 {
        let mut checksum = fastcsum::Internet::new();
        pieces.for_each(|piece| checksum.update(piece));
        checksum.finalize().to_be()
    }
}

impl Datagram for Fastcsum {
    #[inline]
    fn udp_checksum(addresses: &Addresses, datagram: &[u8]) -> u16 {
        let mut checksum = fastcsum::Internet::new();
        checksum.update(&addresses.pseudo_header(datagram.len()));
        checksum.update(datagram);
        crate::udp(checksum.finalize().to_be())
    }
}

//! [`internet_checksum`], of Fuchsia: 16 bytes at a time into one 128-bit accumulator.

use bench_abi::{Addresses, Checksum, Datagram, Entry, Pieces, UpdateWord};

struct InternetChecksum;

pub(crate) const ENTRY: Entry = Entry::new(c"internet-checksum")
    .checksum::<InternetChecksum>()
    .pieces::<InternetChecksum>()
    .updates::<InternetChecksum>()
    .datagram::<InternetChecksum>();

impl Checksum for InternetChecksum {
    #[inline]
    fn checksum(data: &[u8]) -> u16 {
        u16::from_be_bytes(internet_checksum::checksum(data))
    }
}

impl Pieces for InternetChecksum {
    fn checksum_of<'a>(pieces: impl Iterator<Item = &'a [u8]>) -> u16 {
        let mut checksum = internet_checksum::Checksum::new();
        pieces.for_each(|piece| checksum.add_bytes(piece));
        u16::from_be_bytes(checksum.checksum())
    }
}

impl UpdateWord for InternetChecksum {
    #[inline]
    fn update_word(checksum: u16, old: u16, new: u16) -> u16 {
        let (checksum, old, new) = (checksum.to_be_bytes(), old.to_be_bytes(), new.to_be_bytes());
        u16::from_be_bytes(internet_checksum::update(checksum, &old, &new))
    }
}

impl Datagram for InternetChecksum {
    #[inline]
    fn udp_checksum(addresses: &Addresses, datagram: &[u8]) -> u16 {
        let mut checksum = internet_checksum::Checksum::new();
        checksum.add_bytes(&addresses.pseudo_header(datagram.len()));
        checksum.add_bytes(datagram);
        crate::udp(u16::from_be_bytes(checksum.checksum()))
    }
}

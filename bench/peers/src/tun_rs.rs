//! [`tun_rs`]: chosen by CPU detection, AVX2 or SSE 4.1, else 4 bytes at a time.

use bench_abi::{Addresses, Checksum, Datagram, Entry, Pieces};

struct TunRs;

pub(crate) const ENTRY: Entry =
    Entry::new(c"tun-rs").checksum::<TunRs>().pieces::<TunRs>().datagram::<TunRs>();

impl Checksum for TunRs {
    #[inline]
    fn checksum(data: &[u8]) -> u16 {
        !tun_rs::checksum(data, 0)
    }
}

impl Pieces for TunRs {
    fn checksum_of<'a>(pieces: impl Iterator<Item = &'a [u8]>) -> u16 {
        let sum = pieces.fold(0, |sum, piece| tun_rs::checksum_no_fold(piece, sum));
        !tun_rs::checksum(&[], sum)
    }
}

impl Datagram for TunRs {
    #[inline]
    fn udp_checksum(addresses: &Addresses, datagram: &[u8]) -> u16 {
        let pseudo_header = tun_rs::checksum_no_fold(&addresses.pseudo_header(datagram.len()), 0);
        crate::udp(!tun_rs::checksum(datagram, pseudo_header))
    }
}

//! [`smoltcp`]: one 32-bit accumulator, left to the compiler's vectoriser.

use bench_abi::{Addresses, Checksum, Datagram, Entry, Pieces};
use smoltcp::wire::IpProtocol;
use smoltcp::wire::checksum::{combine, data as sum, pseudo_header_v4};

struct Smoltcp;

pub(crate) const ENTRY: Entry =
    Entry::new(c"smoltcp").checksum::<Smoltcp>().pieces::<Smoltcp>().datagram::<Smoltcp>();

impl Checksum for Smoltcp {
    #[inline]
    fn checksum(data: &[u8]) -> u16 {
        !sum(data)
    }
}

impl Pieces for Smoltcp {
    fn checksum_of<'a>(pieces: impl Iterator<Item = &'a [u8]>) -> u16 {
        !pieces.fold(0, |total, piece| combine(&[total, sum(piece)]))
    }
}

impl Datagram for Smoltcp {
    #[inline]
    fn udp_checksum(addresses: &Addresses, datagram: &[u8]) -> u16 {
        let (src, dst) = (addresses.src.into(), addresses.dst.into());
        let pseudo_header = pseudo_header_v4(&src, &dst, IpProtocol::Udp, datagram.len() as u32);
        crate::udp(!combine(&[pseudo_header, sum(datagram)]))
    }
}

//! [`nex_packet`]: 2 bytes at a time into one 32-bit accumulator.

use std::net::Ipv4Addr;

use bench_abi::{Addresses, Checksum, Datagram, Entry, Pieces};
use nex_packet::ip::IpNextProtocol;
use nex_packet::util;

struct Nex;

pub(crate) const ENTRY: Entry =
    Entry::new(c"nex-packet").checksum::<Nex>().pieces::<Nex>().datagram::<Nex>();

/// The place of the word to leave out, beyond any message.
const NONE: usize = usize::MAX;

impl Checksum for Nex {
    #[inline]
    fn checksum(data: &[u8]) -> u16 {
        util::checksum(data, NONE)
    }
}

/// Two pieces is what the function with a pseudo-header takes; the length that it adds is taken off
/// again (the protocol is 0).
impl Pieces for Nex {
    const MAX: usize = 2;

    fn checksum_of<'a>(mut pieces: impl Iterator<Item = &'a [u8]>) -> u16 {
        let (first, second) = (pieces.next().unwrap_or(&[]), pieces.next().unwrap_or(&[]));
        let (nowhere, protocol) = (Ipv4Addr::UNSPECIFIED, IpNextProtocol::Hopopt);
        let with_length = util::ipv4_checksum(first, NONE, second, &nowhere, &nowhere, protocol);
        crate::without_length(with_length, first.len() + second.len())
    }
}

impl Datagram for Nex {
    #[inline]
    fn udp_checksum(addresses: &Addresses, datagram: &[u8]) -> u16 {
        let (src, dst) = (addresses.src.into(), addresses.dst.into());
        crate::udp(util::ipv4_checksum(datagram, NONE, &[], &src, &dst, IpNextProtocol::Udp))
    }
}

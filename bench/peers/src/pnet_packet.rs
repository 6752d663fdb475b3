//! [`pnet_packet`]: 2 bytes at a time into one 32-bit accumulator.

use std::net::Ipv4Addr;

use bench_abi::{Addresses, Checksum, Datagram, Entry, Pieces};
use pnet_packet::ip::{IpNextHeaderProtocol, IpNextHeaderProtocols};
use pnet_packet::util;

struct Pnet;

pub(crate) const ENTRY: Entry =
    Entry::new(c"pnet_packet").checksum::<Pnet>().pieces::<Pnet>().datagram::<Pnet>();

/// The place of the word to leave out, beyond any message.
const NONE: usize = usize::MAX;

impl Checksum for Pnet {
    #[inline]
    fn checksum(data: &[u8]) -> u16 {
        util::checksum(data, NONE)
    }
}

/// Two pieces is what the function with a pseudo-header takes; the length that it adds is taken off
/// again.
impl Pieces for Pnet {
    const MAX: usize = 2;

    fn checksum_of<'a>(mut pieces: impl Iterator<Item = &'a [u8]>) -> u16 {
        let (first, second) = (pieces.next().unwrap_or(&[]), pieces.next().unwrap_or(&[]));
        let (nowhere, protocol) = (Ipv4Addr::UNSPECIFIED, IpNextHeaderProtocol(0));
        let with_length = util::ipv4_checksum(first, NONE, second, &nowhere, &nowhere, protocol);
        crate::without_length(with_length, first.len() + second.len())
    }
}

impl Datagram for Pnet {
    #[inline]
    fn udp_checksum(addresses: &Addresses, datagram: &[u8]) -> u16 {
        let (src, dst) = (addresses.src.into(), addresses.dst.into());
        crate::udp(util::ipv4_checksum(datagram, NONE, &[], &src, &dst, IpNextHeaderProtocols::Udp))
    }
}

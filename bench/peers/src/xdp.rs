//! [`xdp`]: add-with-carry in inline assembly, after Linux.

use bench_abi::{Addresses, Checksum, Datagram, Entry, Pieces, UpdateWord};
use xdp::packet::csum;

struct Xdp;

pub(crate) const ENTRY: Entry =
    Entry::new(c"xdp").checksum::<Xdp>().pieces::<Xdp>().updates::<Xdp>().datagram::<Xdp>();

/// xdp sums in the order of memory.
#[inline]
fn finish(sum: u32) -> u16 {
    csum::fold_checksum(sum).to_be()
}

impl Checksum for Xdp {
    #[inline]
    fn checksum(data: &[u8]) -> u16 {
        finish(csum::partial(data, 0))
    }
}

impl Pieces for Xdp {
    fn checksum_of<'a>(pieces: impl Iterator<Item = &'a [u8]>) -> u16 {
        finish(pieces.fold(0, |sum, piece| csum::partial(piece, sum)))
    }
}

/// By `sub` and `add`: the crate's own `diff` starts two threads for each call.
impl UpdateWord for Xdp {
    #[inline]
    fn update_word(checksum: u16, old: u16, new: u16) -> u16 {
        let sum = csum::sub(u32::from(!checksum), u32::from(old));
        csum::fold_checksum(csum::add(sum, u32::from(new)))
    }
}

impl Datagram for Xdp {
    #[inline]
    fn udp_checksum(addresses: &Addresses, datagram: &[u8]) -> u16 {
        let pseudo_header = csum::partial(&addresses.pseudo_header(datagram.len()), 0);
        crate::udp(finish(csum::partial(datagram, pseudo_header)))
    }
}

//! inetsum's public functions, as any program calls them; also as a shared object, so that they can
//! be counted as built in several ways.

use bench_abi::{Addresses, Checksum, CopyAndSum, Datagram, Entry, Pieces, Table, UpdateWord};

/// `inetsum`.
pub const ENTRY: Entry = Entry::new(c"inetsum")
    .checksum::<Inetsum>()
    .pieces::<Inetsum>()
    .copy::<Inetsum>()
    .updates::<Inetsum>()
    .datagram::<Inetsum>();

/// What `copy_and_sum` has to beat.
pub const MEMCPY_THEN_SUM: Entry = Entry::new(c"memcpy, then inetsum").copy::<MemcpyThenSum>();

static ENTRIES: [Entry; 1] = [ENTRY];

/// The table that the benchmark asks for.
// SAFETY: no other function in the process's objects has to answer to this name: each object is
// searched for its own.
#[unsafe(no_mangle)]
pub extern "C" fn bench_table() -> Table {
    Table { entries: ENTRIES.as_ptr(), len: ENTRIES.len() }
}

struct Inetsum;

impl Checksum for Inetsum {
    #[inline]
    fn checksum(data: &[u8]) -> u16 {
        inetsum::checksum(data)
    }

    #[inline]
    fn header(header: &[u8; 20]) -> u16 {
        inetsum::sum_array(header).checksum()
    }
}

impl Pieces for Inetsum {
    fn checksum_of<'a>(pieces: impl Iterator<Item = &'a [u8]>) -> u16 {
        inetsum::sum_vectored(pieces).checksum()
    }
}

impl CopyAndSum for Inetsum {
    #[inline]
    fn copy_and_sum(dst: &mut [u8], src: &[u8]) -> u16 {
        inetsum::copy_and_sum(dst, src).checksum()
    }
}

impl UpdateWord for Inetsum {
    #[inline]
    fn update_word(checksum: u16, old: u16, new: u16) -> u16 {
        inetsum::update_word(checksum, old, new)
    }
}

impl Datagram for Inetsum {
    #[inline]
    fn udp_checksum(addresses: &Addresses, datagram: &[u8]) -> u16 {
        let (src, dst) = (addresses.src.into(), addresses.dst.into());
        let mut sum = inetsum::pseudo_header_v4(src, dst, 17, datagram.len() as u16);
        sum.push(datagram).udp_checksum()
    }
}

struct MemcpyThenSum;

impl CopyAndSum for MemcpyThenSum {
    #[inline]
    fn copy_and_sum(dst: &mut [u8], src: &[u8]) -> u16 {
        dst.copy_from_slice(src);
        inetsum::checksum(dst)
    }
}

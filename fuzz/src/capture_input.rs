//! A capture from the fuzzer's bytes: as they are, or built of blocks and then damaged.

use arbitrary::{Result, Unstructured};

use crate::builder::{MICROSECONDS, MODIFIED, NANOSECONDS, Opt, Order, Pcap, Pcapng};

const MOST_BLOCKS: usize = 8;
const MOST_DAMAGES: usize = 3;
const LONGEST_FRAME: usize = 40;
const MOST_OPTIONS: usize = 3;
const LONGEST_OPTION: usize = 9;

/// Codes of options that are read, and some that are not.
const OPTIONS: [u16; 8] = [0, 1, 2, 3, 9, 13, 14, 0xffff];
/// Types of blocks that are passed over, and of some that are read.
const BLOCKS: [u32; 8] = [0, 1, 2, 4, 5, 6, 10, 0x8000_0bad];
/// Values that are special as a length, a time or a flag.
const WORDS: [u32; 8] = [0, 1, 4, 12, 0xffff, 0x10_0000, 0x7fff_ffff, u32::MAX];

pub(crate) fn capture(from: &mut Unstructured<'_>) -> Result<Vec<u8>> {
    let mut file = match from.int_in_range(0..=4u8)? {
        0 => return Ok(from.bytes(from.len())?.to_vec()),
        1 | 2 => pcap(from)?,
        _ => pcapng(from)?,
    };
    for _ in 0..from.int_in_range(0..=MOST_DAMAGES)? {
        let at = from.int_in_range(0..=file.len().saturating_sub(1))?;
        match from.int_in_range(0..=3u8)? {
            0 => file.iter_mut().skip(at).take(1).for_each(|byte| *byte ^= 0x10),
            1 => file.extend(bytes(from, LONGEST_FRAME)?),
            2 => file.truncate(at),
            _ => {
                let word = order(from)?.u32(*from.choose(&WORDS)?);
                // The fields of pcapng, and most of pcap, are aligned.
                file.iter_mut().skip(at & !3).zip(word).for_each(|(byte, new)| *byte = new);
            }
        }
    }
    Ok(file)
}

fn order(from: &mut Unstructured<'_>) -> Result<Order> {
    Ok(if from.arbitrary()? { Order::Big } else { Order::Little })
}

/// At most `most` bytes; fewer where the input ends.
fn bytes<'b>(from: &mut Unstructured<'b>, most: usize) -> Result<&'b [u8]> {
    let len = from.int_in_range(0..=most)?;
    from.bytes(len.min(from.len()))
}

fn pcap(from: &mut Unstructured<'_>) -> Result<Vec<u8>> {
    let magic = *from.choose(&[MICROSECONDS, NANOSECONDS, MODIFIED])?;
    let version = *from.choose(&[[2, 4], [2, 3], [2, 2], [1, 4]])?;
    let link_type = *from.choose(&[1, 101, 0x2400_0001, 0xf400_0071, 0x0300_0001])?;
    let mut pcap = Pcap::with_version(order(from)?, magic, version, link_type);
    for _ in 0..from.int_in_range(0..=MOST_BLOCKS)? {
        let (data, original) = (bytes(from, LONGEST_FRAME)?, from.arbitrary::<u8>()?.into());
        pcap = pcap.record(data, original);
    }
    Ok(pcap.bytes)
}

fn pcapng(from: &mut Unstructured<'_>) -> Result<Vec<u8>> {
    let mut pcapng = Pcapng::new(order(from)?).interface(1, 0, &[]);
    for _ in 0..from.int_in_range(0..=MOST_BLOCKS)? {
        pcapng = with_block(pcapng, from)?;
    }
    Ok(pcapng.bytes)
}

fn with_block(pcapng: Pcapng, from: &mut Unstructured<'_>) -> Result<Pcapng> {
    let kind = from.int_in_range(0..=8u8)?;
    let (data, options) = (bytes(from, LONGEST_FRAME)?, options(from)?);
    let (interface, original) = (from.int_in_range(0..=2u8)?, from.arbitrary::<u8>()?);
    Ok(match kind {
        0 => {
            let version = *from.choose(&[[1, 0], [1, 2], [1, 1], [2, 0]])?;
            pcapng.section_with_version(order(from)?, version, &options)
        }
        1 | 2 => {
            let snaplen = *from.choose(&[0, 5, 65535])?;
            pcapng.interface(from.arbitrary()?, snaplen, &options)
        }
        3 => pcapng.simple(data, original.into()),
        4 => pcapng.obsolete(interface.into(), data, original.into(), &options),
        5 => pcapng.block(*from.choose(&BLOCKS)?, &data[..data.len() / 4 * 4]),
        _ => pcapng.enhanced(interface.into(), data, original.into(), &options),
    })
}

fn options<'b>(from: &mut Unstructured<'b>) -> Result<Vec<Opt<'b>>> {
    let count = from.int_in_range(0..=MOST_OPTIONS)?;
    (0..count).map(|_| Ok((*from.choose(&OPTIONS)?, bytes(from, LONGEST_OPTION)?))).collect()
}

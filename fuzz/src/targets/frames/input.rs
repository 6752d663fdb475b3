//! A frame from the fuzzer's bytes: as they are, or built of packets in packets and then damaged, so
//! that the deep layers are reached.

use arbitrary::{Result, Unstructured};
use inetsum_packet::LinkType;

use crate::frames::captured::{Captured, Damage, LINKS};
use crate::frames::ip::{V4, V6};
use crate::frames::link::{ethernet, ethernet_of, ethertype};
use crate::frames::message::{Message, message, other, udp_to};
use crate::frames::nested::{self, FRAMINGS, MESSAGES, Packing, TUNNELS};
use crate::frames::tunnel::Gre;

/// Those that carry a checksum or a packet.
const PROTOCOLS: [u8; 36] = [
    0, 1, 2, 4, 6, 8, 9, 17, 33, 41, 43, 44, 46, 47, 50, 51, 54, 55, 58, 59, 60, 88, 89, 97, 103,
    112, 113, 115, 132, 134, 135, 136, 137, 139, 140, 143,
];
/// Those of tunnels.
const PORTS: [u16; 16] =
    [53, 1701, 2152, 3544, 4341, 4342, 4500, 4754, 4755, 4789, 4790, 6080, 6081, 6635, 6636, 8472];
const ETHERTYPES: [u16; 21] = [
    0x0000, 0x0020, 0x0800, 0x0806, 0x2001, 0x22eb, 0x22f3, 0x6558, 0x8100, 0x86dd, 0x880b, 0x883e,
    0x8847, 0x8848, 0x8864, 0x88a8, 0x88be, 0x88e5, 0x88e7, 0x894f, 0x9100,
];
/// In one another; with more, few inputs would be long enough.
const MOST_TUNNELS: usize = 6;
const MOST_DAMAGES: usize = 4;
const LONGEST_PAYLOAD: usize = 60;
const LONGEST_HEADER: usize = 24;

/// What the input stands for.
pub(crate) enum Input {
    Any(Captured),
    /// Right in every checksum, and how some are to be altered.
    Right {
        captured: Captured,
        which: u64,
        how: u16,
    },
}

impl Input {
    pub(crate) fn from(bytes: &[u8]) -> Result<Input> {
        let mut source = Unstructured::new(bytes);
        let from = &mut source;
        Ok(match from.int_in_range(0..=3u8)? {
            0 => {
                let link = link(from)?;
                let original_len = from.arbitrary::<u16>()?.into();
                Input::Any(Captured { link, bytes: source.take_rest().to_vec(), original_len })
            }
            1 => {
                let (which, how) = (from.arbitrary()?, from.arbitrary()?);
                Input::Right { captured: right(from)?, which, how }
            }
            2 => Input::Any(damaged(right(from)?, from)?),
            _ => Input::Any(damaged(strange(from)?, from)?),
        })
    }
}

fn link(from: &mut Unstructured<'_>) -> Result<LinkType> {
    Ok(match LINKS.get(from.int_in_range(0..=LINKS.len())?) {
        Some(link) => *link,
        None => LinkType(from.arbitrary()?),
    })
}

/// At most `most` bytes; fewer where the input ends.
fn bytes<'b>(from: &mut Unstructured<'b>, most: usize) -> Result<&'b [u8]> {
    let len = from.int_in_range(0..=most)?;
    from.bytes(len.min(from.len()))
}

/// A frame that is right in every checksum.
fn right(from: &mut Unstructured<'_>) -> Result<Captured> {
    let mut packet = packing(from)?.pack(message_of_tests(from)?);
    for _ in 0..from.int_in_range(0..=MOST_TUNNELS)? {
        packet = packing(from)?.pack(nested::tunnel(from.int_in_range(0..=TUNNELS - 1)?, packet));
    }
    Ok(nested::framed(from.int_in_range(0..=FRAMINGS - 1)?, packet))
}

fn message_of_tests(from: &mut Unstructured<'_>) -> Result<Message> {
    let (kind, coverage) = (from.int_in_range(0..=MESSAGES - 1)?, from.int_in_range(8..=60)?);
    Ok(nested::message(kind, bytes(from, LONGEST_PAYLOAD)?, coverage))
}

fn packing(from: &mut Unstructured<'_>) -> Result<Packing> {
    let has_length = from.ratio(19u8, 20u8)?;
    Ok(if from.arbitrary()? {
        Packing::V4 { options: from.int_in_range(0..=2)?, has_length }
    } else {
        let count = from.int_in_range(0..=3usize)?;
        let extensions = (0..count).map(|_| from.int_in_range(0..=3u8)).collect::<Result<_>>()?;
        Packing::V6 { extensions, has_length }
    })
}

/// A frame of layers that are there by their numbers, with any bytes for headers.
fn strange(from: &mut Unstructured<'_>) -> Result<Captured> {
    let innermost =
        if from.arbitrary()? { message_of_tests(from)? } else { strange_message(from)? };
    let mut packet = strange_packet(innermost, from)?;
    for _ in 0..from.int_in_range(0..=MOST_TUNNELS)? {
        let tunnel = if from.arbitrary()? {
            nested::tunnel(from.int_in_range(0..=TUNNELS - 1)?, packet)
        } else {
            strange_tunnel(&packet, from)?
        };
        packet = strange_packet(tunnel, from)?;
    }
    if from.arbitrary()? {
        return Ok(nested::framed(from.int_in_range(0..=FRAMINGS - 1)?, packet));
    }
    let header = bytes(from, 2 * LONGEST_HEADER)?;
    let bytes = [header, &strange_frame(packet, from)?].concat();
    Ok(Captured { link: link(from)?, original_len: bytes.len(), bytes })
}

/// A message of a protocol that has a checksum somewhere.
fn strange_message(from: &mut Unstructured<'_>) -> Result<Message> {
    let (protocol, data) = (*from.choose(&PROTOCOLS)?, bytes(from, LONGEST_PAYLOAD)?);
    Ok(match data.len() {
        4.. if from.arbitrary()? => message(protocol, 2, data),
        _ => other(protocol, data),
    })
}

fn strange_packet(message: Message, from: &mut Unstructured<'_>) -> Result<Vec<u8>> {
    Ok(match from.int_in_range(0..=3u8)? {
        0 => {
            let options = bytes(from, 40)?;
            let options = &options[..options.len() / 4 * 4];
            V4::new().options(options).fragment(from.arbitrary()?).carry(message)
        }
        1 => {
            let (number, extension) = (*from.choose(&PROTOCOLS)?, bytes(from, 40)?);
            V6::new().options(number, extension).carry(message)
        }
        _ => packing(from)?.pack(message),
    })
}

fn strange_tunnel(packet: &[u8], from: &mut Unstructured<'_>) -> Result<Message> {
    let inner = match from.int_in_range(0..=2u8)? {
        0 => packet.to_vec(),
        1 => ethernet(packet.to_vec()),
        _ => strange_frame(packet.to_vec(), from)?,
    };
    let carried = [bytes(from, LONGEST_HEADER)?, &inner].concat();
    Ok(match from.int_in_range(0..=2u8)? {
        0 => udp_to(*from.choose(&PORTS)?, &carried),
        1 => {
            let flags = from.arbitrary::<u16>()? & 0xf000;
            Gre::new(flags).carry_type(*from.choose(&ETHERTYPES)?, &carried)
        }
        _ => other(*from.choose(&PROTOCOLS)?, &carried),
    })
}

fn strange_frame(packet: Vec<u8>, from: &mut Unstructured<'_>) -> Result<Vec<u8>> {
    let carried = [bytes(from, LONGEST_HEADER)?, &packet].concat();
    Ok(match from.int_in_range(0..=2u8)? {
        0 => ethernet_of(*from.choose(&ETHERTYPES)?, &carried),
        1 => [&ethertype(&packet).to_be_bytes()[..], &carried].concat(),
        _ => carried,
    })
}

fn damaged(mut captured: Captured, from: &mut Unstructured<'_>) -> Result<Captured> {
    for _ in 0..from.int_in_range(0..=MOST_DAMAGES)? {
        let at = from.arbitrary::<u16>()?.into();
        let damage = match from.int_in_range(0..=9u8)? {
            0..=2 => Damage::Bit(at, from.arbitrary()?),
            3 | 4 => Damage::Byte(at, from.arbitrary()?),
            5 | 6 => Damage::Word(at, *from.choose(&Damage::WORDS)?),
            7 => Damage::Cut(at),
            8 => Damage::Tail(bytes(from, 40)?.to_vec()),
            _ if from.arbitrary()? => Damage::OriginalLen(from.int_in_range(0..=600)?),
            _ => Damage::Link(link(from)?),
        };
        damage.do_to(&mut captured);
    }
    Ok(captured)
}

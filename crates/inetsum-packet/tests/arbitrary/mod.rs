//! Frames for property tests: right ones of every kind, and what damage does to them.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use crate::frames::captured::{Captured, Damage, LINKS};
use crate::frames::message::Message;
use crate::frames::nested::{self, FRAMINGS, MESSAGES, Packing, TUNNELS, framed, tunnel};

/// A frame that is right in every checksum.
pub(crate) fn right() -> impl Strategy<Value = Captured> {
    (message(), packing(), vec((0..TUNNELS, packing()), 0..4), 0..FRAMINGS).prop_map(
        |(message, innermost, tunnels, framing)| {
            let innermost = innermost.pack(message);
            let packet = tunnels
                .into_iter()
                .fold(innermost, |packet, (kind, packing)| packing.pack(tunnel(kind, packet)));
            framed(framing, packet)
        },
    )
}

/// A right frame with damage of all sorts done to it.
pub(crate) fn damaged() -> impl Strategy<Value = Captured> {
    (right(), vec(damage(), 1..4)).prop_map(|(mut captured, damages)| {
        damages.into_iter().for_each(|damage| damage.do_to(&mut captured));
        captured
    })
}

/// Bytes that mean nothing, some of which look like headers at first.
pub(crate) fn garbage() -> impl Strategy<Value = Captured> {
    let starts: [&[u8]; 6] =
        [b"", b"\x45", b"\x46\0\0\x40", b"\x60\0\0\0", b"\x02\0\0\0", b"\0\0\0\x02"];
    let ethernet = [&[0; 12][..], b"\x08\0\x45\0"].concat();
    let start = select([&starts.map(<[u8]>::to_vec)[..], &[ethernet]].concat());
    (select(LINKS.to_vec()), start, vec(any::<u8>(), 0..200), 0..400usize).prop_map(
        |(link, start, rest, original_len)| Captured {
            link,
            bytes: [start, rest].concat(),
            original_len,
        },
    )
}

fn message() -> impl Strategy<Value = Message> {
    (0..MESSAGES, vec(any::<u8>(), 0..50), 8..60u16)
        .prop_map(|(kind, data, coverage)| nested::message(kind, &data, coverage))
}

fn packing() -> impl Strategy<Value = Packing> {
    // Packets that state no length are as rare as they are.
    let has_length = || prop::bool::weighted(0.95);
    prop_oneof![
        (0..3usize, has_length())
            .prop_map(|(options, has_length)| Packing::V4 { options, has_length }),
        (vec(0..4u8, 0..4), has_length())
            .prop_map(|(extensions, has_length)| Packing::V6 { extensions, has_length }),
    ]
}

fn damage() -> impl Strategy<Value = Damage> {
    let word = select(Damage::WORDS.to_vec());
    prop_oneof![
        4 => (any::<usize>(), 0..8u8).prop_map(|(at, bit)| Damage::Bit(at, bit)),
        3 => (any::<usize>(), any::<u8>()).prop_map(|(at, byte)| Damage::Byte(at, byte)),
        3 => (any::<usize>(), word).prop_map(|(at, word)| Damage::Word(at, word)),
        2 => any::<usize>().prop_map(Damage::Cut),
        1 => vec(any::<u8>(), 1..40).prop_map(Damage::Tail),
        1 => (0..600usize).prop_map(Damage::OriginalLen),
        1 => select(LINKS.to_vec()).prop_map(Damage::Link),
    ]
}

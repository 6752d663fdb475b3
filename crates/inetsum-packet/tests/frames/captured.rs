//! A frame with what a capture says of it, and the damage that may be done to it.

use inetsum_packet::LinkType;

/// Every link type that is followed.
pub(crate) const LINKS: [LinkType; 43] = [
    LinkType(0),
    LinkType(1),
    LinkType(6),
    LinkType(9),
    LinkType(10),
    LinkType(12),
    LinkType(14),
    LinkType(50),
    LinkType(51),
    LinkType(100),
    LinkType(101),
    LinkType(104),
    LinkType(105),
    LinkType(107),
    LinkType(108),
    LinkType(109),
    LinkType(113),
    LinkType(117),
    LinkType(119),
    LinkType(123),
    LinkType(127),
    LinkType(138),
    LinkType(147),
    LinkType(163),
    LinkType(166),
    LinkType(192),
    LinkType(204),
    LinkType(205),
    LinkType(206),
    LinkType(219),
    LinkType(226),
    LinkType(228),
    LinkType(229),
    LinkType(239),
    LinkType(240),
    LinkType(241),
    LinkType(242),
    LinkType(258),
    LinkType(276),
    LinkType(281),
    LinkType(282),
    LinkType(284),
    LinkType(285),
];

/// A frame as a capture holds it.
#[derive(Clone, Debug)]
pub(crate) struct Captured {
    pub(crate) link: LinkType,
    pub(crate) bytes: Vec<u8>,
    pub(crate) original_len: usize,
}

/// Something done to a captured frame; places count from its start, beginning anew at its end.
#[derive(Clone, Debug)]
pub(crate) enum Damage {
    Bit(usize, u8),
    Byte(usize, u8),
    Word(usize, u16),
    Cut(usize),
    Tail(Vec<u8>),
    OriginalLen(usize),
    Link(LinkType),
}

impl Damage {
    /// Words that make something of a length, a flag or a checksum.
    pub(crate) const WORDS: [u16; 11] = [0, 1, 7, 8, 20, 40, 60, 0x2000, 0x8000, 0xfffe, 0xffff];

    pub(crate) fn do_to(self, captured: &mut Captured) {
        let bytes = &mut captured.bytes;
        let len = bytes.len();
        match self {
            _ if bytes.is_empty() => {}
            Damage::Bit(at, bit) => bytes[at % len] ^= 1 << (bit % 8),
            Damage::Byte(at, byte) => bytes[at % len] = byte,
            Damage::Word(at, word) => {
                let place = bytes[at % len..].iter_mut();
                place.zip(word.to_be_bytes()).for_each(|(byte, new)| *byte = new);
            }
            Damage::Cut(at) => bytes.truncate(at % len),
            Damage::Tail(tail) => bytes.extend(tail),
            Damage::OriginalLen(len) => captured.original_len = len,
            Damage::Link(link) => captured.link = link,
        }
    }
}

//! Tunnels: what an IP packet carries that has a packet in it.

use super::link::ethertype;
use super::message::{Message, other, udp_to};
use super::oracle;

pub(crate) const VXLAN_PORT: u16 = 4789;
pub(crate) const GENEVE_PORT: u16 = 6081;

/// A packet as the payload of another.
pub(crate) fn ip_in_ip(packet: &[u8]) -> Message {
    other(if packet[0] >> 4 == 4 { 4 } else { 41 }, packet)
}

/// An Ethernet frame in VXLAN.
pub(crate) fn vxlan(frame: &[u8]) -> Message {
    udp_to(VXLAN_PORT, &[b"\x08\0\0\0\0\0\x07\0", frame].concat())
}

/// What this EtherType announces, in GENEVE.
pub(crate) fn geneve(ethertype: u16, options: &[u8], payload: &[u8]) -> Message {
    assert!(options.len().is_multiple_of(4));
    let [high, low] = ethertype.to_be_bytes();
    let header = [(options.len() / 4) as u8, 0, high, low, 0, 0, 7, 0];
    udp_to(GENEVE_PORT, &[&header, options, payload].concat())
}

pub(crate) fn vxlan_gpe(next_protocol: u8, payload: &[u8]) -> Message {
    udp_to(4790, &[&[0x0c, 0, 0, next_protocol, 0, 0, 7, 0], payload].concat())
}

/// A network service header with metadata of type 1.
pub(crate) fn nsh(next_protocol: u8, payload: &[u8]) -> Vec<u8> {
    [&[0x0f, 0xc6, 1, next_protocol, 0, 0, 1, 255][..], &[0xab; 16], payload].concat()
}

/// The packet of a user in GTP-U, with a sequence number and the container of a session behind it.
pub(crate) fn gtp_u(packet: &[u8]) -> Message {
    let optional = [0, 1, 0, 0x85, 1, 0, 9, 0];
    let [high, low] = u16::try_from(packet.len() + 8).unwrap().to_be_bytes();
    udp_to(2152, &[&[0x36, 255, high, low, 0, 0, 0, 7], &optional, packet].concat())
}

/// The same with the header alone.
pub(crate) fn plain_gtp_u(packet: &[u8]) -> Message {
    let [high, low] = u16::try_from(packet.len()).unwrap().to_be_bytes();
    udp_to(2152, &[&[0x30, 255, high, low, 0, 0, 0, 7], packet].concat())
}

/// PPP with this packet.
pub(crate) fn ppp(packet: &[u8]) -> Vec<u8> {
    [&[0xff, 3, 0, if packet[0] >> 4 == 4 { 0x21 } else { 0x57 }], packet].concat()
}

/// PPP in L2TP, with all optional fields.
pub(crate) fn l2tp(packet: &[u8]) -> Message {
    let frame = ppp(packet);
    let [high, low] = u16::try_from(frame.len() + 16).unwrap().to_be_bytes();
    let header = [0x4a, 0x02, high, low, 0, 7, 0, 9, 0, 1, 0, 2, 0, 2, 0, 0];
    udp_to(1701, &[&header, &frame[..]].concat())
}

/// PPP in L2TP, with no optional field.
pub(crate) fn plain_l2tp(packet: &[u8]) -> Message {
    udp_to(1701, &[&[0, 2, 0, 7, 0, 9], &ppp(packet)[..]].concat())
}

pub(crate) fn mpls_in_udp(packet: &[u8]) -> Message {
    udp_to(6635, &[&[0, 1, 0, 64, 0, 2, 1, 64], packet].concat())
}

pub(crate) fn gre_in_udp(gre: &Message) -> Message {
    udp_to(4754, &gre.bytes)
}

/// Generic UDP encapsulation of this IP protocol, with four bytes of private data.
pub(crate) fn gue(protocol: u8, payload: &[u8]) -> Message {
    udp_to(6080, &[&[0x01, protocol, 0, 0, 1, 2, 3, 4], payload].concat())
}

pub(crate) fn lisp(packet: &[u8]) -> Message {
    udp_to(4341, &[&[0xc0, 1, 2, 3, 0, 0, 0, 1], packet].concat())
}

pub(crate) fn ether_ip(frame: &[u8]) -> Message {
    other(97, &[&[0x30, 0], frame].concat())
}

/// PPP in the version of GRE that PPTP uses, with sequence and acknowledgment.
pub(crate) fn pptp(packet: &[u8]) -> Message {
    let frame = ppp(packet);
    let [high, low] = u16::try_from(frame.len()).unwrap().to_be_bytes();
    let header = [0x30, 0x81, 0x88, 0x0b, high, low, 0, 7, 0, 0, 0, 1, 0, 0, 0, 2];
    other(47, &[&header, &frame[..]].concat())
}

/// GRE in the making.
#[derive(Clone, Default)]
pub(crate) struct Gre {
    flags: u16,
    routing: Vec<u8>,
    checksum: Option<u16>,
}

impl Gre {
    pub(crate) const CHECKSUM: u16 = 0x8000;
    pub(crate) const ROUTING: u16 = 0x4000;
    pub(crate) const KEY: u16 = 0x2000;
    pub(crate) const SEQUENCE: u16 = 0x1000;

    /// With these flags and the fields that they announce.
    pub(crate) fn new(flags: u16) -> Gre {
        Gre { flags, ..Gre::default() }
    }

    /// The source route entries.
    pub(crate) fn routing(self, routing: &[u8]) -> Gre {
        Gre { routing: routing.to_vec(), ..self }
    }

    pub(crate) fn checksum(self, checksum: u16) -> Gre {
        Gre { checksum: Some(checksum), ..self }
    }

    pub(crate) fn carry(&self, packet: &[u8]) -> Message {
        self.carry_type(ethertype(packet), packet)
    }

    pub(crate) fn carry_type(&self, ethertype: u16, payload: &[u8]) -> Message {
        let mut bytes = [self.flags.to_be_bytes(), ethertype.to_be_bytes()].concat();
        for flag in [Gre::CHECKSUM | Gre::ROUTING, Gre::KEY, Gre::SEQUENCE] {
            if self.flags & flag != 0 {
                // The key is odd to see.
                let value = if flag == Gre::KEY { [0xde, 0xad, 0xbe, 0xef] } else { [0; 4] };
                bytes.extend(value);
            }
        }
        bytes.extend(&self.routing);
        bytes.extend(payload);
        if self.flags & Gre::CHECKSUM != 0 {
            let checksum = self.checksum.unwrap_or(oracle::checksum(&bytes));
            bytes[4..6].copy_from_slice(&checksum.to_be_bytes());
        }
        other(47, &bytes)
    }
}

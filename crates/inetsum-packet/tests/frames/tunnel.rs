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

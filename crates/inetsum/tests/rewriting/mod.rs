use std::ops::Range;

use inetsum::{Sum, sum, update, update_udp};

/// A packet and the checksums in it that follow its changes.
pub(crate) struct Packet {
    pub(crate) bytes: Vec<u8>,
    fields: Vec<Field>,
}

struct Field {
    at: usize,
    /// The addresses, where a pseudo-header has them.
    addresses: Option<Range<usize>>,
    message: Range<usize>,
    udp: bool,
}

impl Field {
    /// Where `at` lies in what this checksum covers, if it does and is not the checksum itself.
    fn offset_of(&self, at: usize) -> Option<usize> {
        let mut ranges = self.addresses.iter().chain([&self.message]);
        let covering = ranges.find(|range| range.contains(&at) && self.at != at);
        covering.map(|range| at - range.start)
    }
}

impl Packet {
    pub(crate) fn new(bytes: Vec<u8>) -> Packet {
        let mut packet = Packet { bytes, fields: Vec::new() };
        packet.find_fields(0);
        packet
    }

    /// The checksums of the IP packet at `ip`, then those of a packet that it quotes.
    fn find_fields(&mut self, ip: usize) {
        let (upper, protocol, addresses) = match self.bytes[ip] >> 4 {
            4 => {
                let upper = ip + usize::from(self.bytes[ip] & 0xf) * 4;
                let (at, message) = (ip + 10, ip..upper);
                self.fields.push(Field { at, addresses: None, message, udp: false });
                let later_fragment = (self.word(ip + 6) & 0x1fff) != 0;
                let protocol = if later_fragment { NONE } else { self.bytes[ip + 9] };
                (upper, protocol, ip + 12..ip + 20)
            }
            _ => (ip + 40, self.bytes[ip + 6], ip + 8..ip + 40),
        };
        let message = upper..self.bytes.len();
        let (at, addresses) = match protocol {
            ICMP => (upper + 2, None),
            TCP => (upper + 16, Some(addresses)),
            UDP => (upper + 6, Some(addresses)),
            ICMPV6 => (upper + 2, Some(addresses)),
            _ => return,
        };
        if at + 2 <= self.bytes.len() {
            self.fields.push(Field { at, addresses, message, udp: protocol == UDP });
        }
        if protocol == ICMP && matches!(self.bytes[upper], 3 | 11) {
            self.find_fields(upper + 8);
        }
    }

    /// What the innermost checksum holds.
    pub(crate) fn last_checksum(&self) -> u16 {
        self.word(self.fields.last().expect("a checksum").at)
    }

    pub(crate) fn word(&self, at: usize) -> u16 {
        u16::from_be_bytes([self.bytes[at], self.bytes[at + 1]])
    }

    /// Puts `new` at `at` and updates every checksum that covers it, which other checksums may
    /// cover in turn.
    pub(crate) fn rewrite(&mut self, at: usize, new: &[u8]) {
        let place = &mut self.bytes[at..at + new.len()];
        let (old, new_sum) = (sum(place), sum(new));
        place.copy_from_slice(new);
        self.changed(at, old, new_sum);
    }

    /// Updates every checksum that covers `at`, where what summed to `old` now sums to `new`.
    pub(crate) fn changed(&mut self, at: usize, old: Sum, new: Sum) {
        for index in 0..self.fields.len() {
            let field = &self.fields[index];
            let Some(offset) = field.offset_of(at) else { continue };
            let update = if field.udp { update_udp } else { update };
            let (field, stored) = (field.at, self.word(field.at));
            let updated = update(stored, old.at_offset(offset), new.at_offset(offset));
            if updated != stored {
                self.rewrite(field, &updated.to_be_bytes());
            }
        }
    }
}

const ICMP: u8 = 1;
const TCP: u8 = 6;
pub(crate) const UDP: u8 = 17;
const ICMPV6: u8 = 58;
const NONE: u8 = 59;

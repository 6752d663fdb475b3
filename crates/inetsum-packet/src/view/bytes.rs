//! What a checksum covers, and where in it the field is.

use inetsum::Sum;

use crate::{Addresses, PseudoHeader};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Covered<B> {
    bytes: B,
    /// How many of them the checksum covers, from the start.
    len: usize,
    /// The length that the pseudo-header has.
    packet_len: usize,
    /// Where the field starts, an even number.
    field: usize,
}

impl<B: AsRef<[u8]>> Covered<B> {
    /// `None` unless the bytes are there and the field lies in them.
    pub(super) fn new(bytes: B, len: usize, field: usize) -> Option<Covered<B>> {
        let covered = bytes.as_ref().get(..len)?;
        covered.get(field..)?.first_chunk::<2>()?;
        Some(Covered { bytes, len, packet_len: len, field })
    }

    /// The same, in a packet that not all of is covered.
    pub(super) fn of_packet(self, packet_len: usize) -> Covered<B> {
        Covered { packet_len, ..self }
    }

    pub(super) fn covered(&self) -> &[u8] {
        self.bytes.as_ref().get(..self.len).unwrap_or_default()
    }

    pub(super) fn stored(&self) -> u16 {
        let field = self.covered().get(self.field..).and_then(|tail| tail.first_chunk());
        u16::from_be_bytes(field.copied().unwrap_or_default())
    }

    pub(super) fn sum(&self) -> Sum {
        inetsum::sum(self.covered())
    }

    pub(super) fn sum_without_field(&self) -> Sum {
        let behind_field = self.field.saturating_add(2);
        let mut sum = inetsum::sum(self.covered().get(..self.field).unwrap_or_default());
        sum.push_word(0).push(self.covered().get(behind_field..).unwrap_or_default());
        sum
    }

    /// The sum of the pseudo-header for the packet, of which not all may be covered.
    pub(super) fn pseudo_header(&self, addresses: Addresses, protocol: u8) -> Sum {
        // Nothing of 4 GiB is sent.
        let length = self.packet_len as u32;
        PseudoHeader { addresses, protocol, length, note: None }.sum()
    }
}

impl<B: AsRef<[u8]> + AsMut<[u8]>> Covered<B> {
    pub(super) fn store(&mut self, checksum: u16) {
        let tail = self.bytes.as_mut().get_mut(self.field..);
        if let Some(field) = tail.and_then(|tail| tail.first_chunk_mut()) {
            *field = checksum.to_be_bytes();
        }
    }
}

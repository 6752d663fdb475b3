//! A message with what is known of its sum and its checksums without reading it again.

use inetsum::{Sum, sum, update, update_udp, update_word};

use crate::{expected, naive};

const LONGEST: usize = 4096;

/// Bytes, and what operations on sums alone made of them.
pub(crate) struct Message {
    bytes: Vec<u8>,
    sum: Sum,
    /// Whether something other than zeros was taken out: then a sum of zero is given as 0xffff.
    has_lost_its_zero: bool,
    checksum: u16,
    udp_checksum: u16,
}

impl Message {
    pub(crate) fn new() -> Message {
        Message {
            bytes: Vec::new(),
            sum: Sum::ZERO,
            has_lost_its_zero: false,
            checksum: 0xffff,
            udp_checksum: 0xffff,
        }
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    pub(crate) fn push(&mut self, piece: Vec<u8>) {
        self.sum.push(&piece);
        self.extend(&piece);
    }

    pub(crate) fn push_word(&mut self, word: u16) {
        self.sum.push_word(word);
        self.extend(&word.to_be_bytes());
    }

    pub(crate) fn append(&mut self, piece: Vec<u8>) {
        self.sum = self.sum.append(sum(&piece));
        self.extend(&piece);
    }

    pub(crate) fn combine(&mut self, piece: Vec<u8>) {
        self.sum = sum(&piece).at_offset(self.bytes.len()).combine(self.sum);
        self.extend(&piece);
    }

    /// The checksums follow what was added at the end.
    fn extend(&mut self, piece: &[u8]) {
        let at = self.bytes.len();
        self.bytes.extend(piece);
        self.update(Sum::ZERO, sum(piece).at_offset(at));
        self.shorten();
    }

    pub(crate) fn prepend(&mut self, piece: Vec<u8>) {
        // Behind an odd number of bytes each changes its place in the words.
        let (old, new) = match piece.len() % 2 {
            0 => (Sum::ZERO, sum(&piece)),
            _ => (sum(&self.bytes), sum(&piece).append(sum(&self.bytes))),
        };
        self.sum = sum(&piece).append(self.sum);
        self.bytes.splice(..0, piece);
        self.update(old, new);
        self.shorten();
    }

    /// Puts `new` in place of as many bytes at `at`, counted anew at the end.
    pub(crate) fn replace(&mut self, at: usize, new: Vec<u8>) {
        let at = at % (self.bytes.len() + 1);
        let new = &new[..new.len().min(self.bytes.len() - at)];
        let place = &mut self.bytes[at..at + new.len()];
        let (old_sum, new_sum) = (sum(place).at_offset(at), sum(new).at_offset(at));
        self.has_lost_its_zero |= place.iter().any(|&byte| byte != 0);
        self.sum = self.sum.remove(old_sum).combine(new_sum);
        place.copy_from_slice(new);
        self.update(old_sum, new_sum);
    }

    /// Puts `word` in the place of another, if there is one.
    pub(crate) fn replace_word(&mut self, at: usize, word: u16) {
        if self.bytes.len() < 2 {
            return;
        }
        let at = at % (self.bytes.len() - 1) / 2 * 2;
        let old = u16::from_be_bytes([self.bytes[at], self.bytes[at + 1]]);
        let of_word = update_word(self.checksum, old, word);
        self.replace(at, word.to_be_bytes().to_vec());
        assert_eq!(of_word, self.checksum);
    }

    /// Takes out what is at `len` and behind.
    pub(crate) fn truncate(&mut self, len: usize) {
        let len = len % (self.bytes.len() + 1);
        let tail = &self.bytes[len..];
        let removed = sum(tail).at_offset(len);
        self.has_lost_its_zero |= tail.iter().any(|&byte| byte != 0);
        self.sum = self.sum.remove(removed);
        self.bytes.truncate(len);
        self.update(removed, Sum::ZERO);
    }

    fn shorten(&mut self) {
        if self.bytes.len() > LONGEST {
            self.truncate(LONGEST / 3);
        }
    }

    /// Updates the checksums where bytes of the message that summed to `old` now sum to `new`.
    fn update(&mut self, old: Sum, new: Sum) {
        let before = self.checksum;
        self.checksum = update(before, old, new);
        self.udp_checksum = update_udp(self.udp_checksum, old, new);
        let promised = match (!naive::sum(&self.bytes), old.fold(), new.fold()) {
            (_, 0, 0) => before,
            (0, _, 0) => 0xffff,
            (right, _, _) => right,
        };
        assert_eq!(self.checksum, promised, "from {before:#06x} by {old:?} and {new:?}");
        assert_eq!(update_udp(0, old, new), 0);
    }

    /// Asserts that the sum and the checksums are those of the bytes.
    pub(crate) fn check(&self) {
        let word = match naive::sum(&self.bytes) {
            0 if self.has_lost_its_zero => 0xffff,
            word => word,
        };
        assert_eq!(self.sum, expected::sum(word, self.bytes.len()));
        assert_eq!(self.sum.fold(), word);
        assert_eq!(self.sum.checksum(), !word);
        assert_eq!(self.sum.is_valid(), word == 0xffff);
        assert_eq!(self.sum.udp_checksum(), if word == 0xffff { 0xffff } else { !word });
        assert_eq!(self.udp_checksum, sum(&self.bytes).udp_checksum());
        let is_even = self.bytes.len().is_multiple_of(2);
        let with_checksum = [&self.bytes, &[0; 1][usize::from(is_even)..]].concat();
        for checksum in [self.checksum, self.udp_checksum] {
            let received = [&with_checksum[..], &checksum.to_be_bytes()].concat();
            assert!(inetsum::verify(&received), "{checksum:#06x}");
        }
    }
}

/// The sum as RFC 1071 defines it: big-endian words, an odd last byte padded with a zero, added one
/// by one with end-around carry; 0 only if every byte is 0.
pub(crate) fn sum(data: &[u8]) -> u16 {
    let mut total = 0u16;
    for bytes in data.chunks(2) {
        let word = u16::from_be_bytes([bytes[0], bytes.get(1).copied().unwrap_or(0)]);
        let (low, carry) = total.overflowing_add(word);
        total = low + u16::from(carry);
    }
    total
}

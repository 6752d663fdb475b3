//! The definition (RFC 1071), and nothing else.

/// The checksum of `data`.
pub(super) fn checksum(data: &[u8]) -> u16 {
    let mut sum = 0_u64;
    for pair in data.chunks(2) {
        sum += u64::from(pair[0]) << 8;
        sum += u64::from(pair.get(1).copied().unwrap_or(0));
    }
    while sum > 0xffff {
        sum = (sum & 0xffff) + (sum >> 16);
    }
    !(sum as u16)
}

/// What is sent for a UDP checksum: 0 would mean that there is none (RFC 768).
pub(super) fn udp(checksum: u16) -> u16 {
    if checksum == 0 { 0xffff } else { checksum }
}

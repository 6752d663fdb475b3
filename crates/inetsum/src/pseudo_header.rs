//! The pseudo-headers that upper-layer checksums cover (RFC 9293 § 3.1, RFC 768, RFC 8200 § 8.1).

use core::net::{Ipv4Addr, Ipv6Addr};

use crate::{Sum, fold};

/// Sums the IPv4 pseudo-header: both addresses, the protocol number and the length in bytes of the
/// upper-layer packet, its header included.
///
/// # Examples
///
/// ```
/// use core::net::Ipv4Addr;
///
/// let (src, dst) = (Ipv4Addr::new(192, 0, 2, 1), Ipv4Addr::new(198, 51, 100, 2));
/// assert_eq!(
///     inetsum::pseudo_header_v4(src, dst, 6, 20),
///     inetsum::sum(&[192, 0, 2, 1, 198, 51, 100, 2, 0, 6, 0, 20]),
/// );
/// ```
#[inline]
#[must_use]
pub const fn pseudo_header_v4(src: Ipv4Addr, dst: Ipv4Addr, protocol: u8, length: u16) -> Sum {
    let addresses =
        u32::from_ne_bytes(src.octets()) as u64 + u32::from_ne_bytes(dst.octets()) as u64;
    // At most 2 (2^32 − 1) + 2 (2^16 − 1), far below 2^64.
    let words = addresses + (protocol as u16).to_be() as u64 + length.to_be() as u64;
    Sum::from_words(words, 12)
}

/// Sums the IPv6 pseudo-header: both addresses, the length in bytes of the upper-layer packet (32
/// bits, for jumbograms) and the upper-layer protocol number.
///
/// `dst` is the final destination: with a routing header that still has segments left, the last
/// one that it lists (RFC 8200 § 8.1).
///
/// # Examples
///
/// ```
/// use core::net::Ipv6Addr;
///
/// let (src, dst) = (Ipv6Addr::LOCALHOST, Ipv6Addr::LOCALHOST);
/// assert_eq!(inetsum::pseudo_header_v6(src, dst, 58, 0x1_0000).fold(), 1 + 1 + 58 + 1);
/// ```
#[inline]
#[must_use]
pub const fn pseudo_header_v6(src: Ipv6Addr, dst: Ipv6Addr, next_header: u8, length: u32) -> Sum {
    let addresses = fold::add(add_halves(src), add_halves(dst));
    // At most 2^32 − 1 + 2^16 − 1.
    let rest = length.to_be() as u64 + (next_header as u16).to_be() as u64;
    Sum::from_words(fold::add(addresses, rest), 40)
}

const fn add_halves(address: Ipv6Addr) -> u64 {
    let bits = u128::from_ne_bytes(address.octets());
    fold::add((bits >> 64) as u64, bits as u64)
}

//! The address families that link headers put before a packet, numbered as each system does.

use crate::claim::Claim;
use crate::span::Span;
use crate::walk::{Next, Walk};
use crate::{LinkType, Protocol, Reason};

const AF_INET: u32 = 2;
/// AF_INET6 of NetBSD and OpenBSD, of FreeBSD, and of Darwin.
const AF_INET6: [u32; 3] = [24, 28, 30];
/// AF_INET6 of Linux, of Windows and of Solaris, which mean other protocols elsewhere.
const AF_INET6_OF_OTHERS: [u32; 3] = [10, 23, 26];

/// Goes on to a packet of IP, and reports any other.
pub(crate) fn follow(
    walk: &mut Walk<'_>,
    link: LinkType,
    family: u32,
    packet: Span,
) -> Option<Claim> {
    let is_v6 = || walk.array(packet, packet.at).is_some_and(|[first]| first >> 4 == 6);
    let is_ip = family == AF_INET
        || AF_INET6.contains(&family)
        || AF_INET6_OF_OTHERS.contains(&family) && is_v6();
    if !is_ip {
        return Claim::unverifiable(Protocol::Link(link.0), packet.at, Reason::Unsupported);
    }
    walk.push(Next::Ip, packet);
    None
}

/// A family whose byte order is that of the host that captured; the values are small, so that the
/// order shows.
pub(crate) fn in_host_order(bytes: [u8; 4]) -> u32 {
    let family = u32::from_be_bytes(bytes);
    family.min(family.swap_bytes())
}

//! The outermost IP packet of a fixed frame, as etherparse reads it: where its checksums are, and what
//! they should be.

use etherparse::{
    Icmpv4Type, Ipv4Slice, Ipv6Slice, LinkExtSlice, NetSlice, SlicedPacket, TransportSlice,
};
use inetsum_packet::{Addresses, ChecksumField, LinkType, Protocol, Verdict, checksum_fields};

use crate::frames::captured::Captured;

pub(crate) fn check(fixed: &Captured) {
    let Captured { link, bytes, original_len } = fixed;
    let Some(sliced) = slice(bytes, *link) else { return };
    let fields: Vec<_> = checksum_fields(bytes, *link, *original_len).collect();
    let addresses = match &sliced.net {
        Some(NetSlice::Ipv4(packet)) => {
            let at = place_of(packet.header().slice(), bytes) + 10;
            let header = field_at(at, Protocol::Ipv4, &fields);
            let read = packet.header().to_header();
            // It does not keep the reserved flag.
            let is_whole = read.to_bytes()[..] == *packet.header().slice();
            let right = read.calc_header_checksum();
            assert!(!is_whole || is_either(header.stored, right), "{header:?}");
            v4_addresses(packet)
        }
        Some(NetSlice::Ipv6(packet)) => v6_addresses(packet),
        _ => return,
    };
    let Some(transport) = &sliced.transport else { return };
    // ICMPv6 has no pseudo-header over IPv4 that it could be summed with.
    let is_defined = !(matches!(sliced.net, Some(NetSlice::Ipv4(_)))
        && matches!(transport, TransportSlice::Icmpv6(_)));
    if let Some(of_header) = addresses.filter(|_| is_defined) {
        check_transport(transport, &of_header, bytes, &fields);
    }
}

/// The frame as etherparse reads it, if it reads all of it and both mean the same by it.
fn slice(bytes: &[u8], link: LinkType) -> Option<SlicedPacket<'_>> {
    let sliced = match link {
        LinkType::ETHERNET => SlicedPacket::from_ethernet(bytes),
        LinkType::LINUX_SLL => SlicedPacket::from_linux_sll(bytes),
        LinkType::RAW | LinkType::IPV4 | LinkType::IPV6 => SlicedPacket::from_ip(bytes),
        _ => return None,
    };
    // It leaves the check value of MACsec in the packet.
    let is_macsec = |extension: &LinkExtSlice<'_>| matches!(extension, LinkExtSlice::Macsec(_));
    sliced.ok().filter(|sliced| !sliced.link_exts.iter().any(is_macsec))
}

/// Where a slice of `bytes` starts in them.
fn place_of(part: &[u8], bytes: &[u8]) -> usize {
    part.as_ptr() as usize - bytes.as_ptr() as usize
}

fn field_at(at: usize, protocol: Protocol, fields: &[ChecksumField]) -> &ChecksumField {
    let is_it = |field: &&ChecksumField| field.at == at && field.protocol == protocol;
    let found = fields.iter().find(is_it);
    found.unwrap_or_else(|| panic!("no {protocol} at {at} in {fields:?}"))
}

/// Whether the one is the other, or both are a zero, of which one is noncanonical.
fn is_either(stored: u16, right: u16) -> bool {
    stored == right || right == 0 && stored == 0xffff
}

/// The addresses of the header, if no option may have changed those of the pseudo-header. `None` if
/// the header does not state the length.
fn v4_addresses(packet: &Ipv4Slice<'_>) -> Option<Option<Addresses>> {
    let header = packet.header();
    let (source, destination) = (header.source_addr(), header.destination_addr());
    let of_header = header.options().is_empty().then_some(Addresses::V4 { source, destination });
    (header.total_len() != 0).then_some(of_header)
}

/// As [`v4_addresses`], for extension headers.
fn v6_addresses(packet: &Ipv6Slice<'_>) -> Option<Option<Addresses>> {
    let header = packet.header();
    let (source, destination) = (header.source_addr(), header.destination_addr());
    let of_header = packet.extensions().is_empty().then_some(Addresses::V6 { source, destination });
    (header.payload_length() != 0).then_some(of_header)
}

fn check_transport(
    transport: &TransportSlice<'_>,
    of_header: &Option<Addresses>,
    bytes: &[u8],
    fields: &[ChecksumField],
) {
    // Messages with a checksum of their own, which etherparse passes over like extension headers.
    let is_final = |field: &ChecksumField| {
        matches!(field.protocol, Protocol::Hip | Protocol::Shim6 | Protocol::MobilityHeader)
    };
    if fields.iter().any(is_final) {
        return;
    }
    let (part, offset, protocol) = match transport {
        TransportSlice::Tcp(segment) => (segment.slice(), 16, Protocol::Tcp),
        TransportSlice::Udp(datagram) if datagram.length() == 0 => return,
        TransportSlice::Udp(datagram) => (datagram.slice(), 6, Protocol::Udp),
        TransportSlice::Icmpv4(message) => (message.slice(), 2, Protocol::Icmp),
        TransportSlice::Icmpv6(message) => (message.slice(), 2, Protocol::Icmpv6),
        TransportSlice::Igmp(message) => (message.slice(), 2, Protocol::Igmp),
    };
    let start = place_of(part, bytes);
    let field = field_at(start + offset, protocol, fields);
    if field.verdict == Verdict::Absent {
        return;
    }
    assert!(!matches!(field.verdict, Verdict::Unverifiable(_)), "{field:?}");
    assert_eq!(field.covers, start..start + part.len(), "{field:?}");
    let addresses = field.pseudo_header.as_ref().map(|pseudo_header| pseudo_header.addresses);
    if let (Some(addresses), Some(of_header)) = (&addresses, of_header) {
        assert_eq!(addresses, of_header, "{field:?}");
    }
    assert!(is_right(transport, field, addresses), "{field:?}");
}

/// Whether etherparse finds the checksum of a fixed message right.
fn is_right(
    transport: &TransportSlice<'_>,
    field: &ChecksumField,
    addresses: Option<Addresses>,
) -> bool {
    let right = match (transport, addresses) {
        (TransportSlice::Tcp(segment), Some(Addresses::V4 { source, destination })) => {
            segment.calc_checksum_ipv4(source.octets(), destination.octets())
        }
        (TransportSlice::Tcp(segment), Some(Addresses::V6 { source, destination })) => {
            segment.calc_checksum_ipv6(source.octets(), destination.octets())
        }
        (TransportSlice::Udp(datagram), Some(Addresses::V4 { source, destination })) => {
            let (header, payload) = (datagram.to_header(), datagram.payload());
            header.calc_checksum_ipv4_raw(source.octets(), destination.octets(), payload)
        }
        (TransportSlice::Udp(datagram), Some(Addresses::V6 { source, destination })) => {
            let (header, payload) = (datagram.to_header(), datagram.payload());
            header.calc_checksum_ipv6_raw(source.octets(), destination.octets(), payload)
        }
        (TransportSlice::Icmpv6(message), Some(Addresses::V6 { source, destination })) => {
            return message.is_checksum_valid(source.octets(), destination.octets());
        }
        (TransportSlice::Igmp(message), None) => return message.is_checksum_valid(),
        // Of unknown types it knows all bytes.
        (TransportSlice::Icmpv4(message), None) => match message.icmp_type() {
            kind @ Icmpv4Type::Unknown { .. } => Ok(kind.calc_checksum(message.payload())),
            _ => return true,
        },
        _ => return false,
    };
    right.is_ok_and(|right| is_either(field.stored, right))
}

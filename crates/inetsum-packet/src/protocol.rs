//! The protocols that reports name.

use core::fmt;

/// A protocol whose checksum was met, or which is why none could be looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Protocol {
    /// The header of IPv4 (RFC 791).
    Ipv4,
    /// IPv6 (RFC 8200), which has no checksum of its own: met where its headers can't be followed.
    Ipv6,
    /// TCP (RFC 9293).
    Tcp,
    /// UDP (RFC 768).
    Udp,
    /// UDP-Lite (RFC 3828).
    UdpLite,
    /// ICMP for IPv4 (RFC 792).
    Icmp,
    /// The extension structure of an ICMP message (RFC 4884).
    IcmpExtension,
    /// ICMP for IPv6 (RFC 4443).
    Icmpv6,
    /// IGMP (RFC 3376).
    Igmp,
    /// GRE (RFC 2784).
    Gre,
    /// PIM version 2 (RFC 7761).
    Pim,
    /// VRRP versions 2 and 3 (RFC 3768, RFC 9568).
    Vrrp,
    /// CARP, the redundancy protocol of OpenBSD.
    Carp,
    /// OSPF versions 2 and 3 (RFC 2328, RFC 5340).
    Ospf,
    /// DCCP (RFC 4340).
    Dccp,
    /// EIGRP (RFC 7868).
    Eigrp,
    /// RSVP (RFC 2205).
    Rsvp,
    /// The Mobility Header of IPv6 (RFC 6275).
    MobilityHeader,
    /// HIP (RFC 7401).
    Hip,
    /// SHIM6 (RFC 5533).
    Shim6,
    /// NHRP (RFC 2332).
    Nhrp,
    /// PGM (RFC 3208).
    Pgm,
    /// IGRP, the predecessor of EIGRP.
    Igrp,
    /// EGP (RFC 904).
    Egp,
    /// Minimal encapsulation within IP (RFC 2004).
    MinimalEncapsulation,
    /// Authentication Header (RFC 4302), which has no checksum: met where it can't be followed.
    Ah,
    /// Encapsulating Security Payload (RFC 4303), whose content is encrypted.
    Esp,
    /// SCTP (RFC 9260), whose check is a CRC32c.
    Sctp,
    /// MPLS (RFC 3032), which has no checksum: met where what it carries can't be told.
    Mpls,
    /// PPP over Ethernet (RFC 2516), which has no checksum: met where its version is not known.
    Pppoe,
    /// Another protocol over IP, by its number.
    Ip(u8),
    /// Another protocol over UDP that carries packets, by its port.
    UdpPort(u16),
    /// Another protocol over Ethernet that may carry IP, by its EtherType.
    EtherType(u16),
    /// Another protocol over PPP that may carry IP, by its number.
    Ppp(u16),
    /// A link type, by its number in capture files.
    Link(u32),
}

impl Protocol {
    /// The protocols that have an Internet checksum, as far as they are judged here.
    pub const WITH_CHECKSUM: [Protocol; 24] = [
        Protocol::Ipv4,
        Protocol::Tcp,
        Protocol::Udp,
        Protocol::UdpLite,
        Protocol::Icmp,
        Protocol::IcmpExtension,
        Protocol::Icmpv6,
        Protocol::Igmp,
        Protocol::Gre,
        Protocol::Pim,
        Protocol::Vrrp,
        Protocol::Carp,
        Protocol::Ospf,
        Protocol::Dccp,
        Protocol::Eigrp,
        Protocol::Rsvp,
        Protocol::MobilityHeader,
        Protocol::Hip,
        Protocol::Shim6,
        Protocol::Nhrp,
        Protocol::Pgm,
        Protocol::Igrp,
        Protocol::Egp,
        Protocol::MinimalEncapsulation,
    ];
}

impl fmt::Display for Protocol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Protocol::Ipv4 => "ipv4",
            Protocol::Ipv6 => "ipv6",
            Protocol::Tcp => "tcp",
            Protocol::Udp => "udp",
            Protocol::UdpLite => "udplite",
            Protocol::Icmp => "icmp",
            Protocol::IcmpExtension => "icmp-ext",
            Protocol::Icmpv6 => "icmpv6",
            Protocol::Igmp => "igmp",
            Protocol::Gre => "gre",
            Protocol::Pim => "pim",
            Protocol::Vrrp => "vrrp",
            Protocol::Carp => "carp",
            Protocol::Ospf => "ospf",
            Protocol::Dccp => "dccp",
            Protocol::Eigrp => "eigrp",
            Protocol::Rsvp => "rsvp",
            Protocol::MobilityHeader => "mobility6",
            Protocol::Hip => "hip",
            Protocol::Shim6 => "shim6",
            Protocol::Nhrp => "nhrp",
            Protocol::Pgm => "pgm",
            Protocol::Igrp => "igrp",
            Protocol::Egp => "egp",
            Protocol::MinimalEncapsulation => "minimal-encapsulation",
            Protocol::Ah => "ah",
            Protocol::Esp => "esp",
            Protocol::Sctp => "sctp-crc32c",
            Protocol::Mpls => "mpls",
            Protocol::Pppoe => "pppoe",
            Protocol::Ip(number) => return write!(f, "ip-protocol-{number}"),
            Protocol::UdpPort(number) => return write!(f, "udp-port-{number}"),
            Protocol::EtherType(number) => return write!(f, "ethertype-{number:#06x}"),
            Protocol::Ppp(number) => return write!(f, "ppp-protocol-{number:#06x}"),
            Protocol::Link(number) => return write!(f, "link-type-{number}"),
        })
    }
}

//! The layers from the frame's start to a checksum.

use core::fmt;

/// How many layers a path holds; what lies deeper is shown as `…`.
const CAPACITY: usize = 40;

/// One header on the way to a checksum.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[allow(missing_docs)]
pub enum Layer {
    Ethernet,
    Vlan,
    Llc,
    Ppp,
    Pppoe,
    Mpls,
    Dsa,
    Fddi,
    TokenRing,
    CiscoHdlc,
    FrameRelay,
    Atm,
    Sunatm,
    Ipoib,
    Ieee1394,
    Ipnet,
    Enc,
    Pflog,
    Nflog,
    Netanalyzer,
    Pktap,
    Ppi,
    Prism,
    Avs,
    Radiotap,
    Ieee80211,
    AMsdu,
    Pbb,
    Macsec,
    LinuxSll,
    LinuxSll2,
    Null,
    Loop,
    Ipv4,
    Ipv6,
    HopByHop,
    DestinationOptions,
    Routing,
    Fragment,
    Ah,
    Esp,
    Tcp,
    Udp,
    UdpLite,
    Icmp,
    IcmpExtension,
    Icmpv6,
    Igmp,
    Sctp,
    Gre,
    Pim,
    Vrrp,
    Carp,
    Ospf,
    Dccp,
    Eigrp,
    Rsvp,
    MobilityHeader,
    Hip,
    Shim6,
    Nhrp,
    Pgm,
    Igrp,
    Egp,
    MinimalEncapsulation,
    Vxlan,
    Geneve,
    VxlanGpe,
    GtpU,
    L2tp,
    Teredo,
    Gue,
    Lisp,
    Nsh,
    Erspan,
    Wccp,
    EtherIp,
    Trill,
}

impl Layer {
    /// Its short name, as paths show it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Layer::Ethernet => "eth",
            Layer::Vlan => "vlan",
            Layer::Llc => "llc",
            Layer::Ppp => "ppp",
            Layer::Pppoe => "pppoe",
            Layer::Mpls => "mpls",
            Layer::Dsa => "dsa",
            Layer::Fddi => "fddi",
            Layer::TokenRing => "token-ring",
            Layer::CiscoHdlc => "c-hdlc",
            Layer::FrameRelay => "frame-relay",
            Layer::Atm => "atm",
            Layer::Sunatm => "sunatm",
            Layer::Ipoib => "ipoib",
            Layer::Ieee1394 => "ieee1394",
            Layer::Ipnet => "ipnet",
            Layer::Enc => "enc",
            Layer::Pflog => "pflog",
            Layer::Nflog => "nflog",
            Layer::Netanalyzer => "netanalyzer",
            Layer::Pktap => "pktap",
            Layer::Ppi => "ppi",
            Layer::Prism => "prism",
            Layer::Avs => "avs",
            Layer::Radiotap => "radiotap",
            Layer::Ieee80211 => "ieee802-11",
            Layer::AMsdu => "a-msdu",
            Layer::Pbb => "pbb",
            Layer::Macsec => "macsec",
            Layer::LinuxSll => "sll",
            Layer::LinuxSll2 => "sll2",
            Layer::Null => "null",
            Layer::Loop => "loop",
            Layer::Ipv4 => "ipv4",
            Layer::Ipv6 => "ipv6",
            Layer::HopByHop => "hop-by-hop",
            Layer::DestinationOptions => "destination-options",
            Layer::Routing => "routing",
            Layer::Fragment => "fragment",
            Layer::Ah => "ah",
            Layer::Esp => "esp",
            Layer::Tcp => "tcp",
            Layer::Udp => "udp",
            Layer::UdpLite => "udplite",
            Layer::Icmp => "icmp",
            Layer::IcmpExtension => "icmp-ext",
            Layer::Icmpv6 => "icmpv6",
            Layer::Igmp => "igmp",
            Layer::Sctp => "sctp",
            Layer::Gre => "gre",
            Layer::Pim => "pim",
            Layer::Vrrp => "vrrp",
            Layer::Carp => "carp",
            Layer::Ospf => "ospf",
            Layer::Dccp => "dccp",
            Layer::Eigrp => "eigrp",
            Layer::Rsvp => "rsvp",
            Layer::MobilityHeader => "mobility6",
            Layer::Hip => "hip",
            Layer::Shim6 => "shim6",
            Layer::Nhrp => "nhrp",
            Layer::Pgm => "pgm",
            Layer::Igrp => "igrp",
            Layer::Egp => "egp",
            Layer::MinimalEncapsulation => "minimal-encapsulation",
            Layer::Vxlan => "vxlan",
            Layer::Geneve => "geneve",
            Layer::VxlanGpe => "vxlan-gpe",
            Layer::GtpU => "gtp-u",
            Layer::L2tp => "l2tp",
            Layer::Teredo => "teredo",
            Layer::Gue => "gue",
            Layer::Lisp => "lisp",
            Layer::Nsh => "nsh",
            Layer::Erspan => "erspan",
            Layer::Wccp => "wccp",
            Layer::EtherIp => "etherip",
            Layer::Trill => "trill",
        }
    }
}

/// The layers from the frame's start to a checksum; shown as `eth/ipv4/udp/vxlan/eth/ipv4/tcp`.
#[derive(Clone, Copy)]
pub struct Path {
    layers: [Layer; CAPACITY],
    /// May exceed `CAPACITY`.
    len: u8,
}

impl Path {
    pub(crate) const EMPTY: Path = Path { layers: [Layer::Ethernet; CAPACITY], len: 0 };

    /// The layers, outermost first; of a path of more than 40 the first 40.
    #[must_use]
    pub fn layers(&self) -> &[Layer] {
        self.layers.get(..self.len.into()).unwrap_or(&self.layers)
    }

    pub(crate) fn len(&self) -> u8 {
        self.len
    }

    pub(crate) fn truncate(&mut self, len: u8) {
        self.len = self.len.min(len);
    }

    pub(crate) fn push(&mut self, layer: Layer) {
        if let Some(free) = self.layers.get_mut(usize::from(self.len)) {
            *free = layer;
        }
        self.len = self.len.saturating_add(1);
    }
}

impl PartialEq for Path {
    fn eq(&self, other: &Path) -> bool {
        self.len == other.len && self.layers() == other.layers()
    }
}

impl Eq for Path {}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (depth, layer) in self.layers().iter().enumerate() {
            let separator = if depth == 0 { "" } else { "/" };
            write!(f, "{separator}{}", layer.name())?;
        }
        if usize::from(self.len) > CAPACITY { f.write_str("/…") } else { Ok(()) }
    }
}

impl fmt::Debug for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Path({self})")
    }
}

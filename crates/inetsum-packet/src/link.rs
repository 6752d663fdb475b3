//! The link types of capture files.

use crate::link_type;

/// A link type, numbered as in capture files (the LINKTYPE_ values of the tcpdump group).
///
/// # Examples
///
/// ```
/// use inetsum_packet::LinkType;
///
/// assert_eq!(LinkType::from(1), LinkType::ETHERNET);
/// assert_eq!(LinkType(127).name(), Some("ieee802-11-radiotap"));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct LinkType(pub u32);

impl LinkType {
    /// BSD loopback: an address family in the byte order of the host that captured.
    pub const NULL: LinkType = LinkType(0);
    /// Ethernet.
    pub const ETHERNET: LinkType = LinkType(1);
    /// Token Ring.
    pub const IEEE802_5: LinkType = LinkType(6);
    /// PPP, with the address and control field of HDLC-like framing or without.
    pub const PPP: LinkType = LinkType(9);
    /// FDDI.
    pub const FDDI: LinkType = LinkType(10);
    /// PPP in HDLC-like framing, or Cisco HDLC.
    pub const PPP_HDLC: LinkType = LinkType(50);
    /// PPP over Ethernet, from its own header on.
    pub const PPP_ETHER: LinkType = LinkType(51);
    /// ATM with LLC, or with IP alone (RFC 2684).
    pub const ATM_RFC1483: LinkType = LinkType(100);
    /// IPv4 or IPv6 without a link header.
    pub const RAW: LinkType = LinkType(101);
    /// Cisco HDLC.
    pub const C_HDLC: LinkType = LinkType(104);
    /// 802.11.
    pub const IEEE802_11: LinkType = LinkType(105);
    /// Frame Relay.
    pub const FRELAY: LinkType = LinkType(107);
    /// OpenBSD loopback: an address family in network byte order.
    pub const LOOP: LinkType = LinkType(108);
    /// The decrypted side of IPsec on BSD systems.
    pub const ENC: LinkType = LinkType(109);
    /// Linux "cooked" capture.
    pub const LINUX_SLL: LinkType = LinkType(113);
    /// The log of the OpenBSD packet filter.
    pub const PFLOG: LinkType = LinkType(117);
    /// 802.11 behind a Prism header, or behind one of AVS.
    pub const IEEE802_11_PRISM: LinkType = LinkType(119);
    /// ATM as SunATM devices give it.
    pub const SUNATM: LinkType = LinkType(123);
    /// 802.11 behind a radiotap header.
    pub const IEEE802_11_RADIOTAP: LinkType = LinkType(127);
    /// IP over IEEE 1394, as Apple captures it.
    pub const APPLE_IP_OVER_IEEE1394: LinkType = LinkType(138);
    /// 802.11 behind an AVS header.
    pub const IEEE802_11_AVS: LinkType = LinkType(163);
    /// PPP whose address field tells the direction.
    pub const PPP_PPPD: LinkType = LinkType(166);
    /// Another link type behind a header about the packet.
    pub const PPI: LinkType = LinkType(192);
    /// PPP behind a byte for the direction.
    pub const PPP_WITH_DIR: LinkType = LinkType(204);
    /// Cisco HDLC behind a byte for the direction.
    pub const C_HDLC_WITH_DIR: LinkType = LinkType(205);
    /// Frame Relay behind a byte for the direction.
    pub const FRELAY_WITH_DIR: LinkType = LinkType(206);
    /// MPLS, from its labels on.
    pub const MPLS: LinkType = LinkType(219);
    /// IP inside a Solaris host.
    pub const IPNET: LinkType = LinkType(226);
    /// IPv4 without a link header.
    pub const IPV4: LinkType = LinkType(228);
    /// IPv6 without a link header.
    pub const IPV6: LinkType = LinkType(229);
    /// The log of the Linux packet filter.
    pub const NFLOG: LinkType = LinkType(239);
    /// Ethernet with its frame check sequence, as netANALYZER devices give it.
    pub const NETANALYZER: LinkType = LinkType(240);
    /// The same from the preamble on.
    pub const NETANALYZER_TRANSPARENT: LinkType = LinkType(241);
    /// IP over InfiniBand.
    pub const IPOIB: LinkType = LinkType(242);
    /// Another link type behind a header about the packet, of Darwin.
    pub const PKTAP: LinkType = LinkType(258);
    /// Linux "cooked" capture, version 2.
    pub const LINUX_SLL2: LinkType = LinkType(276);
    /// Ethernet with the tag of a Broadcom switch.
    pub const DSA_TAG_BRCM: LinkType = LinkType(281);
    /// Ethernet behind the tag of a Broadcom switch.
    pub const DSA_TAG_BRCM_PREPEND: LinkType = LinkType(282);
    /// Ethernet with the tag of a Marvell switch.
    pub const DSA_TAG_DSA: LinkType = LinkType(284);
    /// Ethernet with the tag of a Marvell switch behind an EtherType.
    pub const DSA_TAG_EDSA: LinkType = LinkType(285);
    /// What most systems call ATM_RFC1483 in files of their own (DLT_ATM_RFC1483 there).
    pub(crate) const ATM_RFC1483_BSD: LinkType = LinkType(11);
    /// What BSD systems call RAW in files of their own (DLT_RAW there).
    pub(crate) const RAW_BSD: LinkType = LinkType(12);
    /// What OpenBSD calls RAW in files of its own.
    pub(crate) const RAW_OPENBSD: LinkType = LinkType(14);

    /// Its name in the list of the tcpdump group, in lower case and with hyphens; `None` if it is
    /// not known here.
    #[must_use]
    pub fn name(self) -> Option<&'static str> {
        link_type::name(self)
    }
}

impl From<u32> for LinkType {
    fn from(number: u32) -> LinkType {
        LinkType(number)
    }
}

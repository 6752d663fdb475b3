//! The link types of capture files.

/// A link type, numbered as in capture files (the LINKTYPE_ values of the tcpdump group).
///
/// # Examples
///
/// ```
/// use inetsum_packet::LinkType;
///
/// assert_eq!(LinkType::from(1), LinkType::ETHERNET);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct LinkType(pub u32);

impl LinkType {
    /// BSD loopback: an address family in the byte order of the host that captured.
    pub const NULL: LinkType = LinkType(0);
    /// Ethernet.
    pub const ETHERNET: LinkType = LinkType(1);
    /// PPP, with the address and control field of HDLC-like framing or without.
    pub const PPP: LinkType = LinkType(9);
    /// PPP over Ethernet, from its own header on.
    pub const PPP_ETHER: LinkType = LinkType(51);
    /// IPv4 or IPv6 without a link header.
    pub const RAW: LinkType = LinkType(101);
    /// OpenBSD loopback: an address family in network byte order.
    pub const LOOP: LinkType = LinkType(108);
    /// Linux "cooked" capture.
    pub const LINUX_SLL: LinkType = LinkType(113);
    /// MPLS, from its labels on.
    pub const MPLS: LinkType = LinkType(219);
    /// IPv4 without a link header.
    pub const IPV4: LinkType = LinkType(228);
    /// IPv6 without a link header.
    pub const IPV6: LinkType = LinkType(229);
    /// Linux "cooked" capture, version 2.
    pub const LINUX_SLL2: LinkType = LinkType(276);
    /// What BSD systems call RAW in files of their own (DLT_RAW there).
    pub(crate) const RAW_BSD: LinkType = LinkType(12);
    /// What OpenBSD calls RAW in files of its own.
    pub(crate) const RAW_OPENBSD: LinkType = LinkType(14);
}

impl From<u32> for LinkType {
    fn from(number: u32) -> LinkType {
        LinkType(number)
    }
}

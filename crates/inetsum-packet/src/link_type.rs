//! The link types: a row each, with the reader of its header.

use crate::claim::Claim;
use crate::layer::{
    atm, avs, cisco_hdlc, dsa, enc, ethernet, fddi, frame_relay, ieee1394, ieee80211, ip, ipnet,
    ipoib, linux_sll, mpls, netanalyzer, nflog, null, pflog, pktap, ppi, ppp, pppoe, prism,
    radiotap, sunatm, token_ring,
};
use crate::span::Span;
use crate::walk::Walk;
use crate::{LinkType, Protocol, Reason};

/// Reads the header at the start of the span and says through [`Walk::push`] what follows.
type Read = fn(&mut Walk<'_>, Span) -> Option<Claim>;

struct Row {
    link: LinkType,
    name: &'static str,
    read: Read,
}

const fn row(link: LinkType, name: &'static str, read: Read) -> Row {
    Row { link, name, read }
}

/// Those that most captures are of, then the others by number.
const ROWS: [Row; 43] = [
    row(LinkType::ETHERNET, "ethernet", ethernet::read),
    row(LinkType::LINUX_SLL, "linux-sll", linux_sll::read),
    row(LinkType::LINUX_SLL2, "linux-sll2", linux_sll::read_v2),
    row(LinkType::RAW, "raw", ip::read),
    row(LinkType::NULL, "null", null::read_null),
    row(LinkType::IEEE802_11_RADIOTAP, "ieee802-11-radiotap", radiotap::read),
    row(LinkType::IEEE802_5, "ieee802-5", token_ring::read),
    row(LinkType::PPP, "ppp", ppp::read),
    row(LinkType::FDDI, "fddi", fddi::read),
    row(LinkType::ATM_RFC1483_BSD, "atm-rfc1483", atm::read),
    row(LinkType::RAW_BSD, "raw", ip::read),
    row(LinkType::RAW_OPENBSD, "raw", ip::read),
    row(LinkType::PPP_HDLC, "ppp-hdlc", cisco_hdlc::read_or_ppp),
    row(LinkType::PPP_ETHER, "ppp-ether", pppoe::read),
    row(LinkType::ATM_RFC1483, "atm-rfc1483", atm::read),
    row(LinkType::C_HDLC, "c-hdlc", cisco_hdlc::read),
    row(LinkType::IEEE802_11, "ieee802-11", ieee80211::read),
    row(LinkType::FRELAY, "frelay", frame_relay::read),
    row(LinkType::LOOP, "loop", null::read_loop),
    row(LinkType::ENC, "enc", enc::read),
    row(LinkType::PFLOG, "pflog", pflog::read),
    row(LinkType::IEEE802_11_PRISM, "ieee802-11-prism", prism::read),
    row(LinkType::SUNATM, "sunatm", sunatm::read),
    row(LinkType::APPLE_IP_OVER_IEEE1394, "apple-ip-over-ieee1394", ieee1394::read),
    row(LinkType::IEEE802_11_AVS, "ieee802-11-avs", avs::read),
    row(LinkType::PPP_PPPD, "ppp-pppd", ppp::read_with_direction),
    row(LinkType::PPI, "ppi", ppi::read),
    row(LinkType::PPP_WITH_DIR, "ppp-with-dir", ppp::read_behind_direction),
    row(LinkType::C_HDLC_WITH_DIR, "c-hdlc-with-dir", cisco_hdlc::read_behind_direction),
    row(LinkType::FRELAY_WITH_DIR, "frelay-with-dir", frame_relay::read_behind_direction),
    row(LinkType::MPLS, "mpls", mpls::read),
    row(LinkType::IPNET, "ipnet", ipnet::read),
    row(LinkType::IPV4, "ipv4", ip::read),
    row(LinkType::IPV6, "ipv6", ip::read),
    row(LinkType::NFLOG, "nflog", nflog::read),
    row(LinkType::NETANALYZER, "netanalyzer", netanalyzer::read),
    row(
        LinkType::NETANALYZER_TRANSPARENT,
        "netanalyzer-transparent",
        netanalyzer::read_transparent,
    ),
    row(LinkType::IPOIB, "ipoib", ipoib::read),
    row(LinkType::PKTAP, "pktap", pktap::read),
    row(LinkType::DSA_TAG_BRCM, "dsa-tag-brcm", dsa::read),
    row(LinkType::DSA_TAG_BRCM_PREPEND, "dsa-tag-brcm-prepend", dsa::read_prepended),
    row(LinkType::DSA_TAG_DSA, "dsa-tag-dsa", dsa::read),
    row(LinkType::DSA_TAG_EDSA, "dsa-tag-edsa", dsa::read_long),
];

/// Some that are not followed.
const OTHERS: [(LinkType, &str); 20] = [
    (LinkType(2), "exp-ethernet"),
    (LinkType(3), "ax25"),
    (LinkType(7), "arcnet-bsd"),
    (LinkType(8), "slip"),
    (LinkType(122), "ip-over-fc"),
    (LinkType(129), "arcnet-linux"),
    (LinkType(143), "docsis"),
    (LinkType(182), "mfr"),
    (LinkType(187), "bluetooth-hci-h4"),
    (LinkType(189), "usb-linux"),
    (LinkType(195), "ieee802-15-4-withfcs"),
    (LinkType(197), "erf"),
    (LinkType(201), "bluetooth-hci-h4-with-phdr"),
    (LinkType(220), "usb-linux-mmapped"),
    (LinkType(227), "can-socketcan"),
    (LinkType(230), "ieee802-15-4-nofcs"),
    (LinkType(231), "dbus"),
    (LinkType(248), "sctp"),
    (LinkType(249), "usbpcap"),
    (LinkType(253), "netlink"),
];

/// Reads the link header at the start of the span.
pub(crate) fn read(walk: &mut Walk<'_>, link: LinkType, span: Span) -> Option<Claim> {
    match ROWS.iter().find(|row| row.link == link) {
        Some(row) => (row.read)(walk, span),
        None => Claim::unverifiable(Protocol::Link(link.0), span.at, Reason::UnknownLink),
    }
}

pub(crate) fn name(link: LinkType) -> Option<&'static str> {
    let followed = ROWS.iter().find(|row| row.link == link).map(|row| row.name);
    followed.or_else(|| OTHERS.iter().find(|(other, _)| *other == link).map(|(_, name)| *name))
}

//! Link headers.

pub(crate) const IPV4: u16 = 0x0800;
pub(crate) const IPV6: u16 = 0x86dd;
pub(crate) const VLAN: u16 = 0x8100;
pub(crate) const VLAN_SERVICE: u16 = 0x88a8;
pub(crate) const VLAN_QINQ: u16 = 0x9100;
pub(crate) const BRIDGED_ETHERNET: u16 = 0x6558;

const ADDRESSES: [u8; 12] = *b"\x02\0\0\0\0\x02\x02\0\0\0\0\x01";

/// The EtherType of an IP packet.
pub(crate) fn ethertype(packet: &[u8]) -> u16 {
    if packet[0] >> 4 == 4 { IPV4 } else { IPV6 }
}

/// An Ethernet frame with an IP packet.
pub(crate) fn ethernet(packet: Vec<u8>) -> Vec<u8> {
    ethernet_of(ethertype(&packet), &packet)
}

pub(crate) fn ethernet_of(ethertype: u16, payload: &[u8]) -> Vec<u8> {
    [&ADDRESSES, &ethertype.to_be_bytes()[..], payload].concat()
}

/// An Ethernet frame with VLAN tags of these types around an IP packet.
pub(crate) fn tagged(tags: &[u16], packet: Vec<u8>) -> Vec<u8> {
    let mut frame = ADDRESSES.to_vec();
    for tag in tags {
        frame.extend(tag.to_be_bytes());
        frame.extend([0, 100]);
    }
    frame.extend(ethertype(&packet).to_be_bytes());
    frame.extend(packet);
    frame
}

/// LLC and SNAP before an IP packet.
pub(crate) fn snap(packet: Vec<u8>) -> Vec<u8> {
    [&[0xaa, 0xaa, 3, 0, 0, 0], &ethertype(&packet).to_be_bytes()[..], &packet].concat()
}

/// An 802.3 frame, whose type field states the length.
pub(crate) fn ethernet_llc(llc: &[u8]) -> Vec<u8> {
    ethernet_of(llc.len().try_into().unwrap(), llc)
}

pub(crate) fn sll(protocol: u16, payload: &[u8]) -> Vec<u8> {
    let header = *b"\0\0\0\x01\0\x06\x02\0\0\0\0\x01\0\0";
    [&header, &protocol.to_be_bytes()[..], payload].concat()
}

pub(crate) fn sll2(protocol: u16, payload: &[u8]) -> Vec<u8> {
    let header = *b"\0\0\0\0\0\x02\0\x01\0\x06\x02\0\0\0\0\x01\0\0";
    [&protocol.to_be_bytes()[..], &header, payload].concat()
}

/// An address family before a packet.
pub(crate) fn family(family: [u8; 4], packet: &[u8]) -> Vec<u8> {
    [&family, packet].concat()
}

/// PPP in HDLC-like framing.
pub(crate) fn ppp(protocol: u16, payload: &[u8]) -> Vec<u8> {
    [&[0xff, 3], &protocol.to_be_bytes()[..], payload].concat()
}

/// A stack of as many labels.
pub(crate) fn mpls(labels: usize, payload: &[u8]) -> Vec<u8> {
    let mut stack = [0, 0x10, 0xf2, 64].repeat(labels);
    stack[4 * labels - 2] |= 1;
    [&stack, payload].concat()
}

/// A PPPoE session packet with this PPP protocol.
pub(crate) fn pppoe(protocol: u16, payload: &[u8]) -> Vec<u8> {
    let length = u16::try_from(payload.len() + 2).unwrap().to_be_bytes();
    [&[0x11, 0, 0, 7], &length[..], &protocol.to_be_bytes(), payload].concat()
}

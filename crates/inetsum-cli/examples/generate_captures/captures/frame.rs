//! Packets as links carry and captures show them.

use super::hosts::Mac;
use super::packet::Packet;

const ETHERNET_MIN_LEN: usize = 60;

/// An Ethernet frame, without padding and frame check sequence.
pub(crate) fn ethernet(source: Mac, destination: Mac, packet: &Packet) -> Vec<u8> {
    [&destination[..], &source, &packet.ethertype.to_be_bytes(), &packet.bytes].concat()
}

/// The same frame with the padding that it has on the wire.
pub(crate) fn padded(mut ethernet: Vec<u8>) -> Vec<u8> {
    ethernet.resize(ethernet.len().max(ETHERNET_MIN_LEN), 0);
    ethernet
}

/// What a Linux "cooked" capture, version 2, says of a packet.
pub(crate) struct Cooked {
    /// The number of the interface.
    pub(crate) interface: u32,
    /// 0 if the host received the packet, 4 if it sent it.
    pub(crate) packet_type: u8,
    /// The sender's hardware address.
    pub(crate) source: Mac,
}

/// A packet in a Linux "cooked" capture, version 2.
pub(crate) fn linux_sll2(cooked: &Cooked, packet: &Packet) -> Vec<u8> {
    const ARPHRD_ETHER: u16 = 1;
    [
        &packet.ethertype.to_be_bytes()[..],
        &[0, 0],
        &cooked.interface.to_be_bytes(),
        &ARPHRD_ETHER.to_be_bytes(),
        &[cooked.packet_type, 6],
        &cooked.source,
        &[0, 0],
        &packet.bytes,
    ]
    .concat()
}

/// An Ethernet frame as VXLAN carries it in a UDP datagram.
pub(crate) fn vxlan(network: u32, ethernet: &[u8]) -> Vec<u8> {
    const IDENTIFIER_VALID: u8 = 0x08;
    [&[IDENTIFIER_VALID, 0, 0, 0], &(network << 8).to_be_bytes()[..], ethernet].concat()
}

//! Packets as links carry and captures show them.

use super::hosts::Mac;
use super::packet::Packet;

/// The form in which an interface shows its frames, by its number in capture files.
#[derive(Clone, Copy)]
pub(crate) enum Link {
    /// Ethernet.
    Ethernet = 1,
    /// Linux "cooked", version 2.
    LinuxSll2 = 276,
}

/// Whether the laptop sent or received a frame.
#[derive(Clone, Copy)]
pub(crate) enum Direction {
    /// It received it.
    In,
    /// It sent it.
    Out,
}

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

/// A packet in a Linux "cooked" capture, version 2.
pub(crate) fn linux_sll2(direction: Direction, source: Mac, packet: &Packet) -> Vec<u8> {
    const INTERFACE: u32 = 3;
    const ARPHRD_ETHER: u16 = 1;
    let packet_type = match direction {
        Direction::In => 0,
        Direction::Out => 4,
    };
    [
        &packet.ethertype.to_be_bytes()[..],
        &[0, 0],
        &INTERFACE.to_be_bytes(),
        &ARPHRD_ETHER.to_be_bytes(),
        &[packet_type, source.len() as u8],
        &source,
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

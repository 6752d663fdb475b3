//! Ethernet frames with checksums that are right, computed in the plainest way; tests spoil them.

pub(crate) const IPV4_CHECKSUM: usize = 24;
pub(crate) const UDP_CHECKSUM: usize = 40;
pub(crate) const ICMP_CHECKSUM: usize = 36;
pub(crate) const TCP_CHECKSUM: usize = 50;
/// In the packet that [`icmp_error`] quotes.
pub(crate) const QUOTED_UDP_CHECKSUM: usize = 68;
/// In the packet that [`vxlan`] carries.
pub(crate) const INNER_UDP_CHECKSUM: usize = 90;
/// Behind an authentication header.
pub(crate) const AH_UDP_CHECKSUM: usize = 64;
pub(crate) const UDP6_CHECKSUM: usize = 60;

const ADDRESSES: [u8; 8] = [192, 0, 2, 1, 198, 51, 100, 2];
pub(crate) const ADDRESSES6: [u8; 32] = [0x20; 32];

const ICMP: u8 = 1;
const TCP: u8 = 6;
pub(crate) const UDP: u8 = 17;
const AH: u8 = 51;
const OSPF: u8 = 89;
const VRRP: u8 = 112;
const SCTP: u8 = 132;

/// Eight bytes, and the checksums are none that mean something special.
const PAYLOAD: &[u8] = b"payload.";

pub(crate) fn tcp() -> Vec<u8> {
    ethernet4(TCP, &tcp_segment())
}

pub(crate) fn udp() -> Vec<u8> {
    ethernet4(UDP, &udp_datagram(53, PAYLOAD))
}

/// 150 bytes of UDP.
pub(crate) fn udp_long() -> Vec<u8> {
    ethernet4(UDP, &udp_datagram(53, &[7; 142]))
}

pub(crate) fn udp6() -> Vec<u8> {
    let mut packet = vec![0x60, 0, 0, 0, 0, 16, UDP, 64];
    packet.extend(ADDRESSES6);
    packet.extend(with_sum(datagram(53, PAYLOAD), 6, pseudo_sum(&ADDRESSES6, UDP, 16)));
    ethernet(0x86dd, &packet)
}

/// An echo request whose checksum is 0, which some senders write as 0xffff.
pub(crate) fn icmp_of_sum_zero() -> Vec<u8> {
    ethernet4(ICMP, &[8, 0, 0, 0, 0xf7, 0xff, 0, 0])
}

/// A message that quotes a UDP datagram, both right.
pub(crate) fn icmp_error() -> Vec<u8> {
    let quote = ipv4(UDP, &udp_datagram(53, PAYLOAD));
    let message = [&[3, 3, 0, 0, 0, 0, 0, 0], quote.as_slice()].concat();
    ethernet4(ICMP, &with_sum(message, 2, 0))
}

/// A UDP datagram in VXLAN, all right, the outer checksum too.
pub(crate) fn vxlan() -> Vec<u8> {
    let payload = [&[8, 0, 0, 0, 0, 0, 1, 0], udp().as_slice()].concat();
    ethernet4(UDP, &udp_datagram(4789, &payload))
}

/// A UDP datagram behind an authentication header.
pub(crate) fn ah() -> Vec<u8> {
    let header = [UDP, 4, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1];
    let check_value = [0xaa; 12];
    let datagram = udp_datagram(53, PAYLOAD);
    ethernet4(AH, &[header.as_slice(), &check_value, &datagram].concat())
}

/// The first of several fragments of a UDP datagram.
pub(crate) fn fragment() -> Vec<u8> {
    fragment_of(&udp_datagram(53, PAYLOAD))
}

/// The same of one that was sent without a checksum.
pub(crate) fn fragment_without_checksum() -> Vec<u8> {
    fragment_of(&datagram(53, PAYLOAD))
}

fn fragment_of(payload: &[u8]) -> Vec<u8> {
    with_header_word(ethernet4(UDP, payload), 20, 0x2000)
}

/// As segmentation offload leaves it: of a total length of 0, which the frame's own stands in for.
pub(crate) fn tcp_without_total_length() -> Vec<u8> {
    with_header_word(tcp(), 16, 0)
}

/// Writes a word into the IPv4 header and keeps that right.
fn with_header_word(frame: Vec<u8>, at: usize, word: u16) -> Vec<u8> {
    let mut frame = put(put(frame, at, word), IPV4_CHECKSUM, 0);
    let header = with_sum(frame[14..34].to_vec(), IPV4_CHECKSUM - 14, 0);
    frame[14..34].copy_from_slice(&header);
    frame
}

pub(crate) fn sctp() -> Vec<u8> {
    ethernet4(SCTP, &[0; 16])
}

/// Writes a word into a frame.
pub(crate) fn put(mut frame: Vec<u8>, at: usize, word: u16) -> Vec<u8> {
    frame[at..at + 2].copy_from_slice(&word.to_be_bytes());
    frame
}

pub(crate) fn word(frame: &[u8], at: usize) -> u16 {
    u16::from_be_bytes([frame[at], frame[at + 1]])
}

pub(crate) fn tcp_wrong() -> Vec<u8> {
    put(tcp(), TCP_CHECKSUM, 0x1111)
}

/// Left to the network card: the sum of the pseudo-header.
pub(crate) fn tcp_offloaded() -> Vec<u8> {
    put(tcp(), TCP_CHECKSUM, pseudo_sum(&ADDRESSES, TCP, tcp_segment().len() as u16))
}

pub(crate) fn udp_wrong() -> Vec<u8> {
    put(udp(), UDP_CHECKSUM, 0x2222)
}

pub(crate) fn udp_absent() -> Vec<u8> {
    put(udp(), UDP_CHECKSUM, 0)
}

pub(crate) fn udp6_zero() -> Vec<u8> {
    put(udp6(), UDP6_CHECKSUM, 0)
}

pub(crate) fn icmp_noncanonical() -> Vec<u8> {
    put(icmp_of_sum_zero(), ICMP_CHECKSUM, 0xffff)
}

/// VRRP version 3, in the form without a pseudo-header.
pub(crate) fn vrrp() -> Vec<u8> {
    let message = vec![0x31, 7, 200, 1, 0, 100, 0, 0, 192, 0, 2, 254];
    ethernet4(VRRP, &with_sum(message, 6, 0))
}

/// OSPF version 2 without authentication, the data for which are not summed.
pub(crate) fn ospf() -> Vec<u8> {
    let packet = vec![2, 1, 0, 24, 192, 0, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0];
    ethernet4(OSPF, &[with_sum(packet, 12, 0), b"password".to_vec()].concat())
}

/// An error that quotes a datagram with a stale checksum.
pub(crate) fn icmp_error_with_stale_quote() -> Vec<u8> {
    let mut frame = put(icmp_error(), QUOTED_UDP_CHECKSUM, 0x3333);
    frame[36..38].fill(0);
    let message = with_sum(frame.split_off(34), 2, 0);
    [frame, message].concat()
}

/// Inside wrong; outside right as it stands, and wrong once the inside is put right.
pub(crate) fn vxlan_with_wrong_inside() -> Vec<u8> {
    let mut frame = put(vxlan(), INNER_UDP_CHECKSUM, 0x4444);
    frame[UDP_CHECKSUM..UDP_CHECKSUM + 2].fill(0);
    let length = (frame.len() - 34) as u16;
    let datagram = with_sum(frame.split_off(34), 6, pseudo_sum(&ADDRESSES, UDP, length));
    [frame, datagram].concat()
}

pub(crate) fn ethernet(ethertype: u16, payload: &[u8]) -> Vec<u8> {
    let addresses = [2, 0, 0, 0, 0, 2, 2, 0, 0, 0, 0, 1];
    [addresses.as_slice(), &ethertype.to_be_bytes(), payload].concat()
}

pub(crate) fn ethernet4(protocol: u8, payload: &[u8]) -> Vec<u8> {
    ethernet(0x0800, &ipv4(protocol, payload))
}

fn ipv4(protocol: u8, payload: &[u8]) -> Vec<u8> {
    let length = (20 + payload.len() as u16).to_be_bytes();
    let mut header = vec![0x45, 0, length[0], length[1], 0, 1, 0, 0, 64, protocol, 0, 0];
    header.extend(ADDRESSES);
    [with_sum(header, 10, 0).as_slice(), payload].concat()
}

pub(crate) fn tcp_segment() -> Vec<u8> {
    let mut segment = vec![0x30, 0x39, 0, 80, 0, 0, 0, 1, 0, 0, 0, 1, 0x50, 0x18, 1, 0, 0, 0, 0, 0];
    segment.extend(PAYLOAD);
    let length = segment.len() as u16;
    with_sum(segment, 16, pseudo_sum(&ADDRESSES, TCP, length))
}

pub(crate) fn udp_datagram(port: u16, payload: &[u8]) -> Vec<u8> {
    let datagram = datagram(port, payload);
    let length = datagram.len() as u16;
    with_sum(datagram, 6, pseudo_sum(&ADDRESSES, UDP, length))
}

/// Without a checksum.
pub(crate) fn datagram(port: u16, payload: &[u8]) -> Vec<u8> {
    let fields = [0xc001, port, 8 + payload.len() as u16, 0].map(u16::to_be_bytes);
    [fields.as_flattened(), payload].concat()
}

pub(crate) fn with_sum(message: Vec<u8>, at: usize, pseudo_sum: u16) -> Vec<u8> {
    let checksum = !add(pseudo_sum, ones_complement_sum(&message));
    put(message, at, checksum)
}

pub(crate) fn pseudo_sum(addresses: &[u8], protocol: u8, length: u16) -> u16 {
    add(ones_complement_sum(addresses), add(protocol.into(), length))
}

pub(crate) fn ones_complement_sum(bytes: &[u8]) -> u16 {
    bytes.chunks(2).fold(0, |sum, pair| {
        add(sum, u16::from_be_bytes([pair[0], pair.get(1).copied().unwrap_or(0)]))
    })
}

fn add(left: u16, right: u16) -> u16 {
    let (sum, carry) = left.overflowing_add(right);
    sum + u16::from(carry)
}

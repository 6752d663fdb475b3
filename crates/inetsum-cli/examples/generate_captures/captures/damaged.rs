//! `damaged.pcap`: some bits were flipped on the way, and the program that captured was killed
//! while it wrote the last record.

use super::frame::Link;
use super::hosts::{LAPTOP, RESOLVER, ROUTER, ROUTER_OUTSIDE, WEB, WEB_NAME};
use super::message::Message;
use super::payload::{Answer, Lookup, tls_data};
use super::pcap::{self, Order, Unit};
use super::tap::Tap;
use super::traffic::{ACK, Connection, SEGMENT, lookup, page, ping, port_unreachable};

const IPV4: usize = 14;
const IPV4_HOP_LIMIT: usize = IPV4 + 8;
const IPV4_SOURCE: usize = IPV4 + 12;
const OVER_IPV4: usize = IPV4 + 20;
const ICMP_DATA: usize = OVER_IPV4 + 8;
const TCP_WINDOW: usize = OVER_IPV4 + 14;
const TCP_DATA: usize = OVER_IPV4 + 20;
const UDP_DATA_OVER_IPV6: usize = IPV4 + 40 + 8;

/// The capture.
pub(crate) fn capture() -> Vec<u8> {
    let tap = &mut Tap::new(Link::Ethernet, pcap::SNAPLEN);

    lookup(tap, (LAPTOP.v4, 40_001), (RESOLVER.v4, 53), WEB_NAME, WEB.v4);
    flip_bit(tap, IPV4_HOP_LIMIT);
    lookup(tap, (LAPTOP.v6, 40_002), (RESOLVER.v6, 53), WEB_NAME, WEB.v6);
    flip_bit(tap, UDP_DATA_OVER_IPV6);
    ping(tap, LAPTOP.v4, ROUTER.v4);
    flip_bit(tap, ICMP_DATA);
    ping(tap, LAPTOP.v6, ROUTER.v6);
    zero_over_ipv6(tap);
    error_through_nat(tap);

    let mut web = Connection::new((LAPTOP.v4, 51_001), (WEB.v4, 443));
    web.open(tap);
    flip_bit(tap, TCP_WINDOW);
    page(tap, &mut web, 1);
    flip_bit(tap, IPV4_SOURCE);
    for _ in 0..2 {
        tap.receives(web.server_sends(ACK, &tls_data(SEGMENT, &tap.random)));
        flip_bit(tap, TCP_DATA + 100);
    }

    let mut file = pcap::file(Order::Big, Unit::Nanoseconds, &tap.records);
    file.truncate(file.len() - 700);
    file
}

/// Flips a bit of the last frame.
fn flip_bit(tap: &mut Tap, at: usize) {
    tap.last().bytes[at] ^= 0x10;
}

/// A query with a zero for its checksum, which only IPv4 allows.
fn zero_over_ipv6(tap: &mut Tap) {
    let lookup = Lookup { id: 0x5a5a, name: WEB_NAME, answer: Answer::Address(WEB.v6.into()) };
    let query = Message::udp((LAPTOP.v6, 40_003), (RESOLVER.v6, 53), &lookup.query());
    tap.sends(query.without_checksum());
}

/// An error about a datagram of the laptop. In the quote the router has changed the address of the
/// sender back, but not the UDP checksum.
fn error_through_nat(tap: &mut Tap) {
    const UDP_CHECKSUM: std::ops::Range<usize> = 26..28;
    let probe = |source| Message::udp((source, 40_004), (WEB.v4, 33_434), b"anybody there?");
    let mut quote = probe(LAPTOP.v4).packet();
    let outside = probe(ROUTER_OUTSIDE.v4).packet();
    quote.bytes[UDP_CHECKSUM].copy_from_slice(&outside.bytes[UDP_CHECKSUM]);

    tap.sends(probe(LAPTOP.v4));
    tap.receives(port_unreachable(WEB.v4, LAPTOP.v4, &quote));
}

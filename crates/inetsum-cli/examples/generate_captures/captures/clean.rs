//! `clean.pcap`: a page over each family, with every checksum filled in.

use super::hosts::{LAPTOP, RESOLVER, ROUTER, WEB};
use super::payload::{A, AAAA, Question};
use super::pcap::{self, Order, Unit};
use super::tap::{Link, Tap};
use super::traffic::{Connection, https, lookup, ping};

/// The capture.
pub(crate) fn capture() -> Vec<u8> {
    let tap = &mut Tap::new(Link::Ethernet, 262_144, false);

    for (record, data) in [(A, octets(WEB.v4)), (AAAA, octets(WEB.v6))] {
        let question = Question { name: "www.example.com", record };
        lookup(tap, (LAPTOP.v4, 40_001), RESOLVER.v4, question, &data);
        lookup(tap, (LAPTOP.v6, 40_002), RESOLVER.v6, question, &data);
    }
    ping(tap, LAPTOP.v4, ROUTER.v4);
    ping(tap, LAPTOP.v6, ROUTER.v6);
    https(tap, Connection::new((LAPTOP.v4, 51_001), (WEB.v4, 443)), 1);
    https(tap, Connection::new((LAPTOP.v6, 51_002), (WEB.v6, 443)), 1);

    pcap::file(Order::Little, Unit::Microseconds, &tap.records)
}

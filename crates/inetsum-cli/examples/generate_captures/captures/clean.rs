//! `clean.pcap`: a page over each family, every checksum filled in.

use super::frame::Link;
use super::hosts::{LAPTOP, RESOLVER, ROUTER, WEB, WEB_NAME};
use super::pcap::{self, Order, Unit};
use super::tap::Tap;
use super::traffic::{Connection, lookup, page, ping};

/// The capture.
pub(crate) fn capture() -> Vec<u8> {
    let tap = &mut Tap::new(Link::Ethernet, pcap::SNAPLEN);

    lookup(tap, (LAPTOP.v4, 40_001), (RESOLVER.v4, 53), WEB_NAME, WEB.v4);
    lookup(tap, (LAPTOP.v6, 40_002), (RESOLVER.v6, 53), WEB_NAME, WEB.v6);
    ping(tap, LAPTOP.v4, ROUTER.v4);
    ping(tap, LAPTOP.v6, ROUTER.v6);
    for mut web in [
        Connection::new((LAPTOP.v4, 51_001), (WEB.v4, 443)),
        Connection::new((LAPTOP.v6, 51_002), (WEB.v6, 443)),
    ] {
        web.open(tap);
        page(tap, &mut web, 2);
        web.close(tap);
    }

    pcap::file(Order::Little, Unit::Microseconds, &tap.records)
}

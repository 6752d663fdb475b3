//! `offloaded.pcapng`: browsing, captured on the laptop itself, before its network card has filled
//! in the checksums.

use std::net::Ipv4Addr;

use super::frame::{Link, ethernet, vxlan};
use super::hosts::{
    FAR_GUEST, FAR_GUEST_MAC, GUEST, GUEST_MAC, LAPTOP, LAPTOP_MAC, RESOLVER, ROUTER, STORE,
    STORE_NAME, SWITCH, TUNNEL_END, WEB, WEB_NAME,
};
use super::message::Message;
use super::packet::Packet;
use super::payload::{Answer, Lookup, tls_data};
use super::pcapng::{
    COMMENT, IF_MACADDR, IF_NAME, IF_TSRESOL, Interface, Pcapng, SHB_HARDWARE, SHB_OS, SHB_USERAPPL,
};
use super::tap::Tap;
use super::traffic::{
    ACK, Connection, PSH, SEGMENT, SYN, echo_reply, echo_request, lookup, page, ping,
    port_unreachable,
};

const WIRED: Interface = Interface { number: 0, link: Link::Ethernet, snaplen: 262_144, tick: 1 };
const ANY: Interface = Interface { number: 1, link: Link::LinuxSll2, snaplen: 256, tick: 1_000 };

/// The capture.
pub(crate) fn capture() -> Vec<u8> {
    const CUSTOM_BLOCK: u32 = 0x0bad;
    const LOCAL_BLOCK: u32 = 0x8000_0001;
    /// The private enterprise number for documentation (RFC 5612).
    const EXAMPLE_ENTERPRISE: u32 = 32473;

    let (wired, any) = (browsing(), backup());
    let mut file = Pcapng::new(&[
        (SHB_HARDWARE, b"laptop"),
        (SHB_OS, b"Linux"),
        (SHB_USERAPPL, b"inetsum generate_captures"),
        (COMMENT, b"Captured before checksum offload"),
    ]);
    file.interface(WIRED, &[(IF_NAME, b"eth0"), (IF_MACADDR, &LAPTOP_MAC), (IF_TSRESOL, &[9])]);
    file.interface(ANY, &[(IF_NAME, b"any"), (COMMENT, b"256 bytes of each frame")]);
    file.names(&[(WEB.v4.into(), WEB_NAME), (WEB.v6.into(), WEB_NAME)]);
    file.block(LOCAL_BLOCK, b"a block of a type for local use");

    let wired_records = wired.records.iter().map(|record| (WIRED, record));
    let any_records = any.records.iter().map(|record| (ANY, record));
    let mut records: Vec<_> = wired_records.chain(any_records).collect();
    records.sort_by_key(|(_, record)| record.time);
    for (interface, record) in records {
        file.packet(interface, record);
    }

    file.block(CUSTOM_BLOCK, &[&EXAMPLE_ENTERPRISE.to_le_bytes()[..], b"a custom block"].concat());
    file.statistics(WIRED, &wired.records);
    file.statistics(ANY, &any.records);
    file.into_bytes()
}

/// What the wired interface shows.
fn browsing() -> Tap {
    let mut tap = Tap::new(WIRED.link, WIRED.snaplen).before_offload();

    neighbour_discovery(&mut tap);
    lookup(&mut tap, (LAPTOP.v4, 40_001), (RESOLVER.v4, 53), WEB_NAME, WEB.v4);
    lookup(&mut tap, (LAPTOP.v6, 40_002), (RESOLVER.v6, 53), WEB_NAME, WEB.v6);
    ping(&mut tap, LAPTOP.v4, WEB.v4);
    ping(&mut tap, LAPTOP.v6, WEB.v6);
    let mut web = Connection::new((LAPTOP.v6, 51_001), (WEB.v6, 443));
    web.open(&mut tap);
    page(&mut tap, &mut web, 3);
    upload(&mut tap, &mut web);
    web.close(&mut tap);
    let mut web = Connection::new((LAPTOP.v4, 51_002), (WEB.v4, 443));
    web.open(&mut tap);
    page(&mut tap, &mut web, 3);
    upload_without_length(&mut tap, &mut web);
    web.close(&mut tap);
    quic(&mut tap);
    closed_port(&mut tap);
    fragments(&mut tap);
    syslog(&mut tap);
    tunnel(&mut tap);
    tap
}

/// Asks whether the router is still there (RFC 4861 § 7.3).
fn neighbour_discovery(tap: &mut Tap) {
    const SOLICITATION: [u8; 2] = [135, 0];
    const ADVERTISEMENT: [u8; 2] = [136, 0];
    const FROM_A_ROUTER_AND_SOLICITED: [u8; 4] = [0xc0, 0, 0, 0];
    const SOURCE_LINK_ADDRESS: [u8; 2] = [1, 1];
    let (laptop, router) = (LAPTOP.v6, ROUTER.v6);
    let asked = [&router.octets()[..], &SOURCE_LINK_ADDRESS, &LAPTOP_MAC].concat();
    let told = router.octets();

    tap.sends(Message::icmp(laptop, router, SOLICITATION, [0; 4], &asked).hop_limit(255));
    let advertisement =
        Message::icmp(router, laptop, ADVERTISEMENT, FROM_A_ROUTER_AND_SOLICITED, &told);
    tap.receives(advertisement.hop_limit(255));
}

/// Sends more than a segment holds; the network card is to cut it.
fn upload(tap: &mut Tap, web: &mut Connection) {
    let segment = web.client_sends(PSH | ACK, &tls_data(4 * SEGMENT, &tap.random));
    tap.sends(segment);
    tap.last().comment = Some("Four segments for the network card to cut");
    tap.receives(web.server_sends(ACK, &[]));
}

/// The same, the way it is done where the card also computes lengths and IPv4 header checksums.
fn upload_without_length(tap: &mut Tap, web: &mut Connection) {
    for segments in [3, 10] {
        let data = tls_data(segments * SEGMENT, &tap.random);
        let segment = web.client_sends(PSH | ACK, &data).left_to_segmentation();
        tap.sends_packet(&segment.packet().without_header_checksum());
        tap.receives(web.server_sends(ACK, &[]));
    }
}

/// UDP datagrams with the look of QUIC.
fn quic(tap: &mut Tap) {
    const SHORT_HEADER: u8 = 0x40;
    let (laptop, web) = ((LAPTOP.v6, 52_001), (WEB.v6, 443));
    let datagram = |tap: &Tap, len: usize| [vec![SHORT_HEADER], tap.random.bytes(len - 1)].concat();
    for len in [1252, 77] {
        tap.sends(Message::udp(laptop, web, &datagram(tap, len)));
        tap.receives(Message::udp(web, laptop, &datagram(tap, len)));
    }
}

/// Tries a port where nobody listens.
fn closed_port(tap: &mut Tap) {
    let probe = || Message::udp((LAPTOP.v4, 40_003), (WEB.v4, 33_434), b"anybody there?");
    tap.sends(probe());
    tap.receives(port_unreachable(WEB.v4, LAPTOP.v4, &probe().packet()));
    tap.last().comment = Some("Quotes the datagram as it arrived, with its checksum filled in");
}

/// Sends and receives more than a packet holds; a host fills in the checksum before it cuts.
fn fragments(tap: &mut Tap) {
    let text = "All of this text is in a single record of the name server. ".repeat(30);
    let lookup = Lookup { id: 0x5a5a, name: WEB_NAME, answer: Answer::Text(&text) };
    tap.sends(Message::udp((LAPTOP.v4, 40_004), (RESOLVER.v4, 53), &lookup.query()));
    let response = Message::udp((RESOLVER.v4, 53), (LAPTOP.v4, 40_004), &lookup.response());
    for fragment in response.fragments(0x4a1d, 1480) {
        tap.receives_packet(&fragment);
    }

    let data: Vec<u8> = (0..=255).cycle().take(1800).collect();
    for fragment in echo_request(LAPTOP.v6, WEB.v6, &data).fragments(0x77e2, 1448) {
        tap.sends_packet(&fragment);
    }
    for fragment in echo_reply(WEB.v6, LAPTOP.v6, &data).fragments(0x0b36, 1448) {
        tap.receives_packet(&fragment);
    }
}

/// A log entry from a switch that does without UDP checksums, as IPv4 allows.
fn syslog(tap: &mut Tap) {
    let entry = b"<14>Mar 17 09:41:00 switch link: port 7 up";
    tap.receives(Message::udp((SWITCH.v4, 514), (LAPTOP.v4, 514), entry).without_checksum());
}

/// A virtual machine on the laptop fetches something from another through a VXLAN tunnel.
fn tunnel(tap: &mut Tap) {
    let mut http = Connection::new((GUEST.v4, 51_003), (FAR_GUEST.v4, 80));
    let sends = |tap: &mut Tap, segment: Message| {
        let inner = ethernet(GUEST_MAC, FAR_GUEST_MAC, &segment.left_to_card().packet());
        tap.sends_packet(&encapsulate(LAPTOP.v4, TUNNEL_END.v4, &inner));
    };
    let receives = |tap: &mut Tap, segment: Message| {
        let inner = ethernet(FAR_GUEST_MAC, GUEST_MAC, &segment.packet());
        tap.receives_packet(&encapsulate(TUNNEL_END.v4, LAPTOP.v4, &inner));
    };
    sends(tap, http.client_sends(SYN, &[]));
    receives(tap, http.server_sends(SYN | ACK, &[]));
    sends(tap, http.client_sends(PSH | ACK, b"GET / HTTP/1.1\r\nHost: guest.example\r\n\r\n"));
    receives(tap, http.server_sends(PSH | ACK, b"HTTP/1.1 204 No Content\r\n\r\n"));
}

/// An Ethernet frame in a VXLAN packet.
fn encapsulate(from: Ipv4Addr, to: Ipv4Addr, inner: &[u8]) -> Packet {
    Message::udp((from, 51_900), (to, 4789), &vxlan(42, inner)).without_checksum().packet()
}

/// What the interface "any" shows: a backup, of which the snapshot length cuts the larger frames.
fn backup() -> Tap {
    let mut tap = Tap::new(ANY.link, ANY.snaplen).before_offload();
    let mut store = Connection::new((LAPTOP.v4, 51_004), (STORE.v4, 80));
    let body = "one line of many in a file\n".repeat(100);
    let head = format!("PUT / HTTP/1.1\r\nHost: store\r\nContent-Length: {}\r\n\r\n", body.len());

    lookup(&mut tap, (LAPTOP.v6, 40_005), (RESOLVER.v6, 53), STORE_NAME, STORE.v6);
    store.open(&mut tap);
    tap.sends(store.client_sends(PSH | ACK, head.as_bytes()));
    for segment in body.as_bytes().chunks(SEGMENT) {
        tap.sends(store.client_sends(ACK, segment));
    }
    tap.receives(store.server_sends(ACK, &[]));
    tap.receives(store.server_sends(PSH | ACK, b"HTTP/1.1 204 No Content\r\n\r\n"));
    store.close(&mut tap);
    tap
}

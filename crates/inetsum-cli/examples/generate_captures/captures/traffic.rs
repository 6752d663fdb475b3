//! Conversations between the laptop and others.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use super::hosts::WEB_NAME;
use super::message::{Message, Segment};
use super::packet::Packet;
use super::payload::{Answer, Lookup, client_hello, server_hello, tls_data};
use super::tap::Tap;

/// The last segment from this side.
pub(crate) const FIN: u8 = 0x01;
/// The first segment from this side.
pub(crate) const SYN: u8 = 0x02;
/// The segment ends a piece of data.
pub(crate) const PSH: u8 = 0x08;
/// The segment acknowledges another.
pub(crate) const ACK: u8 = 0x10;

/// The payload of a full segment.
pub(crate) const SEGMENT: usize = 1400;

/// Maximum segment size 1400, selective acknowledgments permitted, window scale 7.
const SYN_OPTIONS: [u8; 12] = [2, 4, 0x05, 0x78, 1, 1, 4, 2, 1, 3, 3, 7];

/// A TCP connection.
pub(crate) struct Connection {
    client: End,
    server: End,
}

/// One end of a connection.
struct End {
    address: SocketAddr,
    next_sequence: u32,
}

impl Connection {
    /// A connection that is yet to be opened.
    pub(crate) fn new(client: impl Into<SocketAddr>, server: impl Into<SocketAddr>) -> Self {
        Self {
            client: End { address: client.into(), next_sequence: 0x2545_f491 },
            server: End { address: server.into(), next_sequence: 0x9e37_79b9 },
        }
    }

    /// A segment from the client.
    pub(crate) fn client_sends(&mut self, flags: u8, payload: &[u8]) -> Message {
        self.client.send(&self.server, flags, payload)
    }

    /// A segment from the server.
    pub(crate) fn server_sends(&mut self, flags: u8, payload: &[u8]) -> Message {
        self.server.send(&self.client, flags, payload)
    }

    /// The three segments that open the connection; the laptop is the client.
    pub(crate) fn open(&mut self, tap: &mut Tap) {
        tap.sends(self.client_sends(SYN, &[]));
        tap.receives(self.server_sends(SYN | ACK, &[]));
        tap.sends(self.client_sends(ACK, &[]));
    }

    /// The three segments that close it.
    pub(crate) fn close(&mut self, tap: &mut Tap) {
        tap.sends(self.client_sends(FIN | ACK, &[]));
        tap.receives(self.server_sends(FIN | ACK, &[]));
        tap.sends(self.client_sends(ACK, &[]));
    }
}

impl End {
    fn send(&mut self, other: &End, flags: u8, payload: &[u8]) -> Message {
        let opens = flags & SYN != 0;
        let segment = Segment {
            flags,
            sequence: self.next_sequence,
            acknowledgment: if flags & ACK != 0 { other.next_sequence } else { 0 },
            window: if opens { 64_240 } else { 502 },
            options: if opens { &SYN_OPTIONS } else { &[] },
            payload,
        };
        let taken = payload.len() as u32 + u32::from(flags & (SYN | FIN) != 0);
        self.next_sequence = self.next_sequence.wrapping_add(taken);
        Message::tcp(self.address, other.address, &segment)
    }
}

/// The greetings of TLS, a request, and a page of as many full segments.
pub(crate) fn page(tap: &mut Tap, connection: &mut Connection, segments: usize) {
    let hello = client_hello(WEB_NAME, &tap.random);
    tap.sends(connection.client_sends(PSH | ACK, &hello));
    tap.receives(connection.server_sends(ACK, &[]));
    let hello = [server_hello(&tap.random), tls_data(1100, &tap.random)].concat();
    tap.receives(connection.server_sends(PSH | ACK, &hello));
    tap.sends(connection.client_sends(PSH | ACK, &tls_data(58, &tap.random)));
    tap.sends(connection.client_sends(PSH | ACK, &tls_data(417, &tap.random)));
    for _ in 0..segments {
        tap.receives(connection.server_sends(ACK, &tls_data(SEGMENT, &tap.random)));
        tap.sends(connection.client_sends(ACK, &[]));
    }
}

/// A question for the address that a name stands for, and its answer.
pub(crate) fn lookup(
    tap: &mut Tap,
    client: impl Into<SocketAddr>,
    resolver: impl Into<SocketAddr>,
    name: &str,
    answer: impl Into<IpAddr>,
) {
    let (client, resolver) = (client.into(), resolver.into());
    let id = tap.random.within(0..1 << 16) as u16;
    let lookup = Lookup { id, name, answer: Answer::Address(answer.into()) };
    tap.sends(Message::udp(client, resolver, &lookup.query()));
    tap.receives(Message::udp(resolver, client, &lookup.response()));
}

/// An echo and its reply.
pub(crate) fn ping(tap: &mut Tap, from: impl Into<IpAddr>, to: impl Into<IpAddr>) {
    let (from, to) = (from.into(), to.into());
    let data: Vec<u8> = (0..56).collect();
    tap.sends(echo_request(from, to, &data));
    tap.receives(echo_reply(to, from, &data));
}

/// An ICMP or ICMPv6 echo request.
pub(crate) fn echo_request(from: impl Into<IpAddr>, to: impl Into<IpAddr>, data: &[u8]) -> Message {
    let from = from.into();
    echo(from, to.into(), if from.is_ipv4() { 8 } else { 128 }, data)
}

/// An ICMP or ICMPv6 echo reply.
pub(crate) fn echo_reply(from: impl Into<IpAddr>, to: impl Into<IpAddr>, data: &[u8]) -> Message {
    let from = from.into();
    echo(from, to.into(), if from.is_ipv4() { 0 } else { 129 }, data)
}

fn echo(from: IpAddr, to: IpAddr, kind: u8, data: &[u8]) -> Message {
    const IDENTIFIER_AND_SEQUENCE: [u8; 4] = [0x1c, 0x46, 0, 1];
    Message::icmp(from, to, [kind, 0], IDENTIFIER_AND_SEQUENCE, data)
}

/// The error that answers a datagram to a port where nobody listens.
pub(crate) fn port_unreachable(from: Ipv4Addr, to: Ipv4Addr, quote: &Packet) -> Message {
    Message::icmp(from, to, [3, 3], [0; 4], &quote.bytes)
}

//! Conversations between the laptop and others.

use std::net::{IpAddr, SocketAddr};

use super::message::{Message, Segment};
use super::payload::{Question, client_hello, server_hello, tls_data};
use super::tap::Tap;

/// The last segment from this side.
pub(crate) const FIN: u8 = 0x01;
/// The first segment from this side.
pub(crate) const SYN: u8 = 0x02;
/// The segment ends a piece of data.
pub(crate) const PSH: u8 = 0x08;
/// The segment acknowledges another.
pub(crate) const ACK: u8 = 0x10;

/// Maximum segment size 1460, selective acknowledgments permitted, window scale 7.
const SYN_OPTIONS: [u8; 12] = [2, 4, 0x05, 0xb4, 1, 1, 4, 2, 1, 3, 3, 7];

/// A TCP connection.
pub(crate) struct Connection {
    client: End,
    server: End,
}

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
        let segment = Segment {
            flags,
            sequence: self.next_sequence,
            acknowledgment: if flags & ACK != 0 { other.next_sequence } else { 0 },
            options: if flags & SYN != 0 { &SYN_OPTIONS } else { &[] },
            payload,
        };
        let unseen = payload.len() as u32 + u32::from(flags & (SYN | FIN) != 0);
        self.next_sequence = self.next_sequence.wrapping_add(unseen);
        Message::tcp(self.address, other.address, &segment)
    }
}

/// A page over HTTPS, in `segments` full segments.
pub(crate) fn https(tap: &mut Tap, mut connection: Connection, segments: usize) {
    connection.open(tap);
    tls_handshake(tap, &mut connection);
    tap.sends(connection.client_sends(PSH | ACK, &tls_data(517, &mut tap.random)));
    for _ in 0..segments {
        tap.receives(connection.server_sends(ACK, &tls_data(1400, &mut tap.random)));
        tap.sends(connection.client_sends(ACK, &[]));
    }
    connection.close(tap);
}

/// The greetings of TLS, each acknowledged by the next.
pub(crate) fn tls_handshake(tap: &mut Tap, connection: &mut Connection) {
    let hello = client_hello("www.example.com", &mut tap.random);
    tap.sends(connection.client_sends(PSH | ACK, &hello));
    tap.receives(connection.server_sends(ACK, &[]));
    let mut hello = server_hello(&mut tap.random);
    hello.extend(tls_data(1100, &mut tap.random));
    tap.receives(connection.server_sends(PSH | ACK, &hello));
    tap.sends(connection.client_sends(PSH | ACK, &tls_data(58, &mut tap.random)));
}

/// A question to the name server and its answer.
pub(crate) fn lookup(
    tap: &mut Tap,
    client: impl Into<SocketAddr>,
    resolver: IpAddr,
    question: Question,
    data: &[u8],
) {
    let (client, resolver) = (client.into(), (resolver, 53));
    let id = client.port() ^ 0x5a5a;
    tap.sends(Message::udp(client, resolver, &question.query(id)));
    tap.receives(Message::udp(resolver, client, &question.response(id, data)));
}

/// An echo and its reply.
pub(crate) fn ping(tap: &mut Tap, from: IpAddr, to: IpAddr) {
    let data: Vec<u8> = (0..56).collect();
    tap.sends(echo_request(from, to, &data));
    tap.receives(echo_reply(to, from, &data));
}

/// An ICMP or ICMPv6 echo request.
pub(crate) fn echo_request(from: IpAddr, to: IpAddr, data: &[u8]) -> Message {
    echo(from, to, if from.is_ipv4() { 8 } else { 128 }, data)
}

/// An ICMP or ICMPv6 echo reply.
pub(crate) fn echo_reply(from: IpAddr, to: IpAddr, data: &[u8]) -> Message {
    echo(from, to, if from.is_ipv4() { 0 } else { 129 }, data)
}

fn echo(from: IpAddr, to: IpAddr, kind: u8, data: &[u8]) -> Message {
    const IDENTIFIER_AND_SEQUENCE: [u8; 4] = [0x1c, 0x46, 0, 1];
    Message::icmp(from, to, [kind, 0], IDENTIFIER_AND_SEQUENCE, data)
}

//! What the messages say: DNS and TLS, as far as a dissector looks into them.

use std::net::IpAddr;

use super::message::length_field;
use super::random::Random;

/// A question to a name server, with its answer.
pub(crate) struct Lookup<'a> {
    /// The number by which the response is found.
    pub(crate) id: u16,
    /// The name that is asked for.
    pub(crate) name: &'a str,
    /// What it stands for.
    pub(crate) answer: Answer<'a>,
}

/// The data of a DNS record.
pub(crate) enum Answer<'a> {
    /// An address.
    Address(IpAddr),
    /// Text.
    Text(&'a str),
}

const INTERNET: [u8; 2] = [0, 1];

impl Lookup<'_> {
    /// The query.
    pub(crate) fn query(&self) -> Vec<u8> {
        const RECURSION_DESIRED: [u8; 2] = [0x01, 0x00];
        self.dns_message(RECURSION_DESIRED, 0)
    }

    /// The response.
    pub(crate) fn response(&self) -> Vec<u8> {
        const RESPONSE: [u8; 2] = [0x81, 0x80];
        const NAME_OF_QUESTION: [u8; 2] = [0xc0, 0x0c];
        const HOUR: u32 = 3600;
        let mut message = self.dns_message(RESPONSE, 1);
        message.extend(NAME_OF_QUESTION);
        message.extend(self.answer.record_type());
        message.extend(INTERNET);
        message.extend(HOUR.to_be_bytes());
        message.extend(with_length(&self.answer.data()));
        message
    }

    fn dns_message(&self, flags: [u8; 2], answers: u8) -> Vec<u8> {
        let mut message = self.id.to_be_bytes().to_vec();
        message.extend(flags);
        message.extend([0, 1, 0, answers, 0, 0, 0, 0]);
        for label in self.name.split('.') {
            message.push(label.len() as u8);
            message.extend(label.as_bytes());
        }
        message.push(0);
        message.extend(self.answer.record_type());
        message.extend(INTERNET);
        message
    }
}

impl Answer<'_> {
    fn record_type(&self) -> [u8; 2] {
        match self {
            Self::Address(IpAddr::V4(_)) => [0, 1],
            Self::Text(_) => [0, 16],
            Self::Address(IpAddr::V6(_)) => [0, 28],
        }
    }

    fn data(&self) -> Vec<u8> {
        match self {
            Self::Address(IpAddr::V4(address)) => address.octets().to_vec(),
            Self::Address(IpAddr::V6(address)) => address.octets().to_vec(),
            Self::Text(text) => {
                let strings = text.as_bytes().chunks(255);
                strings.flat_map(|string| [&[string.len() as u8], string].concat()).collect()
            }
        }
    }
}

/// A TLS record of application data, `len` bytes in all.
pub(crate) fn tls_data(len: usize, random: &Random) -> Vec<u8> {
    tls_record(23, &random.bytes(len - 5))
}

/// The greeting of a TLS client.
pub(crate) fn client_hello(server_name: &str, random: &Random) -> Vec<u8> {
    let name = [&[0][..], &with_length(server_name.as_bytes())].concat();
    let server_name = extension(0, &with_length(&name));
    let groups = extension(10, &with_length(&[0, 29]));
    let signatures = extension(13, &with_length(&[4, 3, 8, 4]));
    let versions = extension(43, &[2, 3, 4]);
    let key = [&[0, 29][..], &with_length(&random.bytes(32))].concat();
    let key_share = extension(51, &with_length(&key));
    let extensions = [server_name, groups, signatures, versions, key_share].concat();
    let cipher_suites = with_length(&[0x13, 0x01, 0x13, 0x02, 0x13, 0x03]);
    hello(1, &[&cipher_suites, &[1, 0], &with_length(&extensions)], random)
}

/// The greeting of a TLS server.
pub(crate) fn server_hello(random: &Random) -> Vec<u8> {
    let versions = extension(43, &[3, 4]);
    let key = [&[0, 29][..], &with_length(&random.bytes(32))].concat();
    let extensions = [versions, extension(51, &key)].concat();
    hello(2, &[&[0x13, 0x01], &[0], &with_length(&extensions)], random)
}

fn hello(kind: u8, rest: &[&[u8]], random: &Random) -> Vec<u8> {
    let (nonce, session) = (random.bytes(32), random.bytes(32));
    let body = [&[3, 3][..], &nonce, &[32], &session, &rest.concat()].concat();
    tls_record(22, &[&[kind, 0], &with_length(&body)[..]].concat())
}

fn tls_record(kind: u8, body: &[u8]) -> Vec<u8> {
    [&[kind, 3, 3], &with_length(body)[..]].concat()
}

fn extension(kind: u16, body: &[u8]) -> Vec<u8> {
    [&kind.to_be_bytes()[..], &with_length(body)].concat()
}

fn with_length(bytes: &[u8]) -> Vec<u8> {
    [&length_field(bytes.len())[..], bytes].concat()
}

//! What the messages say: DNS and TLS, as far as a dissector looks into them.

use super::message::length_field;
use super::random::Random;

/// A question to a name server.
#[derive(Clone, Copy)]
pub(crate) struct Question {
    /// The name that is asked for.
    pub(crate) name: &'static str,
    /// The type of record that is asked for.
    pub(crate) record: u16,
}

/// The type of a record with an IPv4 address.
pub(crate) const A: u16 = 1;
/// The type of a record with text.
pub(crate) const TXT: u16 = 16;
/// The type of a record with an IPv6 address.
pub(crate) const AAAA: u16 = 28;

const INTERNET: [u8; 2] = [0, 1];

impl Question {
    /// The query.
    pub(crate) fn query(self, id: u16) -> Vec<u8> {
        const RECURSION_DESIRED: [u8; 2] = [0x01, 0x00];
        self.dns_message(id, RECURSION_DESIRED, 0)
    }

    /// The response with one record.
    pub(crate) fn response(self, id: u16, data: &[u8]) -> Vec<u8> {
        const RESPONSE: [u8; 2] = [0x81, 0x80];
        const NAME_OF_QUESTION: [u8; 2] = [0xc0, 0x0c];
        const HOUR: u32 = 3600;
        let mut message = self.dns_message(id, RESPONSE, 1);
        message.extend(NAME_OF_QUESTION);
        message.extend(self.record.to_be_bytes());
        message.extend(INTERNET);
        message.extend(HOUR.to_be_bytes());
        message.extend(length_field(data.len()));
        message.extend(data);
        message
    }

    fn dns_message(self, id: u16, flags: [u8; 2], answers: u8) -> Vec<u8> {
        let mut message = id.to_be_bytes().to_vec();
        message.extend(flags);
        message.extend([0, 1, 0, answers, 0, 0, 0, 0]);
        for label in self.name.split('.') {
            message.push(label.len() as u8);
            message.extend(label.as_bytes());
        }
        message.push(0);
        message.extend(self.record.to_be_bytes());
        message.extend(INTERNET);
        message
    }
}

/// The data of a TXT record that holds `text`.
pub(crate) fn txt_record(text: &str) -> Vec<u8> {
    let strings = text.as_bytes().chunks(255);
    strings.flat_map(|string| [&[string.len() as u8], string].concat()).collect()
}

/// A TLS record of application data, `len` bytes in all.
pub(crate) fn tls_data(len: usize, random: &mut Random) -> Vec<u8> {
    tls_record(23, &random.bytes(len - 5))
}

/// The greeting of a TLS client.
pub(crate) fn client_hello(server_name: &str, random: &mut Random) -> Vec<u8> {
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
pub(crate) fn server_hello(random: &mut Random) -> Vec<u8> {
    let versions = extension(43, &[3, 4]);
    let key = [&[0, 29][..], &with_length(&random.bytes(32))].concat();
    let extensions = [versions, extension(51, &key)].concat();
    hello(2, &[&[0x13, 0x01], &[0], &with_length(&extensions)], random)
}

fn hello(kind: u8, rest: &[&[u8]], random: &mut Random) -> Vec<u8> {
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

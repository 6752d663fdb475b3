//! UDP datagrams of 8 to 120 bytes with their pseudo-header.

use std::fmt;

use bench_abi::Addresses;

use super::fill::{Fill, Filled};
use super::{Case, compare, first_fault, naive};
use crate::results::{Check, Fault};
use crate::subject::Subject;

/// The longest datagram here.
const LONGEST: usize = 120;

/// A datagram.
#[derive(Clone, Copy, Debug)]
struct Datagram {
    len: usize,
    fill: Fill,
    addresses: Addresses,
}

impl Case for Datagram {
    fn len(&self) -> usize {
        self.len
    }
}

impl fmt::Display for Datagram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Addresses { src: [a, b, c, d], dst: [e, g, h, i] } = self.addresses;
        let filled = Filled { len: self.len, fill: self.fill };
        write!(f, "a datagram of {filled}, {a}.{b}.{c}.{d} to {e}.{g}.{h}.{i}")
    }
}

/// Checks one datagram after the other.
pub(super) fn check(subject: &Subject) -> Option<Fault> {
    subject.entry.datagram?;
    let hosts = [
        Addresses { src: [192, 0, 2, 1], dst: [198, 51, 100, 2] },
        Addresses { src: [255; 4], dst: [255; 4] },
    ];
    let cases = (8..=LONGEST).flat_map(|len| {
        Fill::all().flat_map(move |fill| hosts.map(|addresses| Datagram { len, fill, addresses }))
    });
    first_fault(Check::Datagram, cases, |Datagram { len, fill, addresses }| {
        let mut message = [0; 12 + LONGEST];
        let message = &mut message[..12 + len];
        message[..12].copy_from_slice(&addresses.pseudo_header(len));
        fill.write(&mut message[12..]);
        let expected = naive::udp(naive::checksum(message));
        compare(subject.udp_checksum(&addresses, &message[12..])?, expected)
    })
}

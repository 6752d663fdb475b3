//! The destination options header (RFC 8200 § 4.6) and its home address option (RFC 6275).

use core::net::Ipv6Addr;

use crate::claim::Claim;
use crate::ip_payload::IpPayload;
use crate::layer::ipv6_options::{self, ExtensionHeader};
use crate::span::Span;
use crate::walk::Walk;
use crate::{Addresses, Layer};

const HOME_ADDRESS: u8 = 0xc9;

pub(crate) fn read(walk: &mut Walk<'_>, payload: &IpPayload, span: Span) -> Option<Claim> {
    walk.enter(Layer::DestinationOptions);
    let header = match ipv6_options::read(walk, span) {
        Ok(header) => header,
        Err(reason) => return Claim::unverifiable(ExtensionHeader::PROTOCOL, span.at, reason),
    };
    let mut behind = payload.behind_extension(header.next_header);
    // The home address stands for the source (RFC 6275 § 11.3.1).
    if let Addresses::V6 { source, .. } = &mut behind.addresses
        && let Some(home) = header.option(HOME_ADDRESS)
        && let Ok(home) = <[u8; 16]>::try_from(home)
    {
        *source = Ipv6Addr::from(home);
    }
    walk.push_ip_payload(behind, span.skip(header.len()));
    None
}

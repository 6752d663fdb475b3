//! Who takes part, at addresses reserved for documentation (RFC 5737, RFC 3849) and locally
//! administered hardware addresses.

use std::net::{Ipv4Addr, Ipv6Addr};

/// A host with an address of each family.
pub(crate) struct Host {
    /// Its IPv4 address.
    pub(crate) v4: Ipv4Addr,
    /// Its IPv6 address.
    pub(crate) v6: Ipv6Addr,
}

const fn host(network: [u8; 3], number: u8) -> Host {
    let [a, b, c] = network;
    Host {
        v4: Ipv4Addr::new(a, b, c, number),
        v6: Ipv6Addr::new(0x2001, 0xdb8, 0, c as u16, 0, 0, 0, number as u16),
    }
}

const HOME: [u8; 3] = [192, 0, 2];
const INTERNET: [u8; 3] = [198, 51, 100];
const OVERLAY: [u8; 3] = [203, 0, 113];

/// The host on which the captures are taken.
pub(crate) const LAPTOP: Host = host(HOME, 10);
/// Its way to everybody else.
pub(crate) const ROUTER: Host = host(HOME, 1);
/// The router, as it looks from the Internet.
pub(crate) const ROUTER_OUTSIDE: Host = host(INTERNET, 1);
/// A switch that sends its log to the laptop.
pub(crate) const SWITCH: Host = host(HOME, 2);
/// A file server that takes backups.
pub(crate) const STORE: Host = host(HOME, 20);
/// Its name.
pub(crate) const STORE_NAME: &str = "store.example.com";
/// The name server.
pub(crate) const RESOLVER: Host = host(INTERNET, 53);
/// The web server.
pub(crate) const WEB: Host = host(INTERNET, 80);
/// Its name.
pub(crate) const WEB_NAME: &str = "www.example.com";
/// The far end of the tunnel.
pub(crate) const TUNNEL_END: Host = host(INTERNET, 200);
/// A virtual machine on the laptop, in the overlay network inside the tunnel.
pub(crate) const GUEST: Host = host(OVERLAY, 10);
/// Another one, behind the far end of the tunnel.
pub(crate) const FAR_GUEST: Host = host(OVERLAY, 20);

/// A hardware address.
pub(crate) type Mac = [u8; 6];

/// The laptop's on the wire.
pub(crate) const LAPTOP_MAC: Mac = [2, 0, 0, 0, 0, 0x10];
/// The router's.
pub(crate) const ROUTER_MAC: Mac = [2, 0, 0, 0, 0, 0x01];
/// The virtual machine's.
pub(crate) const GUEST_MAC: Mac = [2, 0, 0, 0, 0x71, 0x10];
/// That of the virtual machine behind the tunnel.
pub(crate) const FAR_GUEST_MAC: Mac = [2, 0, 0, 0, 0x71, 0x20];

//! The example captures. Each is told as the traffic that it shows (`clean`, `damaged`,
//! `offloaded`), heard by a [`tap`] on the host that takes part in it:
//! [`traffic`] → [`message`] → [`packet`] → [`frame`] → [`tap`] → [`pcap`] or [`pcapng`].

mod clean;
mod damaged;
mod frame;
mod hosts;
mod message;
mod offloaded;
mod packet;
mod payload;
mod pcap;
mod pcapng;
mod random;
mod tap;
mod traffic;

/// Every capture, with its file name.
pub(crate) fn all() -> [(&'static str, Vec<u8>); 3] {
    [
        ("clean.pcap", clean::capture()),
        ("damaged.pcap", damaged::capture()),
        ("offloaded.pcapng", offloaded::capture()),
    ]
}

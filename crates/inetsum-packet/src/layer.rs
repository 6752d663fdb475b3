//! LAYERS, one file each: a view over the header's bytes and the reader that judges its checksum.

pub(crate) mod ah;
pub(crate) mod destination_options;
pub(crate) mod esp;
pub(crate) mod ethernet;
pub(crate) mod fragment;
pub(crate) mod geneve;
pub(crate) mod gre;
pub(crate) mod hop_by_hop;
pub(crate) mod icmp;
pub(crate) mod icmp_extension;
pub(crate) mod icmpv6;
pub(crate) mod igmp;
pub(crate) mod inner_ip;
pub(crate) mod ip;
mod ipv4;
mod ipv6;
mod ipv6_options;
pub(crate) mod linux_sll;
pub(crate) mod llc;
pub(crate) mod null;
pub(crate) mod routing;
pub(crate) mod sctp;
pub(crate) mod tcp;
pub(crate) mod udp;
pub(crate) mod udp_lite;
pub(crate) mod unknown_ethertype;
pub(crate) mod vxlan;

//! EtherTypes that lead no further.

use crate::claim::Claim;
use crate::layer::ethernet;
use crate::span::Span;
use crate::{Protocol, Reason};

/// Whether frames of this type are known to hold neither an IP packet nor an Internet checksum.
pub(crate) fn has_no_checksum(ethertype: u16) -> bool {
    matches!(
        ethertype,
        0x0806 | 0x8035        // ARP, RARP
            | 0x0842           // Wake-on-LAN
            | 0x6000..=0x6009  // DEC
            | 0x809b | 0x80f3  // AppleTalk, its ARP
            | 0x8137           // IPX
            | 0x8809           // slow protocols (LACP)
            | 0x8863           // PPPoE discovery
            | 0x888e           // EAP over LAN
            | 0x8892 | 0x88a4 | 0x88b8..=0x88ba // PROFINET, EtherCAT, GOOSE and its kin
            | 0x88a2           // ATA over Ethernet
            | 0x88cc           // LLDP
            | 0x88e1           // HomePlug
            | 0x88f5 | 0x88f6  // MVRP, MMRP
            | 0x88f7           // PTP
            | 0x8902           // connectivity fault management
            | 0x8906 | 0x8914 | 0x8915 // Fibre Channel over Ethernet, its set-up, RoCE
            | 0x9000 // loopback test
    )
}

/// Reports a protocol that may carry IP packets, or a checksum of its own, but is not known here.
pub(crate) fn read(ethertype: u16, span: Span) -> Option<Claim> {
    if ethertype < ethernet::FIRST_TYPE || has_no_checksum(ethertype) {
        return None;
    }
    Claim::unverifiable(Protocol::EtherType(ethertype), span.at, Reason::Unsupported)
}

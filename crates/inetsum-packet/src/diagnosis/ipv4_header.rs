//! Checksums of an IPv4 header of which one field was another.

use inetsum::Sum;

use super::hypotheses::Case;
use crate::layer::ipv4;
use crate::{Diagnosis, HeaderField, Protocol};

/// Code points of explicit congestion notification, of which routers turn the others into the first
/// (RFC 3168 § 5).
const CONGESTION_EXPERIENCED: u16 = 3;
const CAPABLE: [u16; 2] = [2, 1];
const DO_NOT_FRAGMENT: u16 = 0x4000;

impl Case<'_> {
    pub(super) fn other_ipv4_header(&self) -> Option<Diagnosis> {
        if self.field.protocol != Protocol::Ipv4 {
            return None;
        }
        let header = self.frame.get(self.field.covers.start..)?.first_chunk().map(ipv4::Header)?;
        let word = |at: usize| {
            let bytes = header.0.get(at..)?.first_chunk()?;
            Some(u16::from_be_bytes(*bytes))
        };
        let (total_len, identification) = (word(2)?, word(4)?);
        let (flags, time_to_live) = (word(6)?, word(8)? >> 8);
        let type_of_service = word(0)? & 0xff;
        let without_congestion = type_of_service & !CONGESTION_EXPERIENCED;
        let payload_len = total_len.saturating_sub(header.header_len() as u16);
        [
            (
                HeaderField::TimeToLive,
                time_to_live,
                [time_to_live.saturating_add(1).min(255), time_to_live.saturating_sub(1)],
            ),
            (HeaderField::TotalLength, total_len, [0, total_len.swap_bytes()]),
            (HeaderField::TotalLength, total_len, [payload_len; 2]),
            (HeaderField::Identification, identification, [0, identification.swap_bytes()]),
            (HeaderField::FlagsAndOffset, flags, [0, flags ^ DO_NOT_FRAGMENT]),
            (HeaderField::TypeOfService, type_of_service, [0, without_congestion]),
            (
                HeaderField::TypeOfService,
                type_of_service,
                CAPABLE.map(|code| without_congestion | code),
            ),
        ]
        .into_iter()
        .find_map(|(field, found, others)| {
            self.find(others.map(|summed| {
                let total = self.all.remove(field.sum(found)).combine(field.sum(summed));
                (Some(total), Diagnosis::Ipv4Header { field, summed, found })
            }))
        })
    }
}

impl HeaderField {
    /// As it counts in the header's sum.
    fn sum(self, value: u16) -> Sum {
        Sum::from_word(match self {
            HeaderField::TimeToLive => value << 8,
            _ => value,
        })
    }
}

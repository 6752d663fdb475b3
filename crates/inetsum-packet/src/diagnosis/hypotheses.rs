//! The faults that are looked for, the likeliest first: what each would have left in the field.

use inetsum::Sum;

use super::ip_header::IpHeader;
use crate::{Addresses, ChecksumField, Diagnosis, Protocol, PseudoHeader, Verdict};

/// Number of ICMP over IPv4, which senders of ICMPv6 mistake for theirs.
const ICMP: u8 = 1;
/// Number of UDP, which senders of UDP-Lite mistake for theirs.
const UDP: u8 = 17;
/// Length in bytes of the header of UDP and its kin, and of the shortest one of TCP or IPv4.
pub(super) const SHORT_HEADERS: [usize; 2] = [8, 20];

/// A checksum that is not what belongs there.
pub(super) struct Case<'a> {
    pub(super) field: &'a ChecksumField,
    pub(super) frame: &'a [u8],
    pub(super) ip: Option<IpHeader<'a>>,
    pub(super) pseudo_header: Option<&'a PseudoHeader>,
    /// The sum of the bytes covered, without the field.
    covered: Sum,
    /// The same with the pseudo-header.
    pub(super) all: Sum,
}

impl<'a> Case<'a> {
    pub(super) fn new(field: &'a ChecksumField, frame: &'a [u8]) -> Option<Case<'a>> {
        if !field.verdict.is_bad() && field.verdict != Verdict::Noncanonical {
            return None;
        }
        let pseudo_header = field.pseudo_header.as_ref();
        let covered = super::extent::sum_up_to(field, frame, field.covers.end)?;
        let all = pseudo_header.map_or(Sum::ZERO, PseudoHeader::sum).combine(covered);
        let ip = field.ip_at.and_then(|at| IpHeader::at(frame, at));
        Some(Case { field, frame, ip, pseudo_header, covered, all })
    }

    pub(super) fn diagnosis(&self) -> Option<Diagnosis> {
        let left_to_the_card = self.field.offload_form().map(Diagnosis::Offloaded);
        left_to_the_card
            .or_else(|| self.one_of_the_zeros())
            .or_else(|| self.misstored())
            .or_else(|| self.other_pseudo_header())
            .or_else(|| self.other_extent())
            .or_else(|| self.other_ipv4_header())
            .or_else(|| self.lost_carry())
    }

    /// Whether the checksum of these bytes is what is stored, 0xffff and 0x0000 being the same.
    pub(super) fn is_of(&self, total: Sum) -> bool {
        total.checksum() % 0xffff == self.field.stored % 0xffff
    }

    /// The first diagnosis whose sum is that of what is stored.
    pub(super) fn find(
        &self,
        hypotheses: impl IntoIterator<Item = (Option<Sum>, Diagnosis)>,
    ) -> Option<Diagnosis> {
        let is_met = |total: &Option<Sum>| total.is_some_and(|total| self.is_of(total));
        hypotheses.into_iter().find(|(total, _)| is_met(total)).map(|(_, diagnosis)| diagnosis)
    }

    fn one_of_the_zeros(&self) -> Option<Diagnosis> {
        let never_zero = self.field.zero_is_sent_as_ffff;
        match (self.field.stored, self.field.verdict) {
            (0, _) if never_zero && self.is_of(self.all) => Some(Diagnosis::ZeroNotReplaced),
            (_, Verdict::Noncanonical) => Some(Diagnosis::OtherZero),
            (0, Verdict::ZeroForbidden { .. }) => Some(Diagnosis::NoChecksum),
            (0, _) => Some(Diagnosis::NotFilledIn),
            (0xffff, _) if never_zero => Some(Diagnosis::SummedAgain),
            _ => None,
        }
    }

    fn misstored(&self) -> Option<Diagnosis> {
        let stored = self.field.stored;
        let is_swapped = self.field.expected().is_some_and(|right| right.swap_bytes() == stored);
        if self.all.fold() == stored {
            Some(Diagnosis::NotComplemented)
        } else if is_swapped {
            Some(Diagnosis::ByteSwapped)
        } else {
            None
        }
    }

    fn other_pseudo_header(&self) -> Option<Diagnosis> {
        let Some(pseudo_header) = self.pseudo_header else {
            return self.find([(self.with_pseudo_header(), Diagnosis::PseudoHeaderIncluded)]);
        };
        let swapped_length = (pseudo_header.length as u16).swap_bytes().into();
        let swapped = PseudoHeader { length: swapped_length, ..*pseudo_header };
        let alone = pseudo_header.sum();
        self.find([
            (Some(self.covered), Diagnosis::PseudoHeaderLeftOut),
            (Some(alone), Diagnosis::PseudoHeaderOnly),
            (Some(self.all.combine(alone)), Diagnosis::PseudoHeaderTwice),
            (Some(self.under(swapped)), Diagnosis::LengthByteSwapped),
        ])
        .or_else(|| self.other_addresses(pseudo_header))
        .or_else(|| self.other_length(pseudo_header))
        .or_else(|| self.other_protocol(pseudo_header))
        .or_else(|| self.is_like_ipv4_header().then_some(Diagnosis::LikeIpv4Header))
    }

    /// The sum of the bytes covered under this pseudo-header.
    fn under(&self, pseudo_header: PseudoHeader) -> Sum {
        self.covered.combine(pseudo_header.sum())
    }

    /// The sum with a pseudo-header made up from the IP header.
    fn with_pseudo_header(&self) -> Option<Sum> {
        let ip = self.ip.as_ref().filter(|_| self.field.protocol != Protocol::Ipv4)?;
        let (addresses, protocol) = (ip.addresses()?, ip.protocol());
        let length = u32::try_from(self.field.covers.len()).ok()?;
        Some(self.under(PseudoHeader { addresses, protocol, length, note: None }))
    }

    fn other_addresses(&self, right: &PseudoHeader) -> Option<Diagnosis> {
        let of_header = self.ip.as_ref().and_then(IpHeader::addresses);
        let zeros = Some(right.addresses.zeros());
        let under = |source: Option<Addresses>, destination: Option<Addresses>| {
            let source = source.unwrap_or(right.addresses);
            let destination = destination.unwrap_or(right.addresses);
            let addresses = source.with_destination_of(destination)?;
            Some(self.under(PseudoHeader { addresses, ..*right }))
        };
        self.find([
            (under(None, of_header), Diagnosis::DestinationOfHeader),
            (under(of_header, None), Diagnosis::SourceOfHeader),
            (under(zeros, None), Diagnosis::SourceLeftOut),
            (under(None, zeros), Diagnosis::DestinationLeftOut),
        ])
    }

    /// None, that of the packet with its header or with a part of it, that of the payload alone, and
    /// what is left of a great one in 16 bits.
    fn other_length(&self, right: &PseudoHeader) -> Option<Diagnosis> {
        let packet = self.ip.as_ref().and_then(IpHeader::packet_len);
        let fixed_header = self.ip.as_ref().map(IpHeader::fixed_header_len);
        let behind_fixed_header =
            packet.zip(fixed_header).and_then(|(packet, header)| packet.checked_sub(header));
        let without = |header: usize| right.length.checked_sub(u32::try_from(header).ok()?);
        let [udp_payload, tcp_payload] = SHORT_HEADERS.map(without);
        let lengths = [
            Some(0),
            packet.and_then(|len| u32::try_from(len).ok()),
            behind_fixed_header.and_then(|len| u32::try_from(len).ok()),
            udp_payload,
            tcp_payload,
            Some(right.length & 0xffff),
        ];
        self.find(lengths.into_iter().flatten().map(|length| {
            let total = self.under(PseudoHeader { length, ..*right });
            (Some(total), Diagnosis::Length { summed: length, right: right.length })
        }))
    }

    /// None, the one that the IP header names, which may be that of an extension header, and those
    /// of the next of kin.
    fn other_protocol(&self, right: &PseudoHeader) -> Option<Diagnosis> {
        let of_header = self.ip.as_ref().map(IpHeader::protocol);
        let protocols = [of_header, Some(0), Some(ICMP), Some(UDP)];
        self.find(protocols.into_iter().flatten().map(|protocol| {
            let total = self.under(PseudoHeader { protocol, ..*right });
            (Some(total), Diagnosis::ProtocolNumber { summed: protocol, right: right.protocol })
        }))
    }

    /// Whether the IPv4 header around is off by the same difference.
    fn is_like_ipv4_header(&self) -> bool {
        let (Some(IpHeader::V4(header)), Some(at)) = (&self.ip, self.field.ip_at) else {
            return false;
        };
        let Some(header) = self.frame.get(at..at.saturating_add(header.header_len())) else {
            return false;
        };
        let as_it_stands = self.all.combine(Sum::from_word(self.field.stored));
        inetsum::sum(header).fold() % 0xffff == as_it_stands.fold() % 0xffff
    }
}

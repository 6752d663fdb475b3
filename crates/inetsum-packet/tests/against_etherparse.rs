//! The checksums that `etherparse` computes for the frames it builds are the right ones.

mod frames;

use etherparse::igmp::UnknownHeader;
use etherparse::{
    IgmpType, IpAuthHeader, IpFragOffset, IpHeaders, IpNumber, Ipv4Extensions, Ipv4Header,
    Ipv6Extensions, Ipv6FragmentHeader, Ipv6Header, Ipv6RawExtHeader, Ipv6RoutingExtensions,
    LinuxSllPacketType, PacketBuilder, PacketBuilderStep, TcpHeader, VlanId,
};
use frames::look::fields;
use inetsum_packet::{LinkType, Protocol, Verdict, fix};
use proptest::collection::vec;
use proptest::prelude::*;

/// What stands before the IP header.
#[derive(Clone, Copy, Debug)]
enum Link {
    Ethernet { tags: u8 },
    LinuxSll,
    Raw,
}

impl Link {
    fn number(self) -> LinkType {
        match self {
            Link::Ethernet { .. } => LinkType::ETHERNET,
            Link::LinuxSll => LinkType::LINUX_SLL,
            Link::Raw => LinkType::RAW,
        }
    }

    fn before(self, ip: IpHeaders) -> PacketBuilderStep<IpHeaders> {
        let ethernet = PacketBuilder::ethernet2([2; 6], [4; 6]);
        let id = VlanId::try_new(100).unwrap();
        match self {
            Link::Ethernet { tags: 0 } => ethernet.ip(ip),
            Link::Ethernet { tags: 1 } => ethernet.single_vlan(id).ip(ip),
            Link::Ethernet { .. } => ethernet.double_vlan(id, id).ip(ip),
            Link::LinuxSll => {
                PacketBuilder::linux_sll(LinuxSllPacketType::OUTGOING, 6, [2; 8]).ip(ip)
            }
            Link::Raw => PacketBuilder::ip(ip),
        }
    }
}

fn link() -> impl Strategy<Value = Link> {
    prop_oneof![
        (0..3u8).prop_map(|tags| Link::Ethernet { tags }),
        Just(Link::LinuxSll),
        Just(Link::Raw),
    ]
}

prop_compose! {
    fn authentication()(spi: u32, code in vec(any::<u8>(), 0..8)) -> IpAuthHeader {
        // In units of 8 bytes with the 12 before it, for IPv6.
        let code = code.repeat(8).into_iter().chain([1; 4]).collect::<Vec<_>>();
        IpAuthHeader::new(IpNumber::TCP, spi, 1, &code).unwrap()
    }
}

prop_compose! {
    fn v4()(
        addresses: ([u8; 4], [u8; 4]),
        // Options of no known kind, or none.
        options in prop::sample::select(vec![vec![], vec![0x94, 4, 0, 0], vec![1; 40]]),
        authentication in prop::option::of(authentication()),
        fields: (u8, u16),
    ) -> IpHeaders {
        let (source, destination) = addresses;
        let mut header = Ipv4Header::new(0, fields.0, IpNumber::TCP, source, destination).unwrap();
        header.identification = fields.1;
        header.options = options[..].try_into().unwrap();
        IpHeaders::Ipv4(header, Ipv4Extensions { auth: authentication })
    }
}

/// An extension header of `units` times 8 bytes that says nothing: padding, no segments left.
fn extension(units: usize) -> Ipv6RawExtHeader {
    Ipv6RawExtHeader::new_raw(IpNumber::TCP, &vec![0; 8 * units - 2]).unwrap()
}

prop_compose! {
    fn v6()(
        addresses: ([u8; 16], [u8; 16]),
        options in prop::option::of(1..9usize),
        routing in prop::option::of((1..9usize, prop::option::of(1..3usize))),
        is_atomic_fragment: bool,
        authentication in prop::option::of(authentication()),
    ) -> IpHeaders {
        let (source, destination) = addresses;
        let header = Ipv6Header { source, destination, hop_limit: 64, ..Ipv6Header::default() };
        let atomic = Ipv6FragmentHeader::new(IpNumber::TCP, IpFragOffset::ZERO, false, 7);
        IpHeaders::Ipv6(header, Ipv6Extensions {
            hop_by_hop_options: options.map(extension),
            destination_options: None,
            routing: routing.map(|(units, options)| Ipv6RoutingExtensions {
                routing: extension(units),
                final_destination_options: options.map(extension),
            }),
            fragment: is_atomic_fragment.then_some(atomic),
            auth: authentication,
        })
    }
}

/// Writes a frame with a transport header of this kind, and names the protocol.
fn write(
    kind: u8,
    step: PacketBuilderStep<IpHeaders>,
    word: u16,
    payload: &[u8],
) -> (Protocol, Vec<u8>) {
    let mut frame = Vec::new();
    let bytes = u32::from(word).to_be_bytes();
    let protocol = match kind {
        0 => {
            let mut header = TcpHeader::new(word, 80, word.into(), 1024);
            header.set_options_raw(&bytes.repeat(usize::from(word % 11))).unwrap();
            step.tcp_header(header).write_to_vec(&mut frame, payload).unwrap();
            Protocol::Tcp
        }
        1 => {
            // No port of a tunnel, of which etherparse does not know.
            step.udp(word | 0x8000, 53).write_to_vec(&mut frame, payload).unwrap();
            Protocol::Udp
        }
        2 => {
            step.icmpv4_raw(200, 1, bytes).write_to_vec(&mut frame, payload).unwrap();
            Protocol::Icmp
        }
        3 => {
            step.icmpv6_raw(200, 1, bytes).write_to_vec(&mut frame, payload).unwrap();
            Protocol::Icmpv6
        }
        _ => {
            let unknown = UnknownHeader { igmp_type: 0x99, raw_byte_1: 3, raw_bytes_4_7: bytes };
            let step = step.igmp(IgmpType::Unknown(unknown));
            step.write_to_vec(&mut frame, payload).unwrap();
            Protocol::Igmp
        }
    };
    (protocol, frame)
}

fn check(link: Link, ip: IpHeaders, kind: u8, word: u16, payload: &[u8]) {
    let is_v4 = matches!(ip, IpHeaders::Ipv4(..));
    let (protocol, frame) = write(kind, link.before(ip), word, payload);
    let found = fields(&frame, link.number());
    let protocols: Vec<_> = found.iter().map(|field| field.protocol).collect();
    assert_eq!(protocols, if is_v4 { vec![Protocol::Ipv4, protocol] } else { vec![protocol] });
    assert!(found.iter().all(|field| field.verdict == Verdict::Correct), "{found:?}");

    let mut altered = frame.clone();
    for field in &found {
        // Zero would say that there is none.
        let other = if field.stored == 0x5a5a { 1 } else { field.stored ^ 0x5a5a };
        altered[field.at..field.at + 2].copy_from_slice(&other.to_be_bytes());
    }
    for (before, after) in found.iter().zip(fields(&altered, link.number())) {
        assert_eq!(after.expected(), Some(before.stored));
        assert!(after.verdict.is_bad(), "{after:?}");
    }
    let fixed = fix(&mut altered, link.number(), frame.len());
    assert_eq!((fixed.written, altered), (found.len(), frame));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn checksums_over_ipv4_are_the_same(
        link in link(),
        ip in v4(),
        kind in prop::sample::select(vec![0, 1, 2, 4]),
        word: u16,
        payload in vec(any::<u8>(), 0..300),
    ) {
        check(link, ip, kind, word, &payload);
    }

    #[test]
    fn checksums_over_ipv6_are_the_same(
        link in link(),
        ip in v6(),
        kind in prop::sample::select(vec![0, 1, 3]),
        word: u16,
        payload in vec(any::<u8>(), 0..300),
    ) {
        check(link, ip, kind, word, &payload);
    }
}

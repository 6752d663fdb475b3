//! Where each layer of a frame lies.

use inetsum_packet::{Layer, LinkType, checksum_fields, layers};

use crate::frames::ip::{V6, v4, v6};
use crate::frames::link::{VLAN, ethernet, tagged};
use crate::frames::message::{icmp, tcp, udp, udp_to};

fn places(frame: &[u8], link: LinkType) -> Vec<(Layer, usize, usize)> {
    layers(frame, link, frame.len()).map(|layer| (layer.layer, layer.at, layer.end)).collect()
}

#[test]
fn each_layer_has_its_place() {
    let padded = [ethernet(v4(udp(b"hi"))), vec![0; 16]].concat();
    assert_eq!(
        places(&padded, LinkType::ETHERNET),
        [(Layer::Ethernet, 0, 60), (Layer::Ipv4, 14, 60), (Layer::Udp, 34, 44)]
    );
    let vlan = tagged(&[VLAN], v6(tcp(b"hi")));
    assert_eq!(
        places(&vlan, LinkType::ETHERNET),
        [
            (Layer::Ethernet, 0, 80),
            (Layer::Vlan, 14, 80),
            (Layer::Ipv6, 18, 80),
            (Layer::Tcp, 58, 80),
        ]
    );
    let options = V6::new().options(V6::DESTINATION_OPTIONS, &[]).carry(tcp(b"hi"));
    assert_eq!(
        places(&options, LinkType::RAW),
        [(Layer::Ipv6, 0, 70), (Layer::DestinationOptions, 40, 70), (Layer::Tcp, 48, 70)]
    );
}

#[test]
fn depth_and_quotes_are_told() {
    let vxlan = [&[8, 0, 0, 0, 0, 0, 7, 0], &ethernet(v4(icmp(8, b"hi")))[..]].concat();
    let tunnel = v4(udp_to(4789, &vxlan));
    let depths: Vec<_> = layers(&tunnel, LinkType::RAW, tunnel.len())
        .map(|layer| (layer.layer, layer.depth, layer.quoted))
        .collect();
    assert_eq!(
        depths,
        [
            (Layer::Ipv4, 0, false),
            (Layer::Udp, 0, false),
            (Layer::Vxlan, 0, false),
            (Layer::Ethernet, 1, false),
            (Layer::Ipv4, 1, false),
            (Layer::Icmp, 1, false),
        ]
    );
    let error = v4(icmp(3, &[&[0; 4], &v4(udp(b"hello"))[..]].concat()));
    let quoted: Vec<_> = layers(&error, LinkType::RAW, error.len())
        .map(|layer| (layer.layer, layer.depth, layer.quoted))
        .collect();
    assert_eq!(
        quoted,
        [
            (Layer::Ipv4, 0, false),
            (Layer::Icmp, 0, false),
            (Layer::Ipv4, 1, true),
            (Layer::Udp, 1, true),
        ]
    );
}

#[test]
fn layers_are_those_of_the_innermost_path_however_the_frame_is_cut() {
    let frame = ethernet(v4(udp_to(
        4789,
        &[&[8, 0, 0, 0, 0, 0, 7, 0], &ethernet(v6(tcp(b"hi")))[..]].concat(),
    )));
    for len in 0..=frame.len() {
        let cut = &frame[..len];
        let found: Vec<Layer> =
            layers(cut, LinkType::ETHERNET, frame.len()).map(|layer| layer.layer).collect();
        let last = checksum_fields(cut, LinkType::ETHERNET, frame.len()).last();
        assert_eq!(found, last.unwrap().path.layers(), "{len}");
    }
}

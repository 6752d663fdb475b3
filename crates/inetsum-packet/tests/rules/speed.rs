//! Hostile frames take a time that is linear in their length.

use std::hint::black_box;
use std::time::{Duration, Instant};

use inetsum_packet::{LinkType, checksum_fields, fix};

use crate::frames::ip::{V6, v4};
use crate::frames::link::{BRIDGED_ETHERNET, VLAN, ethernet, ethernet_of};
use crate::frames::message::{other, tcp};
use crate::frames::tunnel::{Gre, geneve};

/// Repeats `unit` behind `start`, up to `len` bytes.
fn filled(start: &[u8], unit: &[u8], len: usize) -> Vec<u8> {
    let mut frame = start.to_vec();
    frame.extend(unit.iter().copied().cycle().take(len - start.len()));
    frame
}

/// IPv6 with these bytes, whatever their length, as the frame's length is taken.
fn unbounded(next_header: u8, payload: &[u8]) -> Vec<u8> {
    let mut packet = V6::new().payload_len(0).carry(other(next_header, b""));
    packet.extend(payload);
    packet
}

/// Tunnels around `packet`, with wrong checksums all the way.
fn tunnels(mut packet: Vec<u8>) -> Vec<u8> {
    for _ in 1..16 {
        let gre = Gre::new(Gre::CHECKSUM).checksum(0x1111).carry(&packet);
        packet = unbounded(47, &gre.bytes);
    }
    packet
}

fn hostile(len: usize) -> Vec<(&'static str, LinkType, Vec<u8>)> {
    let tag = ethernet_of(VLAN, &[]);
    let bridged = ethernet_of(BRIDGED_ETHERNET, &[]);
    let gre = [0xc0, 0, 8, 0, 0, 0, 0, 0];
    let route = unbounded(47, &[&gre[..], &[8, 0, 0, 0].repeat(len / 4)].concat());
    let mut padding = V6::new();
    let mut options = V6::new();
    for _ in 0..32 {
        padding = padding.options(V6::DESTINATION_OPTIONS, &[0; 2046]);
        options = options.options(V6::DESTINATION_OPTIONS, &[1, 0].repeat(1023));
    }
    let tags_in_gre = Gre::new(0).carry_type(VLAN, &[0, 1, 0x81, 0].repeat(len / 4));
    let tags_in_gre = unbounded(47, &tags_in_gre.bytes);
    let many_headers = [60u8, 0, 0, 0, 0, 0, 0, 0].repeat(len / 8);
    let aggregate = [&[0x88, 1][..], &[0; 22], &[0x80, 0]].concat();
    let mut subframe = [&[2; 12][..], &[0, 36], &[0xaa, 0xaa, 3, 0, 0, 0, 8, 0]].concat();
    subframe.extend(&v4(other(17, &[0xc0, 1, 0, 53, 0, 8, 1, 1])));
    subframe.extend([0; 2]);
    // Labels, a control word, a frame, a tag, labels again.
    let tag_and_labels =
        ethernet_of(VLAN, &[0, 1, 0x88, 0x47, 0, 1, 0, 64, 0, 1, 1, 64, 0, 0, 0, 0]);
    let labels = [0, 1, 0, 64];
    let geneve = geneve(BRIDGED_ETHERNET, &[], &[]);
    let geneve = ethernet(V6::new().payload_len(0).carry(geneve));
    let service = [0, 2, 1, 4, 0, 0, 1, 255];
    vec![
        ("labels", LinkType::ETHERNET, filled(&ethernet_of(0x8847, &[]), &labels, len)),
        ("frames in labels", LinkType::ETHERNET, filled(&tag_and_labels, &tag_and_labels, len)),
        ("frames in geneve", LinkType::ETHERNET, filled(&geneve, &geneve, len)),
        ("services", LinkType::ETHERNET, filled(&ethernet_of(0x894f, &[]), &service, len)),
        ("aggregate", LinkType::IEEE802_11, filled(&aggregate, &subframe, len)),
        ("vlan tags", LinkType::ETHERNET, filled(&tag, &[0, 1, 0x81, 0], len)),
        ("bridged", LinkType::ETHERNET, filled(&bridged, &bridged, len)),
        ("gre routes", LinkType::RAW, route),
        ("padding", LinkType::RAW, padding.payload_len(0).carry(tcp(&vec![0; len]))),
        ("options", LinkType::RAW, options.payload_len(0).carry(tcp(&vec![0; len]))),
        ("extension headers", LinkType::RAW, unbounded(60, &many_headers)),
        ("tunnels", LinkType::RAW, tunnels(unbounded(6, &vec![0x5a; len]))),
        ("tags in tunnels", LinkType::RAW, tunnels(tags_in_gre)),
        ("icmp", LinkType::ETHERNET, ethernet(v4(other(1, &[3; 60_000])))),
    ]
}

/// The least time of a few runs.
fn time(mut run: impl FnMut()) -> Duration {
    let once = |_| {
        let start = Instant::now();
        run();
        start.elapsed()
    };
    (0..5).map(once).min().unwrap()
}

#[test]
fn hostile_frames_of_256_kib_are_quick() {
    for len in [64 << 10, 256 << 10] {
        for (name, link, frame) in hostile(len) {
            let walk = time(|| {
                black_box(checksum_fields(&frame, link, frame.len()).count());
            });
            let repair = time(|| {
                black_box(fix(&mut frame.clone(), link, frame.len()));
            });
            println!("{name}, {len} bytes: {walk:?} to judge, {repair:?} to fix");
            // Orders of magnitude above what it takes; a quadratic walk takes seconds.
            assert!(walk.max(repair) < Duration::from_millis(100), "{name}: {walk:?}, {repair:?}");
        }
    }
}

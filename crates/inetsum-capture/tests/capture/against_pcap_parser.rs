//! pcap-parser reads the same frames from captures built here.

use crate::builder::{MICROSECONDS, MODIFIED, NANOSECONDS, ORDERS, Order, Pcap, Pcapng};
use crate::oracle::{IF_FCSLEN, read_with_oracle};
use crate::reading::read_whole;

#[track_caller]
fn assert_oracle_agrees(file: &[u8]) {
    let oracle = read_with_oracle(file);
    assert!(oracle.whole);
    assert_eq!(read_whole(file).frames, oracle.frames);
}

#[test]
fn pcap_parser_reads_the_same_frames_from_pcap() {
    let variants = ORDERS
        .into_iter()
        .flat_map(|order| [MICROSECONDS, NANOSECONDS].map(|magic| (order, magic)));
    for (order, magic) in variants.chain([(Order::Little, MODIFIED)]) {
        let capture = Pcap::new(order, magic, 0x2400_0001)
            .record(b"first", 60)
            .record(b"", 0)
            .record(b"third", 5);
        assert_oracle_agrees(&capture.bytes);
    }
}

#[test]
fn pcap_parser_reads_the_same_frames_from_pcapng() {
    for (first, second) in [(Order::Little, Order::Big), (Order::Big, Order::Little)] {
        let capture = Pcapng::new(first)
            .interface(1, 0, &[(2, b"eth0"), (IF_FCSLEN, &[4])])
            .interface(101, 0, &[])
            .enhanced(1, b"abc", 3, &[(1, b"comment"), (3, b"\x02hash")])
            .enhanced(0, b"abcdefgh", 90, &[])
            .block(0xbad, b"whatever")
            .section(second)
            .interface(113, 0, &[])
            .simple(b"simple", 6)
            .enhanced(0, b"", 0, &[(1, b"comment")]);
        assert_oracle_agrees(&capture.bytes);
    }
}

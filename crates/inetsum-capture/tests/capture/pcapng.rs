use inetsum_capture::{Format, Frame, Reader};

use crate::builder::{ORDERS, Order, Pcapng};
use crate::reading::{read, read_whole};

const FLAGS: u16 = 2;
const HASH: u16 = 3;
const FCSLEN: u16 = 13;

#[test]
fn each_kind_of_packet_block_is_read_in_both_byte_orders() {
    for order in ORDERS {
        let capture = Pcapng::new(order)
            .interface(1, 0, &[])
            .interface(101, 0, &[])
            .enhanced(1, b"enhanced!", 90, &[])
            .simple(b"simple", 6)
            .obsolete(1, b"old", 30, &[]);
        assert_eq!(Reader::new(capture.bytes.as_slice()).unwrap().format(), Format::Pcapng);

        let reading = read_whole(&capture.bytes);
        assert_eq!(reading.blocks.len(), 6);
        let frame = |number, interface, link_type, data, original_len| Frame {
            number,
            interface,
            link_type,
            data,
            original_len,
            timestamp: None,
            fcs_len: None,
            has_hash: false,
        };
        let about: Vec<_> = reading.frames.iter().map(|frame| frame.about.clone()).collect();
        assert_eq!(
            about,
            [frame(1, 1, 101, 28..37, 90), frame(2, 0, 1, 12..18, 6), frame(3, 1, 101, 28..31, 30)]
        );
        let bytes: Vec<_> = reading.frames.iter().map(|frame| frame.bytes.as_slice()).collect();
        assert_eq!(bytes, [&b"enhanced!"[..], b"simple", b"old"]);
        assert_eq!(reading.frames[0].offset, 28 + 20 + 20 + 28);
    }
}

#[test]
fn the_captured_length_of_a_simple_packet_is_the_least_of_snaplen_length_and_room() {
    for (snaplen, original, captured) in
        [(0, 7, 7), (0, 100, 8), (5, 100, 5), (100, 6, 6), (8, 8, 8)]
    {
        let capture =
            Pcapng::new(Order::Little).interface(1, snaplen, &[]).simple(b"abcdefgh", original);
        let frame = &read_whole(&capture.bytes).frames[0];
        assert_eq!(frame.bytes, b"abcdefgh"[..captured]);
        assert_eq!(frame.about.original_len, original as usize);
    }
}

#[test]
fn unknown_and_custom_blocks_pass_through() {
    let capture = Pcapng::new(Order::Big)
        .block(0x0bad, b"may be anything!")
        .block(0xbad, b"")
        .interface(1, 0, &[])
        .block(5, &[0xff; 12])
        .enhanced(0, b"frame", 5, &[])
        .block(0x8000_0001, &[0xff; 4]);
    let reading = read_whole(&capture.bytes);
    assert_eq!((reading.blocks.len(), reading.frames.len()), (7, 1));
}

#[test]
fn each_section_has_its_byte_order_and_its_interfaces_and_frames_count_on() {
    let capture = Pcapng::new(Order::Little)
        .interface(1, 0, &[])
        .interface(101, 0, &[])
        .enhanced(1, b"one", 3, &[])
        .section(Order::Big)
        .interface(113, 0, &[])
        .enhanced(0, b"two", 3, &[])
        .section(Order::Little)
        .interface(127, 0, &[])
        .simple(b"three", 5);
    let reading = read_whole(&capture.bytes);
    let seen: Vec<_> = reading
        .frames
        .iter()
        .map(|frame| (frame.about.number, frame.about.interface, frame.about.link_type))
        .collect();
    assert_eq!(seen, [(1, 1, 101), (2, 0, 113), (3, 0, 127)]);
}

#[test]
fn interfaces_of_an_earlier_section_are_gone() {
    let capture = Pcapng::new(Order::Little).interface(1, 0, &[]).section(Order::Little).enhanced(
        0,
        b"",
        0,
        &[],
    );
    assert_eq!(
        read(capture.bytes.as_slice()).message(),
        "byte 84: interface 0 is not one of the 0 described so far"
    );
}

#[test]
fn the_fcs_length_is_that_of_the_packet_or_else_of_its_interface() {
    for order in ORDERS {
        let flags = |fcs_len: u32| order.u32(0x8000_0001 | fcs_len << 5);
        let capture = Pcapng::new(order)
            .interface(1, 0, &[(2, b"eth0"), (FCSLEN, &[4])])
            .interface(1, 0, &[(FCSLEN, &[0])])
            .interface(1, 0, &[(9, &[6])])
            .enhanced(0, b"a", 1, &[])
            .enhanced(0, b"a", 1, &[(FLAGS, &flags(2))])
            .enhanced(0, b"a", 1, &[(FLAGS, &flags(0))])
            .enhanced(1, b"a", 1, &[])
            .enhanced(2, b"a", 1, &[])
            .obsolete(2, b"a", 1, &[(1, b"comment"), (FLAGS, &flags(15))])
            .simple(b"a", 1);
        let seen: Vec<_> =
            read_whole(&capture.bytes).frames.iter().map(|frame| frame.about.fcs_len).collect();
        assert_eq!(seen, [Some(4), Some(2), Some(4), Some(0), None, Some(15), Some(4)]);
    }
}

#[test]
fn a_stored_hash_is_noticed() {
    for order in ORDERS {
        let capture = Pcapng::new(order)
            .interface(1, 0, &[])
            .enhanced(0, b"abc", 3, &[(1, b"comment"), (HASH, b"\x02\x01\x02\x03\x04")])
            .obsolete(0, b"abcd", 4, &[(HASH, b"\x02\x01\x02\x03\x04")])
            .enhanced(0, b"abc", 3, &[(1, b"comment")]);
        let seen: Vec<_> =
            read_whole(&capture.bytes).frames.iter().map(|frame| frame.about.has_hash).collect();
        assert_eq!(seen, [true, true, false]);
    }
}

#[test]
fn nothing_is_read_after_the_end_of_options() {
    let capture = Pcapng::new(Order::Little).interface(1, 0, &[]).enhanced(
        0,
        b"abcd",
        4,
        &[(0, b""), (HASH, b"\x01"), (0xffff, b"")],
    );
    assert!(!read_whole(&capture.bytes).frames[0].about.has_hash);
}

#[test]
fn options_may_lack_their_end() {
    for order in ORDERS {
        let mut body = [order.u32(0); 3].concat();
        body.extend([order.u32(2), order.u32(2), *b"ab\0\0"].concat());
        body.extend([order.u16(HASH), order.u16(4)].concat());
        body.extend(b"hash");
        let capture = Pcapng::new(order).interface(1, 0, &[]).block(6, &body);
        assert!(read_whole(&capture.bytes).frames[0].about.has_hash);
    }
}

#[test]
fn minor_version_2_is_read_as_0_and_others_are_refused() {
    for order in ORDERS {
        let capture = Pcapng::new(order).section_with_version(order, [1, 2], &[(4, b"app")]);
        assert_eq!(read_whole(&capture.bytes).blocks.len(), 2);
        for (version, text) in [([0, 1], "0.1"), ([1, 1], "1.1"), ([2, 0], "2.0")] {
            let capture = Pcapng::new(order).section_with_version(order, version, &[]);
            let reading = read(capture.bytes.as_slice());
            assert_eq!(reading.blocks.len(), 1);
            assert_eq!(
                reading.message(),
                format!("byte 40: version {text} of the format is not supported")
            );
        }
    }
}

#[test]
fn more_captured_than_was_on_the_wire_is_passed_on() {
    let capture = Pcapng::new(Order::Big).interface(1, 4, &[]).enhanced(0, b"eight by", 5, &[]);
    let frame = &read_whole(&capture.bytes).frames[0];
    assert_eq!((frame.bytes.as_slice(), frame.about.original_len), (&b"eight by"[..], 5));
}

use inetsum_capture::{Format, Frame, Reader};

use crate::builder::{MICROSECONDS, MODIFIED, NANOSECONDS, ORDERS, Order, Pcap};
use crate::reading::{read, read_whole};

fn ethernet(order: Order) -> Pcap {
    Pcap::new(order, MICROSECONDS, 1)
}

#[test]
fn every_variant_is_read_in_both_byte_orders() {
    for order in ORDERS {
        for (magic, header_len) in [(MICROSECONDS, 16), (NANOSECONDS, 16), (MODIFIED, 24)] {
            let capture = Pcap::new(order, magic, 113).record(b"first", 60).record(b"2nd", 3);
            assert_eq!(Reader::new(capture.bytes.as_slice()).unwrap().format(), Format::Pcap);

            let reading = read_whole(&capture.bytes);
            assert_eq!(reading.blocks.len(), 3);
            assert_eq!(reading.blocks[0].1.len(), 24);
            let [first, second] = &reading.frames[..] else { panic!("{order:?} {magic:x}") };
            assert_eq!(first.bytes, b"first");
            assert_eq!(first.offset, 24 + header_len);
            assert_eq!(
                first.about,
                Frame {
                    number: 1,
                    interface: 0,
                    link_type: 113,
                    data: header_len as usize..header_len as usize + 5,
                    original_len: 60,
                    timestamp: None,
                    fcs_len: None,
                    has_hash: false,
                }
            );
            assert_eq!((second.bytes.as_slice(), second.about.number), (&b"2nd"[..], 2));
            assert_eq!(second.offset, 24 + header_len + 5 + header_len);
        }
    }
}

#[test]
fn a_file_header_alone_is_a_capture_without_frames() {
    let reading = read_whole(&ethernet(Order::Little).bytes);
    assert_eq!((reading.blocks.len(), reading.frames.len()), (1, 0));
}

#[test]
fn an_empty_frame_is_a_frame() {
    let reading = read_whole(&ethernet(Order::Big).record(b"", 0).bytes);
    assert_eq!(reading.frames[0].bytes, b"");
    assert_eq!(reading.frames[0].offset, 40);
}

#[test]
fn more_captured_than_was_on_the_wire_is_passed_on() {
    let reading = read_whole(&ethernet(Order::Little).record(b"eight by", 5).bytes);
    assert_eq!(reading.frames[0].bytes, b"eight by");
    assert_eq!(reading.frames[0].about.original_len, 5);
}

#[test]
fn before_version_2_4_the_captured_length_is_the_smaller_one_wherever_it_stands() {
    for lengths in [[3, 60], [60, 3]] {
        for minor in [1, 2, 3] {
            let capture = Pcap::with_version(Order::Little, MICROSECONDS, [2, minor], 1)
                .record_with_lengths(lengths, b"abc");
            let frame = &read_whole(&capture.bytes).frames[0];
            assert_eq!((frame.bytes.as_slice(), frame.about.original_len), (&b"abc"[..], 60));
        }
    }
}

#[test]
fn a_later_minor_version_is_read_as_2_4() {
    let capture = Pcap::with_version(Order::Big, MICROSECONDS, [2, 5], 1).record(b"abc", 3);
    assert_eq!(read_whole(&capture.bytes).frames.len(), 1);
}

#[test]
fn the_fcs_length_counts_two_bytes_each_and_only_where_its_flag_is_set() {
    for (field, link_type, fcs_len) in [
        (0x0000_0001, 1, None),
        (0x2400_0001, 1, Some(4)),
        (0x0400_0001, 1, Some(0)),
        (0xf400_0001, 1, Some(30)),
        (0x2000_0001, 1, None),
        // As found in a capture of tcpdump's test suite.
        (0x3000_0084, 132, None),
        (0x2c00_ffff, 65535, Some(4)),
    ] {
        let capture = Pcap::new(Order::Little, MICROSECONDS, field).record(b"abc", 3);
        let about = &read_whole(&capture.bytes).frames[0].about;
        assert_eq!((about.link_type, about.fcs_len), (link_type, fcs_len), "{field:#010x}");
    }
}

#[test]
fn reserved_bits_of_the_link_type_are_refused() {
    for order in ORDERS {
        for (field, bits) in [(0x0030_0000, "0x00300000"), (0x0601_0001, "0x02010000")] {
            let reading = read(Pcap::new(order, MICROSECONDS, field).bytes.as_slice());
            assert_eq!(
                reading.message(),
                format!("byte 20: reserved bits of the link type are not zero: {bits}")
            );
        }
    }
}

#[test]
fn other_major_versions_are_refused() {
    for (version, text) in [([1, 4], "1.4"), ([3, 0], "3.0"), ([0x200, 4], "512.4")] {
        let capture = Pcap::with_version(Order::Big, MICROSECONDS, version, 1);
        assert_eq!(
            read(capture.bytes.as_slice()).message(),
            format!("byte 4: version {text} of the format is not supported")
        );
    }
}

#[test]
fn a_frame_changed_in_place_is_changed_in_the_bytes_of_its_block() {
    let capture = ethernet(Order::Little).record(b"abc", 3).record(b"def", 3);
    let mut reader = Reader::new(capture.bytes.as_slice()).unwrap();
    let mut written = Vec::new();
    while let Some(mut block) = reader.next_block().unwrap() {
        if let Some(frame) = block.frame_bytes_mut() {
            frame.make_ascii_uppercase();
        }
        written.extend_from_slice(block.bytes);
    }
    assert_eq!(written, ethernet(Order::Little).record(b"ABC", 3).record(b"DEF", 3).bytes);
}

#[test]
fn the_packet_is_the_frame_without_its_check_sequence() {
    // A check sequence of 4 bytes: captured whole, in part, not at all; of a length that can't be.
    for (captured, original, packet_len, left) in [
        (64, 64, 60, 60),
        (62, 64, 60, 60),
        (60, 64, 60, 60),
        (10, 64, 60, 10),
        (8, 5, 4, 4),
        (3, 3, 0, 0),
    ] {
        let frame = vec![7; captured];
        let capture = Pcap::new(Order::Big, MICROSECONDS, 0x2400_0001).record(&frame, original);
        let mut reader = Reader::new(capture.bytes.as_slice()).unwrap();
        reader.next_block().unwrap();
        let mut block = reader.next_block().unwrap().unwrap();
        assert_eq!(block.frame.as_ref().unwrap().packet_len(), packet_len, "{captured}");
        assert_eq!(block.packet_bytes().unwrap().len(), left, "{captured}");
        assert_eq!(block.packet_bytes_mut().unwrap().len(), left, "{captured}");
    }
    let capture = ethernet(Order::Big).record(b"whole", 5);
    let mut reader = Reader::new(capture.bytes.as_slice()).unwrap();
    assert_eq!(reader.next_block().unwrap().unwrap().packet_bytes(), None);
    assert_eq!(reader.next_block().unwrap().unwrap().packet_bytes(), Some(&b"whole"[..]));
}

//! Each kind of bad input: what came before it is delivered, then one error names the byte.

use inetsum_capture::{Damage, Error, MAX_BLOCK_LEN};

use crate::builder::{MICROSECONDS, MODIFIED, ORDERS, Order, Pcap, Pcapng};
use crate::reading::read;

/// A section, an interface and a frame, after which the fault comes at byte 84.
fn sound(order: Order) -> Pcapng {
    Pcapng::new(order).interface(1, 0, &[]).enhanced(0, b"abcd", 4, &[])
}

#[track_caller]
fn assert_fails_after_one_frame(file: &[u8], message: &str) {
    let reading = read(file);
    assert_eq!(reading.message(), message);
    assert_eq!(reading.frames.len(), 1);
    assert!(file.starts_with(&reading.joined()));
    assert!(message.starts_with(&format!("byte {}: ", reading.error.unwrap().offset())));
}

#[test]
fn what_is_no_capture_is_refused_with_its_first_bytes() {
    for (file, end) in [
        (&b""[..], "it is empty"),
        (b"\xd4\xc3", "it starts with d4 c3"),
        (b"\x1f\x8b\x08\x00", "it starts with 1f 8b 08 00"),
        (b"GET / HTTP/1.1\r\n", "it starts with 47 45 54 20 2f 20 48 54 54 50 2f 31"),
        // A pcapng that went through a conversion of line ends.
        (
            b"\x0a\x0d\x0d\x0a\x1c\0\0\0\x1a\x2b\x3c\x4e\0\0\0\0",
            "it starts with 0a 0d 0d 0a 1c 00 00 00 1a 2b 3c 4e",
        ),
    ] {
        let reading = read(file);
        assert_eq!(reading.message(), format!("byte 0: not a pcap or pcapng capture: {end}"));
        assert!(matches!(reading.error, Some(Error::NotACapture { .. })));
    }
}

#[test]
fn a_pcap_record_that_goes_past_the_end_is_truncated() {
    let pcap = Pcap::new(Order::Little, MICROSECONDS, 1).record(b"abcd", 4);
    let cut = pcap.record_with_lengths([82, 82], &[0; 66]);
    assert_fails_after_one_frame(&cut.bytes, "byte 44: cut off: 82 of 98 bytes are there");

    let pcap = Pcap::new(Order::Big, MODIFIED, 1).record(b"abcd", 4);
    let cut = [pcap.bytes.as_slice(), &[0; 23]].concat();
    assert_fails_after_one_frame(&cut, "byte 52: cut off: 23 of 24 bytes are there");
}

#[test]
fn blocks_beyond_the_limit_are_refused_however_short_the_file() {
    for order in ORDERS {
        let pcap = || Pcap::new(order, MICROSECONDS, 1).record(b"abcd", 4);
        let at_limit = MAX_BLOCK_LEN as u32 - 16;
        for (length, message) in [
            (u32::MAX, "byte 44: a block of 4294967311 bytes exceeds the limit of 268435456"),
            (at_limit + 1, "byte 44: a block of 268435457 bytes exceeds the limit of 268435456"),
            (at_limit, "byte 44: cut off: 20 of 268435456 bytes are there"),
        ] {
            let file = pcap().record_with_lengths([length, length], b"abcd");
            assert_fails_after_one_frame(&file.bytes, message);
        }
        let length = 0xffff_fffc;
        let file = sound(order).block_with_lengths(6, [length, length], &[0; 100]);
        assert_fails_after_one_frame(
            &file.bytes,
            "byte 84: a block of 4294967292 bytes exceeds the limit of 268435456",
        );
    }
}

#[test]
fn block_lengths_that_cannot_be_are_refused() {
    for order in ORDERS {
        for (length, message) in [
            (0, "byte 88: the block length leaves no room for the fields of the block"),
            (8, "byte 88: the block length leaves no room for the fields of the block"),
            (13, "byte 88: the block length 13 is not a multiple of 4"),
            (0xffff_ffff, "byte 88: the block length 4294967295 is not a multiple of 4"),
        ] {
            let file = sound(order).block_with_lengths(77, [length, length], b"four");
            assert_fails_after_one_frame(&file.bytes, message);
        }
        let file = sound(order).block_with_lengths(77, [16, 20], b"four");
        assert_fails_after_one_frame(
            &file.bytes,
            "byte 96: the block length 20 after the block is not the 16 before it",
        );
    }
}

#[test]
fn blocks_too_short_for_their_fixed_fields_are_refused() {
    for order in ORDERS {
        let section = [order.u32(0x1a2b3c4d), order.u32(0)].concat();
        for (block_type, body) in [
            (0x0a0d0d0a, section.as_slice()),
            (1, &[0; 4]),
            (2, &[0; 16]),
            (3, &[0; 0]),
            (6, &[0; 16]),
        ] {
            assert_fails_after_one_frame(
                &sound(order).block(block_type, body).bytes,
                "byte 88: the block length leaves no room for the fields of the block",
            );
        }
    }
}

#[test]
fn a_frame_that_overruns_its_block_is_refused() {
    for order in ORDERS {
        for block_type in [2, 6] {
            for captured in [9, u32::MAX] {
                let mut body = [[0; 4], [0; 4], [0; 4], order.u32(captured), order.u32(9)].concat();
                body.extend(b"abcdefgh");
                assert_fails_after_one_frame(
                    &sound(order).block(block_type, &body).bytes,
                    &format!(
                        "byte 104: a frame of {captured} bytes does not fit into the 8 that the \
                         block has for it"
                    ),
                );
            }
        }
    }
}

#[test]
fn packets_of_interfaces_not_described_are_refused() {
    for order in ORDERS {
        assert_fails_after_one_frame(
            &sound(order).enhanced(1, b"abcd", 4, &[]).bytes,
            "byte 92: interface 1 is not one of the 1 described so far",
        );
        assert_fails_after_one_frame(
            &sound(order).obsolete(0xffff, b"abcd", 4, &[]).bytes,
            "byte 92: interface 65535 is not one of the 1 described so far",
        );
        assert_fails_after_one_frame(
            &sound(order).section(order).simple(b"abcd", 4).bytes,
            "byte 120: interface 0 is not one of the 0 described so far",
        );
    }
}

#[test]
fn options_that_overrun_their_block_are_refused() {
    for order in ORDERS {
        let overrun = [order.u16(9), order.u16(5)].concat();
        let message = |at| {
            format!("byte {at}: option 9 of 5 bytes does not fit into the 4 left in its block")
        };
        let with_fields = |fields: &[u8]| [fields, &overrun, b"room"].concat();

        let section = [order.u32(0x1a2b3c4d).as_slice(), &order.u16(1), &[0; 10]].concat();
        let file = sound(order).block(0x0a0d0d0a, &with_fields(&section));
        assert_fails_after_one_frame(&file.bytes, &message(84 + 24));

        let file = sound(order).block(1, &with_fields(&[0; 8]));
        assert_fails_after_one_frame(&file.bytes, &message(84 + 16));

        for block_type in [2, 6] {
            let file = sound(order).block(block_type, &with_fields(&[0; 20]));
            assert_fails_after_one_frame(&file.bytes, &message(84 + 28));
        }
    }
}

#[test]
fn options_of_fixed_length_with_another_are_refused() {
    for order in ORDERS {
        assert_fails_after_one_frame(
            &sound(order).interface(1, 0, &[(2, b"eth0"), (13, b"four")]).bytes,
            "byte 108: option 13 of 4 bytes should have 1",
        );
        assert_fails_after_one_frame(
            &sound(order).enhanced(0, b"abcd", 4, &[(2, b"eight by")]).bytes,
            "byte 116: option 2 of 8 bytes should have 4",
        );
    }
}

#[test]
fn a_later_section_without_byte_order_is_refused() {
    assert_fails_after_one_frame(
        &sound(Order::Little).block(0x0a0d0d0a, b"no magic here...").bytes,
        "byte 92: the section header has no byte-order magic, but 6e 6f 20 6d",
    );
}

#[test]
fn descriptions_of_interfaces_are_bounded() {
    let limit = 1 << 20;
    let mut file = Pcapng::new(Order::Little);
    for _ in 0..=limit {
        file = file.interface(1, 0, &[]);
    }
    let reading = read(file.bytes.as_slice());
    assert_eq!(reading.blocks.len(), 1 + limit);
    assert!(matches!(
        reading.error,
        Some(Error::Damaged { offset, reason: Damage::TooManyInterfaces { .. } })
            if offset == 28 + 20 * limit as u64
    ));
}

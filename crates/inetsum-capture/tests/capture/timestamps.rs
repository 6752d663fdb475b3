//! When frames were captured.

use std::time::Duration;

use inetsum_capture::Reader;

use crate::builder::{MICROSECONDS, MODIFIED, NANOSECONDS, ORDERS, Opt, Order, Pcap, Pcapng};

const TSRESOL: u16 = 9;
const TSOFFSET: u16 = 14;

/// When the first frame was captured, if the file tells.
fn first_time(file: &[u8]) -> Option<Duration> {
    let mut reader = Reader::new(file).unwrap();
    while let Some(block) = reader.next_block().unwrap() {
        if let Some(frame) = block.frame {
            return frame.timestamp?.since_epoch();
        }
    }
    panic!("no frame")
}

/// A packet block of this type with these two words of time.
fn pcapng(order: Order, options: &[Opt<'_>], block_type: u32, [high, low]: [u32; 2]) -> Vec<u8> {
    let body: Vec<u8> = [0, high, low, 0, 0].into_iter().flat_map(|word| order.u32(word)).collect();
    Pcapng::new(order).interface(1, 0, options).block(block_type, &body).bytes
}

#[test]
fn pcap_counts_microseconds_or_nanoseconds() {
    for order in ORDERS {
        let first_time = |magic| first_time(&Pcap::new(order, magic, 1).record(b"", 0).bytes);
        let at = |nanoseconds| Some(Duration::new(1_700_000_000, nanoseconds));
        assert_eq!(first_time(MICROSECONDS), at(999_999_000));
        assert_eq!(first_time(MODIFIED), at(999_999_000));
        assert_eq!(first_time(NANOSECONDS), at(999_999));
    }
}

#[test]
fn a_fraction_of_more_than_a_second_is_carried() {
    let mut file = Pcap::new(Order::Big, MICROSECONDS, 1).record(b"", 0).bytes;
    file[24..32].copy_from_slice(&[0xff; 8]);
    let seconds = u64::from(u32::MAX) + 4294;
    assert_eq!(first_time(&file), Some(Duration::new(seconds, 967_295_000)));
}

#[test]
fn pcapng_counts_microseconds_unless_its_interface_says_otherwise() {
    let time = [0x0004_0000, 0x8000_0000];
    let ticks = 0x0004_0000_8000_0000_u64;
    for order in ORDERS {
        for block_type in [2, 6] {
            let first_time =
                |options: &[Opt<'_>]| first_time(&pcapng(order, options, block_type, time));
            let micros = Some(Duration::from_micros(ticks));
            assert_eq!(first_time(&[]), micros);
            assert_eq!(first_time(&[(TSRESOL, &[6])]), micros);
            assert_eq!(first_time(&[(TSRESOL, &[9])]), Some(Duration::from_nanos(ticks)));
            assert_eq!(first_time(&[(TSRESOL, &[0])]), Some(Duration::from_secs(ticks)));
            let binary = Some(Duration::new(0x0004_0000, 500_000_000));
            assert_eq!(first_time(&[(TSRESOL, &[0x80 | 32])]), binary);
        }
    }
}

#[test]
fn an_offset_in_seconds_is_added() {
    for order in ORDERS {
        let first_time = |offset: i64| {
            let offset = [order.u32((offset >> 32) as u32), order.u32(offset as u32)];
            let offset = if let Order::Little = order { [offset[1], offset[0]] } else { offset };
            let options: [Opt<'_>; 2] = [(TSOFFSET, offset.as_flattened()), (TSRESOL, &[0])];
            first_time(&pcapng(order, &options, 6, [0, 1000]))
        };
        assert_eq!(first_time(1), Some(Duration::from_secs(1001)));
        assert_eq!(first_time(-1000), Some(Duration::ZERO));
        assert_eq!(first_time(-1001), None);
    }
}

#[test]
fn a_frame_without_a_time_that_can_be_told_is_read_all_the_same() {
    let simple = Pcapng::new(Order::Little).interface(1, 0, &[]).simple(b"frame", 5);
    assert_eq!(first_time(&simple.bytes), None);
    for options in [
        (TSRESOL, &[20][..]),
        (TSRESOL, &[0xff]),
        (TSRESOL, &[]),
        (TSRESOL, &[6, 6]),
        (TSOFFSET, &[0; 4]),
    ] {
        assert_eq!(first_time(&pcapng(Order::Big, &[options], 6, [0, 1])), None);
    }
    let finest = pcapng(Order::Big, &[(TSRESOL, &[19])], 6, [u32::MAX, u32::MAX]);
    assert_eq!(first_time(&finest), Some(Duration::new(1, 844_674_407)));
}

//! No kernel touches a byte outside its slices: each lies flush against a page that kills.

#![cfg(unix)]

mod guarded;
mod naive;
mod random;
mod ways;

use guarded::{Guarded, Side};
use ways::Way;

const SIDES: [Side; 2] = [Side::Start, Side::End];
const CANARY: u8 = 0xa5;

fn lengths() -> impl Iterator<Item = usize> {
    (0..=300).chain(4096 - 70..=4096 + 70)
}

#[test]
fn sums_read_nothing_outside_the_slice() {
    let mut guarded = Guarded::new(4096 + 70);
    for (side, len) in SIDES.into_iter().flat_map(|side| lengths().map(move |len| (side, len))) {
        let place = guarded.flush(side, len);
        let data = &mut guarded.bytes()[place];
        data.copy_from_slice(&random::bytes(3, len));
        for way in Way::all() {
            assert_eq!(way.sum(data).fold(), naive::sum(data), "{way:?}, {len} at {side:?}");
        }
    }
}

#[test]
fn copies_touch_nothing_outside_the_slices() {
    let (mut src, mut dst) = (Guarded::new(4096 + 70), Guarded::new(4096 + 70));
    for (src_side, dst_side) in SIDES.into_iter().flat_map(|src| SIDES.map(|dst| (src, dst))) {
        for len in lengths() {
            let place = src.flush(src_side, len);
            let data = &mut src.bytes()[place];
            data.copy_from_slice(&random::bytes(4, len));
            let place = dst.flush(dst_side, len);
            for way in Way::all() {
                let context = format!("{way:?}, {len} from {src_side:?} to {dst_side:?}");
                let room = dst.bytes();
                room.fill(CANARY);
                let sum = way.copy_and_sum(&mut room[place.clone()], data);
                assert_eq!(sum.fold(), naive::sum(data), "{context}");
                assert!(room[place.clone()] == *data, "{context}: the copy differs");
                let mut outside = room[..place.start].iter().chain(&room[place.end..]);
                assert!(outside.all(|&byte| byte == CANARY), "{context}: wrote outside");
            }
        }
    }
}

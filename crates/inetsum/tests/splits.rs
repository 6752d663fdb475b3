//! A message gives the same sum in whatever pieces it comes.

mod expected;
mod naive;
mod random;

use std::io::IoSlice;
use std::iter;

use inetsum::{Sum, sum, sum_vectored};

/// The sum of the message that `pieces` make up, by every means of joining them.
fn joined(pieces: &[&[u8]]) -> [(&'static str, Sum); 10] {
    let mut pushed = Sum::ZERO;
    let mut combined = Sum::ZERO;
    let mut backwards = Sum::ZERO;
    let mut offset = 0;
    for piece in pieces {
        pushed.push(piece);
        combined += sum(piece).at_offset(offset);
        backwards = sum(piece).at_offset(offset) + backwards;
        offset += piece.len();
    }
    let mut extended = Sum::ZERO;
    extended.extend(pieces.iter().copied());
    let owned: Vec<Vec<u8>> = pieces.iter().map(|piece| piece.to_vec()).collect();
    let io_slices: Vec<IoSlice<'_>> = pieces.iter().map(|piece| IoSlice::new(piece)).collect();
    [
        ("push", pushed),
        ("append", pieces.iter().fold(Sum::ZERO, |total, piece| total.append(sum(piece)))),
        ("combine", combined),
        ("combine, backwards", backwards),
        ("extend", extended),
        ("collect", pieces.iter().copied().collect()),
        ("iter::Sum", iter::Iterator::sum(pieces.iter().copied())),
        ("sum_vectored of slices", sum_vectored(pieces.iter().copied())),
        ("sum_vectored of Vec", sum_vectored(owned)),
        ("sum_vectored of IoSlice", sum_vectored(io_slices)),
    ]
}

fn assert_joined(pieces: &[&[u8]]) {
    let whole = pieces.concat();
    let expected = sum(&whole);
    assert_eq!(expected.fold(), naive::sum(&whole));
    for (means, sum) in joined(pieces) {
        assert_eq!(sum, expected, "{means} of {pieces:?}");
    }
}

/// A message of random bytes, one of carries, and one of 0xff and 0x00 in turn: without the swap
/// of an odd piece its parts would cancel.
fn messages(len: usize) -> [Vec<u8>; 3] {
    let in_turn = [0xff, 0].into_iter().cycle().take(len).collect();
    [random::bytes(5, len), vec![0xff; len], in_turn]
}

#[test]
fn every_split_in_two_gives_the_whole() {
    for len in (0..=130).chain([255, 256, 257, 576, 1499, 1500]) {
        for message in messages(len) {
            for at in 0..=len {
                let (head, tail) = message.split_at(at);
                assert_joined(&[head, tail]);
            }
        }
    }
}

#[test]
fn every_split_in_three_gives_the_whole() {
    for len in 0..=24 {
        for message in messages(len) {
            for end in 0..=len {
                for start in 0..=end {
                    let (head, middle, tail) =
                        (&message[..start], &message[start..end], &message[end..]);
                    assert_joined(&[head, middle, tail]);
                }
            }
        }
    }
}

#[test]
fn no_pieces_and_empty_pieces_sum_to_nothing() {
    for count in 0..4 {
        assert_joined(&vec![&[][..]; count]);
    }
    assert_eq!(iter::empty().collect::<Sum>(), Sum::ZERO);
}

#[test]
fn empty_piece_after_an_odd_one_keeps_the_parity() {
    assert_joined(&[&[1, 2, 3], &[], &[4, 5, 6]]);
    assert_joined(&[&[], &[], &[1], &[], &[], &[2, 3, 4, 5]]);
}

#[test]
fn odd_pieces_in_a_row_alternate() {
    let message = random::bytes(6, 256);
    for size in (1..32).step_by(2) {
        assert_joined(&message.chunks(size).collect::<Vec<_>>());
    }
}

#[test]
fn an_odd_piece_swaps_the_next_without_losing_its_carries() {
    assert_joined(&[&[0xff], &[0xff; 700]]);
    assert_joined(&[&[0x80], &[0x80; 33], &[0x80; 64], &[0xff; 1499]]);
    assert_joined(&[&[0xff; 65_535], &[0xff; 65_535]]);
}

#[test]
fn an_offset_counts_by_its_parity_alone() {
    let part = sum(&[0x12, 0x34, 0x56]);
    for offset in [0, 2, 14, 1 << 20, usize::MAX - 1] {
        assert_eq!(part.at_offset(offset), part);
        assert_eq!(part.at_offset(offset + 1).fold(), naive::sum(&[0, 0x12, 0x34, 0x56]));
        assert_eq!(part.at_offset(offset + 1).at_offset(offset + 1), part);
    }
}

#[test]
fn words_are_pushed_at_even_and_odd_positions() {
    for len in 0..=40 {
        for word in [0, 1, 0x00ff, 0x1234, 0xff00, 0xffff] {
            let mut message = random::bytes(7, len);
            let mut pushed = sum(&message);
            pushed.push_word(word).push_word(0xfedc).push(&[0xba]);
            message.extend(word.to_be_bytes());
            message.extend([0xfe, 0xdc, 0xba]);
            assert_eq!(pushed, sum(&message), "{word:#06x} after {len} bytes");
            assert_eq!(pushed.fold(), naive::sum(&message));
        }
    }
}

/// The documented zero rule: what sums to zero after something was taken out is given as 0xffff.
fn left_after_removal(part: &[u8], rest: &[u8]) -> u16 {
    match naive::sum(rest) {
        0 if part.iter().any(|&byte| byte != 0) => 0xffff,
        sum => sum,
    }
}

#[test]
fn any_part_can_be_removed() {
    for len in 0..=70 {
        let one_byte_set = |at| (0..len).map(move |byte| u8::from(byte == at)).collect();
        for message in messages(len).into_iter().chain([vec![0; len], one_byte_set(len / 2)]) {
            for end in 0..=len {
                for start in 0..=end {
                    let part = &message[start..end];
                    let left = sum(&message).remove(sum(part).at_offset(start));
                    let mut rest = message.clone();
                    rest[start..end].fill(0);
                    assert_eq!(
                        left,
                        expected::sum(left_after_removal(part, &rest), len - part.len()),
                        "{start}..{end} of {message:?}"
                    );
                }
            }
        }
    }
}

//! Programs of operations on sums, each held against the definition on the bytes themselves.

mod message;

use arbitrary::{Result, Unstructured};
use inetsum::{Sum, pseudo_header_v4, pseudo_header_v6, sum};

use crate::frames::oracle;
use crate::memory::definition;
use message::Message;

const MOST_STEPS: usize = 60;
const LONGEST_PIECE: usize = 100;

/// Runs the program that the input stands for.
pub fn run(input: &[u8]) {
    let mut source = Unstructured::new(input);
    let mut message = Message::new();
    for _ in 0..MOST_STEPS {
        if source.is_empty() || step(&mut message, &mut source).is_err() {
            break;
        }
        message.check();
    }
}

fn step(message: &mut Message, from: &mut Unstructured<'_>) -> Result<()> {
    match from.int_in_range(0..=9u8)? {
        0 => message.push(bytes(from)?),
        1 => message.push_word(from.arbitrary()?),
        2 => message.append(bytes(from)?),
        3 => message.combine(bytes(from)?),
        4 => message.prepend(bytes(from)?),
        5 => {
            let (at, new) = (from.arbitrary::<u16>()?, bytes(from)?);
            message.replace(at.into(), new);
        }
        6 => message.replace_word(from.arbitrary::<u16>()?.into(), from.arbitrary()?),
        7 => message.truncate(from.arbitrary::<u16>()?.into()),
        8 => {
            let cuts: [u16; 3] = from.arbitrary()?;
            assert_same_in_pieces(message.bytes(), cuts.map(usize::from));
        }
        _ => assert_pseudo_headers(from)?,
    }
    Ok(())
}

/// Many of them are zeros or ones, which make the carries and the zeros.
fn bytes(from: &mut Unstructured<'_>) -> Result<Vec<u8>> {
    let len = from.int_in_range(0..=LONGEST_PIECE)?;
    Ok(match from.int_in_range(0..=3u8)? {
        0 => vec![0; len],
        1 => vec![0xff; len],
        _ => from.bytes(len.min(from.len()))?.to_vec(),
    })
}

/// Whether the bytes, cut at these places, sum to the same by every means of joining.
fn assert_same_in_pieces(bytes: &[u8], cuts: [usize; 3]) {
    let mut cuts = cuts.map(|cut| cut % (bytes.len() + 1));
    cuts.sort_unstable();
    let [a, b, c] = cuts;
    let pieces = [&bytes[..a], &bytes[a..b], &bytes[b..c], &bytes[c..]];
    let expected = definition(bytes);
    assert_eq!(inetsum::sum_vectored(pieces), expected);
    assert_eq!(pieces.into_iter().collect::<Sum>(), expected);
    assert_eq!(pieces.into_iter().sum::<Sum>(), expected);
    let placed = pieces.into_iter().zip([0, a, b, c]).map(|(piece, at)| sum(piece).at_offset(at));
    assert_eq!(placed.rev().fold(Sum::ZERO, |total, part| total + part), expected);
}

fn assert_pseudo_headers(from: &mut Unstructured<'_>) -> Result<()> {
    let (source, destination): ([u8; 16], [u8; 16]) = (from.arbitrary()?, from.arbitrary()?);
    let (protocol, len): (u8, u32) = (from.arbitrary()?, from.arbitrary()?);
    let bytes = oracle::pseudo_header(&source, &destination, protocol, len);
    let sum = pseudo_header_v6(source.into(), destination.into(), protocol, len);
    assert_eq!(sum, definition(&bytes));

    let ([a, b, c, d, ..], [e, f, g, h, ..]) = (source, destination);
    let (source, destination, len) = ([a, b, c, d], [e, f, g, h], len as u16);
    let bytes = oracle::pseudo_header(&source, &destination, protocol, len.into());
    let sum = pseudo_header_v4(source.into(), destination.into(), protocol, len);
    assert_eq!(sum, definition(&bytes));
    Ok(())
}

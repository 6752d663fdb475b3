"""The functions of `fold.rs`, `sum.rs` and `update.rs`, as bit-vector expressions.

Each quotes the Rust that it models: when that changes, so must the model. Sums are a pair of words
and parity, of 64 bits or of 16. Carries are one bit wide.
"""

from z3 import BitVecVal, Concat, Extract, If, LShR, Or, RotateLeft, ULT, ZeroExt

from source import models

ORDERS = ("little", "big")
ONES_16 = BitVecVal(0xFFFF, 16)


def overflowing_add(a, b):
    low = a + b
    return low, If(ULT(low, a), BitVecVal(1, 1), BitVecVal(0, 1))


def wide(bits, value):
    """The same unsigned number in `bits` bits."""
    return ZeroExt(bits - value.size(), value)


def swap(word):
    return RotateLeft(word, 8)


def in_memory(word, order):
    """`to_be` and `from_be` of a 16-bit word on a host of that byte order."""
    return swap(word) if order == "little" else word


def ones_complement_add(a, b):
    """The definition (RFC 1071 section 1): addition of words with end-around carry."""
    low, carry = overflowing_add(a, b)
    return low + wide(a.size(), carry)


@models(
    "fold.rs",
    "let (low, carry) = a.overflowing_add(b); low + carry as u64",
)
def add(a, b):
    return ones_complement_add(a, b)


@models(
    "fold.rs",
    """let (sum, carry_1) = a.overflowing_add(b);
       let (sum, carry_2) = sum.overflowing_add(carry as u64);
       (sum, carry_1 | carry_2)""",
)
def add_with_carry(a, b, carry):
    total, carry_1 = overflowing_add(a, b)
    total, carry_2 = overflowing_add(total, wide(64, carry))
    return total, carry_1 | carry_2


@models("fold.rs", "words.rotate_left(8)")
def shift_by_one_byte(words):
    return RotateLeft(words, 8)


@models(
    "fold.rs",
    """let half = (words.wrapping_add(words.rotate_left(32)) >> 32) as u32;
       let sum = half.wrapping_add(half.rotate_left(16));
       if cfg!(target_endian = "little") {
           sum.swap_bytes() as u16
       } else {
           (sum >> 16) as u16
       }""",
)
def fold(words, order):
    half = Extract(63, 32, words + RotateLeft(words, 32))
    total = half + RotateLeft(half, 16)
    if order == "little":
        swapped = Concat(*(Extract(8 * at + 7, 8 * at, total) for at in range(4)))
        return Extract(15, 0, swapped)
    return Extract(15, 0, LShR(total, 16))


@models("sum.rs", "Sum { words: word.to_be() as u64, odd: false }")
def from_word(word, order):
    return wide(64, in_memory(word, order))


@models(
    "sum.rs",
    "Sum { words: fold::add(self.words, other.words), odd: self.odd != other.odd }",
)
def combine(a, b):
    (words, odd), (other, other_odd) = a, b
    return add(words, other), odd != other_odd


@models(
    "sum.rs",
    """if offset.is_multiple_of(2) {
           self
       } else {
           Sum { words: fold::shift_by_one_byte(self.words), odd: self.odd }
       }""",
)
def at_offset(a, odd_offset):
    words, odd = a
    return If(odd_offset, shift_by_one_byte(words), words), odd


@models("sum.rs", "self.combine(next.at_offset(self.odd as usize))")
def append(a, b):
    return combine(a, at_offset(b, a[1]))


@models(
    "sum.rs",
    """let negative = match part.words {
           zero @ (0 | u64::MAX) => zero,
           words => !words,
       };
       Sum { words: fold::add(self.words, negative), odd: self.odd != part.odd }""",
)
def remove(a, b):
    (words, odd), (part, part_odd) = a, b
    negative = If(Or(part == 0, ~part == 0), part, ~part)
    return add(words, negative), odd != part_odd


# Of the updates, 16 bits: by `folding.py`, a sum may stand for the word that it folds to.


@models(
    "update.rs",
    """if old.fold() == 0 {
           return Sum::from_word(!checksum).combine(new).checksum();
       }
       let rest = match Sum::from_word(!checksum).remove(old).fold() {
           0xffff => 0,
           rest => rest,
       };
       Sum::from_word(rest).combine(new).checksum()""",
)
def update(checksum, old, new):
    left = remove((~checksum, False), (old, False))[0]
    rest = If(left == ONES_16, BitVecVal(0, 16), left)
    return If(old == 0, ~add(~checksum, new), ~add(rest, new))


@models(
    "update.rs",
    """if old == 0 || new == 0 {
           return update(checksum, Sum::from_word(old), Sum::from_word(new));
       }
       let change = !old as u32 + new as u32;
       let change = (change + (change >> 16)) as u16;
       let (difference, borrow) = checksum.overflowing_sub(change);
       difference.wrapping_sub(borrow as u16)""",
)
def update_word(checksum, old, new):
    change = change_of(old, new)
    change = Extract(15, 0, change + LShR(change, 16))
    borrow = If(ULT(checksum, change), BitVecVal(1, 16), BitVecVal(0, 16))
    return If(
        Or(old == 0, new == 0),
        update(checksum, old, new),
        checksum - change - borrow,
    )


def change_of(old, new):
    """The 32 bits of `update_word` before they are folded."""
    return wide(32, ~old) + wide(32, new)


@models(
    "update.rs",
    """if checksum == 0 {
           return 0;
       }
       match update(checksum, old, new) {
           0 => 0xffff,
           checksum => checksum,
       }""",
)
def update_udp(checksum, old, new):
    updated = update(checksum, old, new)
    return If(checksum == 0, checksum, If(updated == 0, ONES_16, updated))

"""Additions, folding, and the algebra of `Sum`, bit by bit."""

from z3 import (
    And,
    BitVec,
    BitVecVal,
    Bool,
    Concat,
    Extract,
    If,
    Implies,
    Not,
    RotateLeft,
    UGT,
    ULE,
)

from theorem import Theorem
from words import (
    ONES_16,
    ORDERS,
    add,
    add_with_carry,
    append,
    at_offset,
    combine,
    fold,
    from_word,
    in_memory,
    ones_complement_add,
    overflowing_add,
    remove,
    shift_by_one_byte,
    swap,
    wide,
)

a, b, c = (BitVec(name, 64) for name in "abc")
u, v, w = (BitVec(name, 16) for name in "uvw")
odd_a, odd_b, odd_c, odd = (Bool(name) for name in ("odd_a", "odd_b", "odd_c", "odd"))
x, y, z = (a, odd_a), (b, odd_b), (c, odd_c)
one_bit = BitVec("carry", 1)


def equal(left, right):
    """The same 64 bits, and the same parity."""
    return And(left[0] == right[0], left[1] == right[1])


def theorems():
    yield from additions()
    yield from folding()
    yield from sixteen_bits()
    yield from sixty_four_bits()


def additions():
    """What `fold::add` and the carry chains rely on: nothing overflows, nothing is lost."""
    low, carry = overflowing_add(a, b)
    yield Theorem(
        "add: the carry never overflows what is left",
        UGT(BitVecVal(2**64 - 1, 65), wide(65, low)) | (carry == 0),
        "less room by one",
        UGT(BitVecVal(2**64 - 2, 65), wide(65, low)) | (carry == 0),
    )
    exact = wide(66, a) + wide(66, b)
    yield Theorem(
        "add: a + b less 2^64 - 1 for each carry",
        exact == wide(66, add(a, b)) + wide(66, carry) * (2**64 - 1),
        "a carry dropped",
        exact == wide(66, a + b) + wide(66, carry) * (2**64 - 1),
    )
    yield Theorem(
        "add: 0 only for 0 and 0",
        (add(a, b) == 0) == And(a == 0, b == 0),
        "addition modulo 2^64 - 1 that normalises minus zero",
        (If(add(a, b) == BitVecVal(2**64 - 1, 64), 0, add(a, b)) == 0) == And(a == 0, b == 0),
    )
    total, carry_out = add_with_carry(a, b, one_bit)
    yield Theorem(
        "add_with_carry: nothing is lost",
        exact + wide(66, one_bit) == wide(66, total) + (wide(66, carry_out) << 64),
        "the second carry ignored",
        exact + wide(66, one_bit) == wide(66, total) + (wide(66, overflowing_add(a, b)[1]) << 64),
    )
    room = lambda total, carry: Implies(carry == 1, ULE(total, BitVecVal(2**64 - 2, 64)))
    yield Theorem(
        "a carry chain, step by step: with a carry out, what stays is at most 2^64 - 2",
        And(
            room(*overflowing_add(a, b)),
            Implies(room(a, one_bit), room(total, carry_out)),
        ),
        "the same for any total and carry at its start",
        room(total, carry_out),
    )


def folding():
    """`fold` reduces modulo 2^16 - 1, halving by halving, and swaps on little-endian hosts."""
    half = Extract(63, 32, a + RotateLeft(a, 32))
    yield Theorem(
        "fold: the upper half of x + rotate(x) is the ones' complement sum of both halves",
        half == ones_complement_add(Extract(63, 32, a), Extract(31, 0, a)),
        "shifted, not rotated",
        Extract(63, 32, a + (a << 32))
        == ones_complement_add(Extract(63, 32, a), Extract(31, 0, a)),
    )
    d = BitVec("d", 32)
    word = Extract(31, 16, d + RotateLeft(d, 16))
    yield Theorem(
        "fold: the same once more",
        word == ones_complement_add(Extract(31, 16, d), Extract(15, 0, d)),
        "the carry of both halves dropped",
        Extract(31, 16, d) + Extract(15, 0, d)
        == ones_complement_add(Extract(31, 16, d), Extract(15, 0, d)),
    )
    for order in ORDERS:
        yield from folding_on(order)


def folding_on(order):
    on = f"{order}-endian host"
    halved = Extract(63, 32, a + RotateLeft(a, 32))
    in_memory_order = Extract(31, 16, halved + RotateLeft(halved, 16))
    yield Theorem(
        f"fold is those two steps, then network order, {on}",
        fold(a, order) == in_memory(in_memory_order, order),
        "swapped before the second step",
        fold(a, order) == swap(in_memory(in_memory_order, order)),
    )
    yield Theorem(
        f"fold: 0 only for 0, {on}",
        (fold(a, order) == 0) == (a == 0),
        "minus zero folded to zero",
        (If(fold(a, order) == ONES_16, 0, fold(a, order)) == 0) == (a == 0),
    )
    yield Theorem(
        f"from_word, then fold: the word itself, {on}",
        fold(from_word(w, order), order) == w,
        "the bytes swapped",
        fold(from_word(swap(w), order), order) == w,
    )
    yield Theorem(
        f"rotated by a byte, it folds to the word swapped (RFC 1071 section 2 (B)), {on}",
        fold(shift_by_one_byte(a), order) == swap(fold(a, order)),
        "shifted, not rotated",
        fold(a << 8, order) == swap(fold(a, order)),
    )


def sixteen_bits():
    """The laws of the words, which the theorems above carry over to sums."""
    plus = ones_complement_add
    yield Theorem(
        "words: addition is associative and commutative, and zero is neutral",
        And(plus(plus(u, v), w) == plus(u, plus(v, w)), plus(u, v) == plus(v, u), plus(u, 0) == u),
        "without the end-around carry of the inner addition",
        plus(u + v, w) == plus(u, plus(v, w)),
    )
    yield Theorem(
        "words: swapping bytes distributes over addition",
        swap(plus(u, v)) == plus(swap(u), swap(v)),
        "swapped before the carry is added",
        swap(u + v) + (plus(u, v) - (u + v)) == plus(swap(u), swap(v)),
    )
    yield Theorem(
        "words: a word and its complement add up to minus zero",
        plus(u, ~u) == ONES_16,
        "to zero",
        plus(u, ~u) == 0,
    )
    short = (u, odd_a), (v, odd_b), (w, odd_c)
    yield Theorem(
        "words: append is associative",
        equal(append(append(*short[:2]), short[2]), append(short[0], append(*short[1:]))),
        "a part placed by the parity of the first alone",
        equal(
            append(append(*short[:2]), short[2]),
            append(short[0], combine(short[1], at_offset(short[2], odd_a))),
        ),
    )
    yield from exact_additions()
    back = remove(combine((u, True), (v, odd)), (v, odd))[0]
    yield Theorem(
        "words: removing undoes adding, up to the two zeros",
        back == If(And(u == 0, v != 0), ONES_16, u),
        "zeros too",
        back == u,
    )


def exact_additions():
    for bits in (16, 32):
        left, right = BitVec("left", bits), BitVec("right", bits)
        carry = wide(bits + 2, overflowing_add(left, right)[1])
        exact = wide(bits + 2, left) + wide(bits + 2, right)
        yield Theorem(
            f"{bits} bits: end-around addition is the sum, less 2^{bits} - 1 for a carry",
            exact == wide(bits + 2, ones_complement_add(left, right)) + carry * (2**bits - 1),
            "the carry dropped",
            exact == wide(bits + 2, left + right) + carry * (2**bits - 1),
        )


def sixty_four_bits():
    """The laws of `Sum`, exactly: the same 64 bits, not only the same word."""
    yield Theorem(
        "combine is commutative",
        equal(combine(x, y), combine(y, x)),
        "append in its place",
        equal(append(x, y), append(y, x)),
    )
    yield Theorem(
        "combine is associative",
        equal(combine(combine(x, y), z), combine(x, combine(y, z))),
        "one addition without its carry",
        add(a + b, c) == add(a, add(b, c)),
    )
    yield Theorem(
        "append: nothing is neutral on either side",
        And(equal(append(x, NOTHING), x), equal(append(NOTHING, x), x)),
        "nothing, taken for odd",
        equal(append((NOTHING[0], Not(NOTHING[1])), x), x),
    )
    yield Theorem(
        "placing distributes over combine",
        equal(at_offset(combine(x, y), odd), combine(at_offset(x, odd), at_offset(y, odd))),
        "only one of both placed",
        equal(at_offset(combine(x, y), odd), combine(at_offset(x, odd), y)),
    )
    bytes_of = [BitVec(f"byte_{at}", 8) for at in range(8)]
    whole = Concat(*bytes_of)
    for split in (3, 4):
        head, tail = Concat(*bytes_of[:split]), Concat(*bytes_of[split:])
        placed = lambda part: Concat(part, BitVecVal(0, 64 - part.size()))
        joined = append((placed(head), split % 2 == 1), (placed(tail), (8 - split) % 2 == 1))
        wrong = combine((placed(head), False), (placed(tail), False))
        yield Theorem(
            f"append: 8 bytes split after {split} sum as a whole",
            fold(joined[0], "big") == fold(whole, "big"),
            "the tail not placed" if split % 2 else "the tail placed one byte on",
            fold(wrong[0] if split % 2 else shift_by_one_byte(wrong[0]), "big")
            == fold(whole, "big"),
        )


NOTHING = (BitVecVal(0, 64), False)

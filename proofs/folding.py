"""Folding commutes with every operation of `Sum`, in integers.

Bit by bit, a solver finds these too hard. But `algebra.py` has shown that
- additions with end-around carry are a + b, less 2^n - 1 where that carries,
- `fold` is two such additions of halves, and 0 only for 0.
From these alone, linear arithmetic of integers gets the rest. With it, a law of the 16-bit words is
a law of the 64-bit sums, and two sums that fold to one word are alike in every use.
"""

from z3 import And, If, Implies, Int, Or

from theorem import Theorem

ONES_16, ONES_32, ONES_64 = 2**16 - 1, 2**32 - 1, 2**64 - 1
a, b = Int("a"), Int("b")
fold_a, fold_b, fold_of_result, times_a, times_b, times = (
    Int(name) for name in ("fold_a", "fold_b", "fold", "times_a", "times_b", "times")
)


def add(left, right, ones):
    """Addition with end-around carry of words up to `ones`."""
    return If(left + right > ones, left + right - ones, left + right)


def negative(part, ones):
    """What `Sum::remove` adds: the complement, but each zero is itself."""
    return If(Or(part == 0, part == ones), part, ones - part)


def in_range(value, ones):
    return And(0 <= value, value <= ones)


def folds_to(value, word, times):
    """What is proven of `fold(value)`."""
    return And(
        in_range(word, ONES_16), value == word + ONES_16 * times, (word == 0) == (value == 0)
    )


def integer_theorem(*parts):
    return Theorem(*parts, logic="QF_LIA")


def theorems():
    yield from of_halves()
    both = And(
        in_range(a, ONES_64),
        in_range(b, ONES_64),
        folds_to(a, fold_a, times_a),
        folds_to(b, fold_b, times_b),
    )

    def result_folds_to(result, word):
        return Implies(And(both, folds_to(result, fold_of_result, times)), fold_of_result == word)

    summed = add(a, b, ONES_64)
    yield integer_theorem(
        "the fold of a sum is the ones' complement sum of both folds",
        result_folds_to(summed, add(fold_a, fold_b, ONES_16)),
        "one more for each carry",
        result_folds_to(If(a + b > ONES_64, summed + 1, summed), add(fold_a, fold_b, ONES_16)),
    )
    yield integer_theorem(
        "the fold of what remains is the word that remains of the fold",
        result_folds_to(
            add(a, negative(b, ONES_64), ONES_64), add(fold_a, negative(fold_b, ONES_16), ONES_16)
        ),
        "the complement of zero taken for minus zero",
        result_folds_to(
            add(a, ONES_64 - b, ONES_64), add(fold_a, negative(fold_b, ONES_16), ONES_16)
        ),
    )
    yield from of_words()


def of_halves():
    """What `folds_to` says of `fold`, from the two additions that it consists of."""
    high_32, low_32, high_16, low_16 = (
        Int(f"{half}_{n}") for n in (32, 16) for half in ("high", "low")
    )
    ranges = And(
        *(in_range(half, ONES_32) for half in (high_32, low_32)),
        *(in_range(half, ONES_16) for half in (high_16, low_16)),
    )
    half = add(high_32, low_32, ONES_32)
    carries = [If(high_32 + low_32 > ONES_32, 1, 0), If(high_16 + low_16 > ONES_16, 1, 0)]
    times = 65537 * (high_32 + carries[0]) + high_16 + carries[1]

    def is_a_multiple_away(word):
        value = 2**32 * high_32 + low_32
        split = half == 2**16 * high_16 + low_16
        return Implies(And(ranges, split), value == word + ONES_16 * times)

    yield integer_theorem(
        "fold is its argument less a multiple of 2^16 - 1",
        is_a_multiple_away(add(high_16, low_16, ONES_16)),
        "the second addition without its carry",
        is_a_multiple_away(
            If(high_16 + low_16 > ONES_16, high_16 + low_16 - 2**16, high_16 + low_16)
        ),
    )


def of_words():
    words = [Int(f"word_{at}") for at in range(4)]
    value = sum(2 ** (16 * at) * word for at, word in enumerate(words))
    total = 0
    for word in words:
        total = add(total, word, ONES_16)
    known = And(*(in_range(word, ONES_16) for word in words))
    folded = folds_to(value, fold_of_result, times)
    yield integer_theorem(
        "fold is the ones' complement sum of the four words (RFC 1071 section 2 (C))",
        Implies(And(known, folded), fold_of_result == total),
        "one word left out",
        Implies(
            And(known, folded),
            fold_of_result == add(words[3], add(words[1], words[0], ONES_16), ONES_16),
        ),
    )

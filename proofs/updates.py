"""RFC 1624: an updated checksum is the one that recomputing gives.

A message is a changed part and the rest: their sums can have any values.
"""

from z3 import And, BitVec, BitVecVal, If, Implies, LShR, Not, Or, UGE, ULE

from theorem import Theorem
from words import ONES_16, add, change_of, update, update_udp, update_word

checksum, rest, old, new = (BitVec(name, 16) for name in ("checksum", "rest", "old", "new"))
# Every checksum under which the message verifies before the change: one, or both forms of zero.
intact = add(add(rest, old), checksum) == ONES_16
recomputed = ~add(rest, new)


def verifies(updated):
    return add(add(rest, new), updated) == ONES_16


def is_recomputed(updated):
    """Where only zeros are put in, minus zero may stand for zero, or nothing has changed."""
    unchanged = And(old == 0, new == 0)
    undecided = And(new == 0, updated == ONES_16, recomputed == 0)
    return If(unchanged, updated == checksum, Or(updated == recomputed, undecided))


def theorems():
    rfc_1141 = add(add(checksum, old), ~new)
    without_the_zeros = ~add(add(~checksum, ~old), new)
    yield Theorem(
        "update: the message verifies with it",
        Implies(intact, verifies(update(checksum, old, new))),
        "the RFC's equation 3 alone, for a message that becomes all zero",
        Implies(intact, verifies(without_the_zeros)),
    )
    yield Theorem(
        "update: it is what recomputing gives",
        Implies(intact, is_recomputed(update(checksum, old, new))),
        "the form of RFC 1141",
        Implies(intact, is_recomputed(rfc_1141)),
    )
    yield Theorem(
        "update: the form of RFC 1141 differs in nothing but the zero",
        Implies(And(intact, Not(rfc_1141 == ONES_16)), is_recomputed(rfc_1141)),
        "the same without one's complement of the new word",
        Implies(And(intact, Not(rfc_1141 == ONES_16)), is_recomputed(add(add(checksum, old), new))),
    )
    yield Theorem(
        "update_word: it is update of both words",
        update_word(checksum, old, new) == update(checksum, old, new),
        "its short way for zeros too",
        short_way(checksum, old, new) == update(checksum, old, new),
    )
    change = change_of(old, new)
    folded = change + LShR(change, 16)
    yield Theorem(
        "update_word: the change folds to 16 bits, and not to 0",
        Implies(new != 0, And(ULE(folded & 0xFFFF, 0xFFFF), folded & 0xFFFF != 0, fits(folded))),
        "for a new word of 0 too",
        And(folded & 0xFFFF != 0, fits(folded)),
    )
    yield from of_udp()


def fits(folded):
    """One folding is enough: adding the carry gave none."""
    change = change_of(old, new)
    once = (change & 0xFFFF) + LShR(change, 16)
    return And(folded & 0xFFFF == once, ULE(once, 0xFFFF))


def short_way(checksum, old, new):
    change = add(~old, new)
    return checksum - change - If(UGE(checksum, change), BitVecVal(0, 16), BitVecVal(1, 16))


def of_udp():
    updated = update_udp(checksum, old, new)
    yield Theorem(
        "update_udp: 0, no checksum, stays 0, and nothing else becomes 0",
        (updated == 0) == (checksum == 0),
        "update in its place",
        (update(checksum, old, new) == 0) == (checksum == 0),
    )
    yield Theorem(
        "update_udp: the message verifies with it",
        Implies(And(intact, checksum != 0), verifies(updated)),
        "with 0xffff for 0x0001 too",
        Implies(And(intact, checksum != 0), verifies(If(updated == 1, ONES_16, updated))),
    )

"""The sums of the pseudo-headers are those of their bytes, and never leave their 64 bits."""

from z3 import BitVec, Concat, Extract

from source import models
from theorem import Theorem
from words import ORDERS, add, in_memory, wide

protocol, length_16, length_32 = BitVec("protocol", 8), BitVec("length", 16), BitVec("length", 32)
high, low = BitVec("high", 64), BitVec("low", 64)
src, dst = BitVec("src", 32), BitVec("dst", 32)


@models(
    "pseudo_header.rs",
    """let addresses =
           u32::from_ne_bytes(src.octets()) as u64 + u32::from_ne_bytes(dst.octets()) as u64;
       let words = addresses + (protocol as u16).to_be() as u64 + length.to_be() as u64;
       Sum::from_words(words, 12)""",
)
def v4(bits, order):
    """In that many bits."""
    number, length = (in_memory(field, order) for field in (wide(16, protocol), length_16))
    return sum(wide(bits, part) for part in (src, dst, number, length))


@models(
    "pseudo_header.rs",
    """let addresses = fold::add(add_halves(src), add_halves(dst));
       let rest = length.to_be() as u64 + (next_header as u16).to_be() as u64;
       Sum::from_words(fold::add(addresses, rest), 40)""",
    """let bits = u128::from_ne_bytes(address.octets());
       fold::add((bits >> 64) as u64, bits as u64)""",
)
def v6_length_and_protocol(bits, order):
    return wide(bits, swapped_32(length_32, order)) + wide(
        bits, in_memory(wide(16, protocol), order)
    )


def swapped_32(value, order):
    """`to_be` of 32 bits."""
    if order == "big":
        return value
    return Concat(*(Extract(8 * at + 7, 8 * at, value) for at in range(4)))


def words_32(value):
    return [Extract(31, 16, value), Extract(15, 0, value)]


def theorems():
    for order in ORDERS:
        yield Theorem(
            f"pseudo_header_v4: 64 bits hold it, {order}-endian host",
            wide(80, v4(64, order)) == v4(80, order),
            "32 bits",
            wide(80, v4(32, order)) == v4(80, order),
        )
        yield Theorem(
            f"pseudo_header_v6: 64 bits hold length and protocol, {order}-endian host",
            wide(80, v6_length_and_protocol(64, order)) == v6_length_and_protocol(80, order),
            "32 bits",
            wide(80, v6_length_and_protocol(32, order)) == v6_length_and_protocol(80, order),
        )
        in_order = [in_memory(word, order) for word in words_32(swapped_32(length_32, order))]
        yield Theorem(
            f"pseudo_header_v6: both halves of the length count, {order}-endian host",
            add(*in_order) == add(*words_32(length_32)),
            "the lower half alone",
            in_order[0 if order == "little" else 1] == add(*words_32(length_32)),
        )

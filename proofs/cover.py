"""Every byte of an input counts once: blocks, the last block behind a mask, and an odd last byte.

For every length from MIN_LEN to MAX_LEN at once, with the constants that the sources have.
"""

from z3 import And, BitVec, BitVecVal, Concat, Implies, LShR, UDiv, UGE, ULE, ULT, URem

from source import constant, models
from theorem import Theorem

MIN_LEN, MAX_LEN = constant("kernel.rs", "MIN_LEN"), constant("kernel.rs", "MAX_LEN")
LONGEST_MASK = constant("kernel/ends.rs", "LONGEST")
# Longer inputs than that are summed in blocks.
BLOCKS = {
    "sse2": ("kernel/sse2.rs", 128),
    "avx2 and avxvnni": ("kernel/vector256.rs", 256),
    "avx512 and avx512vnni": ("kernel/vector512.rs", 256),
    "neon": ("kernel/neon.rs", 128),
    "simd128": ("kernel/simd128.rs", 128),
}
# First and last: from this length, up to that one, so many bytes each.
PAIRS = {
    "sse2, neon and simd128 up to 128": (MIN_LEN, 128, 64),
    "the wide kernels up to 128": (MIN_LEN, 128, 64),
    "the wide kernels up to 256": (129, 256, 128),
    "short: 33 to 64": (33, 64, 32),
}
WIDE = ("..=128 => up_to_128::<COPY>(dst, src), 129..=256 => up_to_256::<COPY>(dst, src),",)
length = BitVec("len", 32)


@models("kernel/ends.rs", "((len - 1) % BLOCK + 1) & !1")
def even_left(length, block):
    return (URem(length - 1, block) + 1) & ~1


@models(
    "kernel/ends.rs",
    "let even_len = data.len() & !1; &data[even_len - N..even_len].as_chunks().0[0]",
)
def even(length):
    return length & ~1


@models("kernel/ends.rs", "&MASK.0[LONGEST - N + bytes..].as_chunks().0[0]")
def mask_at(bytes, size):
    """Where in the table a mask begins."""
    return LONGEST_MASK - size + bytes


@models("kernel/sse2.rs", "let (blocks, _) = src[..src.len() - 1].as_chunks::<BLOCK>();")
@models("kernel/avx2.rs", "let (blocks, _) = src[..src.len() - 1].as_chunks();")
@models("kernel/avxvnni.rs", "let (blocks, _) = src[..src.len() - 1].as_chunks();")
@models("kernel/vector512.rs", "let (blocks, _) = src[..src.len() - 1].as_chunks();")
@models("kernel/avx512vnni.rs", "let (blocks, _) = src[..src.len() - 1].as_chunks();")
@models("kernel/neon.rs", "let (blocks, _) = src[..src.len() - 1].as_chunks();")
@models("kernel/simd128.rs", "let (blocks, _) = src[..src.len() - 1].as_chunks();")
def in_blocks(length, block):
    """How many bytes the blocks have that are not the last."""
    return UDiv(length - 1, block) * block


def between(least, most):
    return And(UGE(length, least), ULE(length, most))


def theorems():
    for kernel, (file, longest_pair) in BLOCKS.items():
        yield from blocks_and_the_last(kernel, constant(file, "BLOCK"), longest_pair)
    for ways, (least, most, size) in PAIRS.items():
        yield from first_and_last(ways, least, most, size)
    yield from tails()
    yield parts()


@models("kernel/sse2.rs", "..=128 => up_to_128::<COPY>(dst, src), _ => more::<COPY>(dst, src)")
@models("kernel/neon.rs", "..=128 => up_to_128::<COPY>(dst, src), _ => more::<COPY>(dst, src)")
@models("kernel/simd128.rs", "..=128 => up_to_128::<COPY>(dst, src), _ => more::<COPY>(dst, src)")
@models("kernel/avx2.rs", *WIDE, "_ => more::<COPY>(dst, src)")
@models("kernel/avxvnni.rs", *WIDE, "_ => more::<COPY>(dst, src)")
@models("kernel/avx512.rs", *WIDE, "_ => more::<COPY>(dst, src)")
@models("kernel/avx512vnni.rs", *WIDE, "_ => long::<COPY>(dst, src)")
def blocks_and_the_last(kernel, block, longest_pair):
    known = between(longest_pair + 1, MAX_LEN)
    left = even_left(length, block)
    yield Theorem(
        f"{kernel}: after the blocks, the unmasked of the last {block} bytes are what is left",
        Implies(known, in_blocks(length, block) == even(length) - left),
        "a block more where the length is a multiple",
        Implies(known, UDiv(length, block) * block == even(length) - left),
    )
    yield Theorem(
        f"{kernel}: mask and last block lie within their tables",
        Implies(known, last_lies_within(left, block)),
        "for shorter inputs too",
        Implies(between(1, MAX_LEN), last_lies_within(left, block)),
    )


def last_lies_within(left, size):
    start = mask_at(left, size)
    return And(
        ULE(left, size),
        left & 1 == 0,
        ULE(start + size, 2 * LONGEST_MASK),
        UGE(even(length), size),
    )


@models("kernel/sse2.rs", "load_quad(mask((src.len() & !1) - 64))")
@models("kernel/neon.rs", "load_quad(mask((src.len() & !1) - QUAD))")
@models("kernel/simd128.rs", "load_quad(mask((src.len() & !1) - QUAD))")
@models(
    "kernel/vector256.rs",
    "load_pair(mask((src.len() & !1) - QUAD / 2))",
    "load_quad(mask((src.len() & !1) - QUAD))",
)
@models("short.rs", "mask::<32>((data.len() & 0x7e) - 32)")
def behind_the_first(length, size):
    """How many bytes are unmasked."""
    return even(length) - size


def first_and_last(ways, least, most, size):
    known, left = between(least, most), behind_the_first(length, size)
    yield Theorem(
        f"{ways}: the first {size} bytes and the unmasked of the last {size} are all",
        Implies(known, And(size + left == even(length), last_lies_within(left, size))),
        "of inputs longer by two",
        Implies(between(least, most + 2), last_lies_within(left, size)),
    )


@models("short.rs", "word >> (8 * bytes) } else { word << (8 * bytes)")
def shift_out(word, count, order):
    return LShR(word, 8 * count) if order == "little" else word << 8 * count


@models("kernel/scalar.rs", "short::shift_out(u64::from_ne_bytes(*word), 8 - tail.len())")
def tails():
    """The last word, with the bytes that are in already shifted out, is the tail and zeros."""
    data = [BitVec(f"byte_{at}", 8) for at in range(8)]
    for order in ("little", "big"):
        shifted = lambda tail: shift_out(loaded(data, order), 8 - tail, order)
        padded = lambda tail: loaded(data[8 - tail :] + [BitVecVal(0, 8)] * (8 - tail), order)
        yield Theorem(
            f"scalar: a tail of 1 to 7 bytes is padded with zeros, {order}-endian host",
            And(*(shifted(tail) == padded(tail) for tail in range(1, 8))),
            "shifted the other way",
            And(
                *(
                    shift_out(loaded(data, order), 8 - tail, other_than(order)) == padded(tail)
                    for tail in range(1, 8)
                )
            ),
        )


def loaded(data, order):
    """`from_ne_bytes`."""
    return Concat(*(reversed(data) if order == "little" else data))


def other_than(order):
    return "big" if order == "little" else "little"


@models(
    "kernel.rs",
    "data.chunks(MAX_LEN).fold(0, |total, part| fold::add(total, self.sum(part).words()))",
)
def parts():
    """Longer inputs are cut into parts that begin at even places."""
    part = BitVec("part", 64)
    begins = lambda size: Implies(ULT(part, 2**40), (part * size) & 1 == 0)
    return Theorem(
        "inputs beyond the longest: each part begins at an even place",
        begins(MAX_LEN),
        "parts shorter by one byte",
        begins(MAX_LEN - 1),
    )

"""The bias of the words and the bounds of the lanes, for the constants that the kernels have."""

from z3 import And, BitVec, BitVecVal, Extract, Implies, SignExt, ULE

from source import constant, models
from theorem import Theorem
from words import wide

MAX_LEN = constant("kernel.rs", "MAX_LEN")
BIASED = {
    "sse2": "kernel/sse2.rs",
    "avx2 and avxvnni": "kernel/vector256.rs",
    "avx512 and avx512vnni": "kernel/vector512.rs",
}
PAIRWISE = {"neon": "kernel/neon.rs", "simd128": "kernel/simd128.rs"}
ACCUMULATORS = 4
first, second = BitVec("first", 16), BitVec("second", 16)
lane = BitVec("lane", 32)


def theorems():
    yield from bias()
    for kernel, file in BIASED.items():
        yield from biased_lanes(kernel, additions(file))
    yield from finish()
    for kernel, file in PAIRWISE.items():
        yield from pairwise_lanes(kernel, additions(file))
    yield from scalar32()


def additions(file):
    """How often the longest input adds to one lane: each block, the last included, fills every
    accumulator alike."""
    vector, block = constant(file, "VECTOR"), constant(file, "BLOCK")
    blocks = (MAX_LEN - 1) // block + 1
    return blocks * (block // vector // ACCUMULATORS)


@models("kernel/sse2.rs", "let bias = _mm_set1_epi16(i16::MIN);", "let all = _mm_set1_epi16(-1);")
@models(
    "kernel/vector256.rs",
    "let bias = _mm256_set1_epi16(i16::MIN);",
    "let all = _mm256_set1_epi16(-1);",
)
@models(
    "kernel/vector512.rs",
    "_mm512_set1_epi16(i16::MIN)",
    "let (zero, all) = (_mm512_setzero_si512(), _mm512_set1_epi16(-1));",
)
def multiply_add(word, other, mask):
    """PMADDWD of the biased words with a mask, in 32 bits."""
    signed = lambda word: SignExt(16, word ^ 0x8000)
    factor = BitVecVal(mask, 32)
    return signed(word) * factor + signed(other) * factor


def bias():
    exact = lambda bits: 2**16 - wide(bits, first) - wide(bits, second)
    taken = multiply_add(first, second, -1)
    yield Theorem(
        "multiply-add: 2^16 less both words",
        taken == exact(32),
        "without the bias",
        SignExt(16, first) * -1 + SignExt(16, second) * -1 == exact(32),
    )
    yield Theorem(
        "multiply-add: between -2^16 + 2 and 2^16",
        And(taken >= -(2**16) + 2, taken <= 2**16),
        "below 2^16",
        And(taken >= -(2**16) + 2, taken < 2**16),
    )
    yield Theorem(
        "multiply-add: nothing of words that are masked out",
        multiply_add(first, second, 0) == 0,
        "the bias all the same",
        multiply_add(first, second, 0) == 2**16,
    )


def step(taken, least, most, additions):
    """If so many additions stay between these bounds, so does one more, within signed 32 bits."""
    done = BitVec("done", 64)
    value, one = SignExt(32, lane), SignExt(32, taken)
    before = And(0 <= done, done < additions, done * least <= value, value <= done * most)
    after = SignExt(32, lane + taken)
    return Implies(
        before, And(after == value + one, (done + 1) * least <= after, after <= (done + 1) * most)
    )


def biased_lanes(kernel, real):
    # A bound by a power of two, so that the product with the count is a shift.
    least, most = -(2**16), 2**16
    taken = multiply_add(first, second, -1)
    yield Theorem(
        f"{kernel}: {real} additions keep a lane within 32 bits, one by one",
        step(taken, least, most, real),
        "2^15 + 1 additions",
        step(taken, least, most, 2**15 + 1),
    )
    yield half_of_the_lanes(kernel)


def half_of_the_lanes(kernel):
    words = BitVec("words", 64)
    # Of any run of words that ends in the last vector, one more than half may be on one side.
    most = lambda longest: And(0 <= words, words <= longest // 4 + 1)
    fits = And(-(2**31) <= words * -(2**15), words * 2**15 < 2**31)
    return Theorem(
        f"{kernel}: half of the lanes together stay within 32 bits",
        Implies(most(MAX_LEN), fits),
        "of inputs twice as long",
        Implies(most(2 * MAX_LEN), fits),
    )


@models(
    "kernel/sse2.rs",
    "let words = ((data.len() / 2) as i64) << 15;",
    "(words - i64::from(two as i32) - (two >> 32)) as u64 + odd_last_byte(data)",
)
@models(
    "kernel/vector256.rs",
    "let words = ((data.len() / 2) as i64) << 15;",
    "(words - i64::from(two as i32) - (two >> 32)) as u64 + odd_last_byte(data)",
)
def finished(words, two):
    return (words << 15) - SignExt(32, Extract(31, 0, two)) - (two >> 32)


def finish():
    """Two lanes hold what is missing to 2^15 for each word: subtracted, the plain sum is left."""
    counts, sums = [BitVec(f"words_{n}", 64) for n in "01"], [BitVec(f"sum_{n}", 64) for n in "01"]
    halves = [count * 2**15 - total for count, total in zip(counts, sums, strict=True)]
    bounded = And(
        *(And(0 <= count, count <= MAX_LEN // 4 + 1) for count in counts),
        *(
            And(0 <= total, total <= count * 0xFFFF)
            for count, total in zip(counts, sums, strict=True)
        ),
    )
    two = (wide(64, Extract(31, 0, halves[1])) << 32) | wide(64, Extract(31, 0, halves[0]))
    unsigned = (two & 0xFFFFFFFF) + (two >> 32)
    yield Theorem(
        "finish: 2^15 for each word, less both signed lanes, is the plain sum",
        Implies(bounded, finished(counts[0] + counts[1], two) == sums[0] + sums[1]),
        "the lower lane taken as unsigned",
        Implies(bounded, ((counts[0] + counts[1]) << 15) - unsigned == sums[0] + sums[1]),
    )


def pairwise_lanes(kernel, real):
    taken, done = wide(32, first) + wide(32, second), BitVec("done", 64)
    most = 2**17

    def step(additions):
        value = wide(64, lane)
        before = And(0 <= done, done < additions, value <= done * most)
        after = wide(64, lane + taken)
        return Implies(before, And(after == value + wide(64, taken), after <= (done + 1) * most))

    yield Theorem(
        f"{kernel}: {real} additions of two words keep a lane within 32 bits, one by one",
        step(real),
        "2^15 + 1 additions",
        step(2**15 + 1),
    )
    yield four_lanes(kernel, real)


def four_lanes(kernel, additions):
    lanes = [BitVec(f"lane_{at}", 32) for at in range(ACCUMULATORS)]
    exact = sum(wide(64, value) for value in lanes)

    def fits(additions):
        bounded = And(*(ULE(value, additions * (2**17 - 2)) for value in lanes))
        return Implies(bounded, wide(64, sum(lanes)) == exact)

    return Theorem(
        f"{kernel}: four lanes together fit into 32 bits",
        fits(additions),
        "after eight times as many additions",
        fits(8 * additions),
    )


@models(
    "kernel/scalar32.rs",
    "words.iter().map(|word| u64::from(u32::from_ne_bytes(*word))).sum()",
)
def scalar32():
    words, total = BitVec("words", 64), BitVec("total", 64)

    def step(longest):
        before = And(words >= 0, words < longest, ULE(total, words << 32))
        after = wide(65, total) + wide(65, lane)
        return Implies(before, And(wide(65, total + wide(64, lane)) == after, ULE(total, 2**63)))

    yield Theorem(
        "scalar, 32-bit: no word of the longest input overflows the 64-bit total",
        step(MAX_LEN // 4 + 1),
        "2^32 words and more",
        step(2**33),
    )

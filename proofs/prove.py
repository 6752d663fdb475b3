#!/usr/bin/env python3
"""Proves the arithmetic of `crates/inetsum` for all inputs, with the solver z3.

usage: prove.py [WORD]   only the theorems that have WORD in their name

Every theorem stands beside a variant with a fault in it, which must be refuted: a proof that cannot
fail proves nothing. Exit status 1 if one theorem is not proven, or one fault not refuted, or
if the source is no longer what the proofs quote.
"""

import sys

import algebra
import cover
import folding
import lanes
import pseudo_header
import updates


def main(word=""):
    found = [theorem for theorem in theorems() if word in theorem.name]
    if not found:
        sys.exit(f"no theorem has {word!r} in its name")
    good = sum(theorem.check() for theorem in found)
    print(f"{good} of {len(found)} theorems proven, and their planted faults refuted")
    sys.exit(good < len(found))


def theorems():
    for part in (algebra, folding, updates, pseudo_header, lanes, cover):
        yield from part.theorems()


if __name__ == "__main__":
    if len(sys.argv) > 2:
        sys.exit(__doc__)
    main(*sys.argv[1:])

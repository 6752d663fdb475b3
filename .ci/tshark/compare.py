#!/usr/bin/env python3
"""Compares what inetsum and tshark say of every checksum in captures.

usage: compare.py [FOLDER]...

A checksum is the same if frame, byte offset and stored value are. Each difference must have a row in
docs/tshark.md, and each row must have its differences. Without a folder it looks at
examples/captures and, where that is, at ../shared/captures/public; then the table of agreements in
docs/tshark.md must be right too.

It runs the tshark in PATH and target/release/inetsum. Exit status: 0 if all differences are
explained, 1 if not.
"""

import os
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from document import Difference, Document, agreement_table, as_rows
from findings import ask_inetsum, ask_tshark

REPOSITORY = Path(__file__).resolve().parents[2]
DOCUMENT = REPOSITORY / "docs/tshark.md"
EXAMPLES = REPOSITORY / "examples/captures"
PUBLIC = REPOSITORY.parent / "shared/captures/public"

# No verdict, as the checksum was not come upon; as much as to say that it was not verified.
NONE = "none"


def opinion(finding, name_to_add):
    if finding is None:
        return NONE
    return finding.verdict + (f" as {finding.protocol}" if name_to_add else "")


def pairs(theirs, ours):
    """Yields place, finding of tshark or None, finding of inetsum or None."""
    for place in {**theirs, **ours}:
        rest = list(ours.get(place, []))
        for finding in theirs.get(place, []):
            same = [own for own in rest if finding.stored in ("", own.stored)]
            if same:
                rest.remove(same[0])
            yield place, finding, same[0] if same else None
        yield from ((place, None, own) for own in rest)


def compare(name, capture):
    """Differences, agreements by protocol and verdict, other checks of tshark."""
    frames, theirs, others = ask_tshark(capture)
    own_frames, ours = ask_inetsum(capture)
    differences, agreements = [], Counter()
    if frames != own_frames:
        said = [
            "not read" if count is None else f"{count} frames" for count in (frames, own_frames)
        ]
        return [Difference(name, 0, "-", *said)], agreements, others
    for place, finding, own in pairs(theirs, ours):
        of = (own or finding).protocol
        renamed = own is not None and finding is not None and finding.protocol != of
        said, own_said = opinion(finding, renamed), opinion(own, False)
        if said == own_said:
            agreements[of, said] += 1
        elif {said, own_said} != {NONE, "unverified"}:
            differences.append(Difference(name, place.frame, of, said, own_said))
    return differences, agreements, others


def captures_in(folder):
    """The captures below a folder with their names, which begin below it."""
    found = [path for path in folder.rglob("*.pcap*") if path.is_file()]
    return [(path.relative_to(folder).as_posix(), path) for path in sorted(found)]


def compare_all(captures):
    """The sum of `compare` over all, and the names of the captures."""
    differences, agreements, others = [], Counter(), Counter()
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for found, agreed, other in pool.map(lambda capture: compare(*capture), captures):
            differences += found
            agreements += agreed
            others += other
    return differences, agreements, others


def faults(document, names, differences, others):
    """Yields what the document lacks or has too much, of what these captures can tell."""
    unexplained = [d for d in differences if not any(row.explains(d) for row in document.rows)]
    for row in as_rows(unexplained):
        yield f"without a row: {row}"
    for row in document.rows:
        seen = [d for d in differences if row.explains(d)]
        if row.reason not in document.reasons:
            yield f"line {row.line}: there is no reason {row.reason!r}"
        if row.capture in names and {d.frame for d in seen} != row.frames:
            yield f"line {row.line}: frames without a difference"
        if row.capture in names and {d.protocol for d in seen} != row.protocols:
            yield f"line {row.line}: protocols without a difference"
    for reason in document.reasons - {row.reason for row in document.rows}:
        yield f"no row has the reason {reason!r}"
    for name in sorted(set(others) - document.others):
        yield f"tshark checks {name}, of which nothing is said"


def main(arguments):
    folders = [Path(argument) for argument in arguments]
    everything = not folders and PUBLIC.is_dir()
    folders = folders or [EXAMPLES] + [PUBLIC] * everything
    captures = [capture for folder in folders for capture in captures_in(folder)]
    document = Document(DOCUMENT.read_text(encoding="utf-8"))
    differences, agreements, others = compare_all(captures)
    table = agreement_table(agreements, differences)
    print("\n".join(table))
    found = list(faults(document, {name for name, _ in captures}, differences, others))
    if everything and document.agreements != table:
        found.append("the table of agreements is another one than above")
    print(*(f"{DOCUMENT.name}: {fault}" for fault in found), sep="\n")
    print(
        f"{len(captures)} captures, {agreements.total()} agreements, {len(differences)} differences,",
        f"{len(document.rows)} rows of explanations, {len(found)} faults",
    )
    sys.exit(1 if found or not captures else 0)


main(sys.argv[1:])

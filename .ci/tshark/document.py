"""The tables of docs/tshark.md."""

from collections import Counter, defaultdict
from dataclasses import dataclass

from findings import VERDICTS


@dataclass(frozen=True)
class Difference:
    """What the two do not agree on, with the words of the columns in the document."""

    capture: str
    frame: int
    protocol: str
    tshark: str
    inetsum: str


@dataclass
class Row:
    """A row of the document: what it explains, and what of that was seen."""

    line: int
    capture: str
    frames: set
    protocols: set
    tshark: str
    inetsum: str
    reason: str

    def explains(self, difference):
        return (
            (self.capture, self.tshark, self.inetsum)
            == (difference.capture, difference.tshark, difference.inetsum)
            and difference.frame in self.frames
            and difference.protocol in self.protocols
        )


def numbers(text):
    """The set in `1, 3-5`; the capture as a whole is frame 0."""
    if text == "all":
        return {0}
    ranges = [part.strip().partition("-") for part in text.split(",")]
    return {n for first, _, last in ranges for n in range(int(first), int(last or first) + 1)}


def ranges(frames):
    """The other way."""
    if frames == {0}:
        return "all"
    starts = [n for n in sorted(frames) if n - 1 not in frames]
    ends = [n for n in sorted(frames) if n + 1 not in frames]
    return ", ".join(str(a) if a == b else f"{a}-{b}" for a, b in zip(starts, ends))


class Document:
    """The tables of docs/tshark.md, by the words above their first columns."""

    def __init__(self, text):
        self.rows, self.reasons, self.others, self.agreements = [], set(), set(), []
        folder, table = "", ""
        for number, line in enumerate(text.splitlines(), start=1):
            if line.startswith("#"):
                folder = line.lstrip("# ") + "/" if line.startswith("### ") else ""
            if not line.startswith("|"):
                table = ""
                continue
            cells = [cell.strip().replace("`", "") for cell in line.strip("|").split("|")]
            if not table:
                table = cells[0]
            if table == "protocol":
                self.agreements.append(line)
            elif cells[0] == table or set(cells[0]) == {"-"}:
                continue
            elif table == "capture":
                self.rows.append(self.row(number, folder, cells))
            elif table == "reason":
                self.reasons.add(cells[0])
            elif table == "field of tshark":
                self.others.update(cells[0].split(", "))

    @staticmethod
    def row(number, folder, cells):
        capture, frames, protocols, tshark, inetsum, reason = cells
        return Row(
            number,
            folder + capture,
            numbers(frames),
            set(protocols.split(", ")),
            tshark,
            inetsum,
            reason,
        )


def agreement_table(agreements, differences):
    """The lines of the table in the document."""
    different = Counter(difference.protocol for difference in differences if difference.frame)
    protocols = sorted({protocol for protocol, _ in agreements} | set(different))
    lines = [f"| protocol | {' | '.join(VERDICTS)} | differences |", "|---|" + "---:|" * 5]
    table = {p: [agreements[p, v] for v in VERDICTS] + [different[p]] for p in protocols}
    table["all"] = [sum(column) for column in zip(*table.values())]
    return lines + [f"| {p} | {' | '.join(map(str, row))} |" for p, row in table.items()]


def as_rows(differences):
    """Differences without a row, in the form of rows, one for all frames and protocols alike."""
    groups = defaultdict(lambda: (set(), set()))
    for difference in differences:
        frames, protocols = groups[difference.capture, difference.tshark, difference.inetsum]
        frames.add(difference.frame)
        protocols.add(difference.protocol)
    for (capture, said, own_said), (frames, protocols) in sorted(groups.items()):
        of = ", ".join(sorted(protocols))
        yield f"| {capture} | {ranges(frames)} | {of} | {said} | {own_said} | |"

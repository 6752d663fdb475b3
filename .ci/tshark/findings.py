"""What tshark and inetsum say of the checksums in a capture."""

import json
import re
import subprocess
from collections import Counter, defaultdict
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

INETSUM = Path(__file__).resolve().parents[2] / "target/release/inetsum"

# Every check of a checksum that is off by default; fragments apart, as each is judged by itself.
PREFERENCES = [
    "ip.check_checksum",
    "tcp.check_checksum",
    "udp.check_checksum",
    "udplite.check_checksum",
    "dccp.check_checksum",
    "pgm.check_checksum",
    "stt.check_checksum",
    "lmp.checksum",
    "cattp.checksum",
]
REASSEMBLY = ["ip.defragment", "ipv6.defragment", "tcp.desegment_tcp_streams"]

# A field of tshark, and whose checksum inetsum says it is.
PROTOCOLS = {
    "carp.checksum": "carp",
    "dccp.checksum": "dccp",
    "dvmrp.checksum": "igmp",
    "eigrp.checksum": "eigrp",
    "gre.checksum": "gre",
    "hip.checksum": "hip",
    "icmp.checksum": "icmp",
    "icmp.ext.checksum": "icmp-ext",
    "icmpv6.checksum": "icmpv6",
    "igap.checksum": "igmp",
    "igmp.checksum": "igmp",
    "igrp.checksum": "igrp",
    "ip.checksum": "ipv4",
    "mip6.csum": "mobility6",
    "mrdisc.checksum": "igmp",
    "msnip.checksum": "igmp",
    "nhrp.hdr.chksum": "nhrp",
    "ospf.checksum": "ospf",
    "pgm.hdr.cksum": "pgm",
    "pim.cksum": "pim",
    "rgmp.checksum": "igmp",
    "rsvp.message_checksum": "rsvp",
    "shim6.checksum": "shim6",
    "tcp.checksum": "tcp",
    "udp.checksum": "udp",
    "vrrp.checksum": "vrrp",
}
CHECKSUM = re.compile(r"\.(\w*checksum|cksum|chksum|csum)$")
STATUS = ".status"
VERDICTS = ["good", "bad", "absent", "unverified"]
STATUS_CODES = {"0": "bad", "1": "good", "2": "unverified", "3": "absent", "4": "bad"}
INETSUM_VERDICTS = {
    "correct": "good",
    "noncanonical": "good",
    "wrong": "bad",
    "offloaded": "bad",
    "zero-forbidden": "bad",
    "absent": "absent",
    "unverifiable": "unverified",
}
# XML has no such characters, not even escaped.
CONTROL = re.compile(rb"[\x00-\x08\x0b\x0c\x0e-\x1f]")


@dataclass(frozen=True)
class Place:
    """Where a checksum lies: the frame from 1, the byte in it from 0."""

    frame: int
    offset: int


@dataclass
class Finding:
    """What one of the two says of a checksum; `stored` is hexadecimal, or empty if not known."""

    protocol: str
    stored: str
    verdict: str


def run(command):
    return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False)


def shown_verdict(text):
    """The verdict of the protocols for which tshark has no status but words in brackets."""
    for word, verdict in [("incorrect", "bad"), ("correct", "good"), ("[none]", "absent")]:
        if word in text:
            return verdict
    return "unverified"


def fields_in(element, protocol=""):
    """Yields each field with the protocol that it belongs to."""
    for child in element:
        if child.tag == "field":
            yield protocol, child
        yield from fields_in(child, child.get("name") if child.tag == "proto" else protocol)


def findings_in(packet):
    """Yields byte offset, name in tshark and finding of each checksum."""
    found, latest = [], {}
    for protocol, field in fields_in(packet):
        offset, name = int(field.get("pos", 0)), field.get("name", "")
        key = (offset, name.removesuffix(STATUS))
        if not CHECKSUM.search(key[1]):
            continue
        if name.endswith(STATUS) and key in latest:
            latest[key].verdict = STATUS_CODES.get(field.get("show"), "unverified")
            continue
        # The value of PGM, which has the name of its status, comes here too.
        of = "udplite" if protocol == "udplite" else PROTOCOLS.get(key[1], "")
        value = field.get("value", "")
        stored = value if len(value) == 4 else ""
        latest[key] = Finding(of, stored, shown_verdict(field.get("showname", "")))
        found.append((*key, latest[key]))
    return found


def ask_tshark(capture):
    """The number of frames or None, the findings by place, and the names of other checks."""
    command = ["tshark", "-n", "-r", str(capture), "-T", "pdml"]
    for name in PREFERENCES:
        command += ["-o", f"{name}:TRUE"]
    for name in REASSEMBLY:
        command += ["-o", f"{name}:FALSE"]
    answer = run(command)
    document = CONTROL.sub(b"?", answer.stdout)
    frames, found, others = 0, defaultdict(list), Counter()
    for packet in ElementTree.fromstring(document).iter("packet") if document else []:
        # Blocks that are no packets count as frames in tshark.
        if not packet.find("proto[@name='frame']").get("showname", "").startswith("Frame "):
            continue
        frames += 1
        for offset, name, finding in findings_in(packet):
            if name in PROTOCOLS:
                found[Place(frames, offset)].append(finding)
            elif finding.verdict in ("good", "bad"):
                others[name] += 1
    return (frames or (0 if answer.returncode == 0 else None)), found, others


def ask_inetsum(capture):
    """The number of frames or None, and the findings by place."""
    answer = run([str(INETSUM), "verify", "--json", "--all", str(capture)])
    frames, found = 0, defaultdict(list)
    for line in map(json.loads, answer.stdout.splitlines()):
        if "summary" in line:
            frames = line["summary"]["frames"]
        elif line["stored"] is not None:
            stored = line["stored"].removeprefix("0x")
            finding = Finding(line["protocol"], stored, INETSUM_VERDICTS[line["verdict"]])
            found[Place(line["frame"], line["offset"])].append(finding)
    return (frames or (None if answer.returncode == 2 else 0)), found

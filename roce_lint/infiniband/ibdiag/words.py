"""Words that the tools share: link widths and speeds, kinds of nodes, placeholders for what a file leaves out."""

from __future__ import annotations

import re

from roce_lint.infiniband.ib_fabric import IbPort, LinkSpeed, NodeKind
from roce_lint.infiniband.ib_records import NOT_SAID
from roce_lint.model.device import UnreadLine
from roce_lint.model.fact import Fact, Source, Stated, Unknown
from roce_lint.text.document import Document

KINDS = {
    "Ca": NodeKind.CHANNEL_ADAPTER,
    "Switch": NodeKind.SWITCH,
    "Rt": NodeKind.ROUTER,
    "Router": NodeKind.ROUTER,
    "CA": NodeKind.CHANNEL_ADAPTER,
    "CA-SM": NodeKind.CHANNEL_ADAPTER,
    "SW": NodeKind.SWITCH,
    "SW-SM": NodeKind.SWITCH,
    "RT": NodeKind.ROUTER,
    "Channel Adapter": NodeKind.CHANNEL_ADAPTER,
}
SPEEDS = {speed.value: speed for speed in LinkSpeed}
LANE_SPEEDS = {
    "2.5": LinkSpeed.SDR,
    "5.0": LinkSpeed.DDR,
    "10.0": LinkSpeed.QDR,
    "10.3125": LinkSpeed.FDR10,
    "14.0625": LinkSpeed.FDR,
    "25.78125": LinkSpeed.EDR,
    "53.125": LinkSpeed.HDR,
    "106.25": LinkSpeed.NDR,
    "212.5": LinkSpeed.XDR,
}
"""Gb/s of a lane on the wire, as portinfo and iblinkinfo print it."""
_WIDTH_SPEED = re.compile(r"(\d{1,2})x([A-Z]{3}(?:10)?)")


def link_rate(text: str, source: Source) -> tuple[Fact[int], Fact[LinkSpeed]]:
    """Return lanes and speed of a text such as `4xEDR`."""
    found = _WIDTH_SPEED.match(text)
    if not found:
        because = f"{text[:20]!r} is no width and speed" if text else "the file gives no width and speed"
        return Unknown(because, source), Unknown(because, source)
    speed = SPEEDS.get(found[2])
    return Stated(int(found[1]), source), (
        Stated(speed, source) if speed else Unknown(f"speed {found[2]!r} is not known", source)
    )


def bare_port(number: int, guid: int, source: Source, lid: Fact[int] = NOT_SAID, lmc: Fact[int] = NOT_SAID) -> IbPort:
    """Return a port of which nothing but its address is known."""
    return IbPort(number, guid, lid, lmc, *((NOT_SAID,) * 6), source)


def unread_line(document: Document, number: int, text: str, because: str) -> UnreadLine:
    """Return a line that was not understood."""
    return UnreadLine("", Source(document.path, number, number), text.strip()[:200], because)

"""Peer filters: the AS numbers that a neighbour may have, as ranges (`peer-filter NAME`)."""

from __future__ import annotations

from roce_lint.model.fact import Stated
from roce_lint.model.routing import AsnRanges
from roce_lint.os.industry_cli.as_path import asn_of
from roce_lint.text.lines import Line
from roce_lint.text.patterns import lazy_pattern

_ENTRY = lazy_pattern(r"(?:\d+ )?match as-range (\S+?)(?:-(\S+))? result (accept|reject)")


class PeerFilters:
    """The peer filters of one file; `names` of all, `ranges` of those that only accept."""

    def __init__(self, file: str) -> None:
        self._file = file
        self.names: set[str] = set()
        self.ranges: dict[str, Stated[AsnRanges]] = {}

    def read(self, line: Line) -> None:
        """Take `peer-filter NAME` and its entries; a filter that rejects something is not evaluated."""
        words = line.text.split()
        if words[0] != "peer-filter" or len(words) < 2:
            return
        self.names.add(words[1])
        ranges: list[tuple[int, int]] = []
        for entry in line.children:
            found = _ENTRY.fullmatch(entry.text)
            low, high = (asn_of(found[1]), asn_of(found[2] or found[1])) if found else (-1, -1)
            if not found or found[3] != "accept" or min(low, high) < 0:
                return
            ranges.append((low, high))
        if ranges:
            self.ranges[words[1]] = Stated(AsnRanges(tuple(ranges)), line.block(self._file))

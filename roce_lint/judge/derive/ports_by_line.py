"""The blocks of a device's ports in its files, to find the port that a line belongs to."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from functools import cached_property
from heapq import heappop, heappush

from roce_lint.model.device import Device
from roce_lint.model.fact import Source

_NOBODY = ""


class PortsByLine:
    """Finds the first port of a device whose block holds a line; made when a line is looked for."""

    def __init__(self, device: Device) -> None:
        """Take the ports of a device, in their order."""
        self._ports = device.ports

    def at(self, place: Source) -> str:
        """Return the port; empty for a line that concerns the whole device."""
        lines, owners = self._by_file.get(place.file, ([], []))
        index = bisect_right(lines, place.line) - 1
        return owners[index] if index >= 0 else _NOBODY

    @cached_property
    def _by_file(self) -> dict[str, tuple[list[int], list[str]]]:
        """Return for each file the lines at which another port begins to hold them, in order, and that port."""
        blocks: dict[str, list[tuple[int, int, int, str]]] = defaultdict(list)
        for number, port in enumerate(self._ports):
            block = port.source
            blocks[block.file].append((block.line, number, block.end_line, port.name))
        return {file: _owners(sorted(of_file)) for file, of_file in blocks.items()}


def _owners(blocks: list[tuple[int, int, int, str]]) -> tuple[list[int], list[str]]:
    lines = sorted({line for begin, _, end, _ in blocks for line in (begin, end + 1)})
    owners: list[str] = []
    open_blocks: list[tuple[int, int, str]] = []
    at = 0
    for line in lines:
        while at < len(blocks) and blocks[at][0] == line:
            _, number, end, name = blocks[at]
            heappush(open_blocks, (number, end, name))
            at += 1
        while open_blocks and open_blocks[0][1] < line:
            heappop(open_blocks)
        owners.append(open_blocks[0][2] if open_blocks else _NOBODY)
    return lines, owners

"""RoCE ports of a device by what they say: the first of each kind, and how many there are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from roce_lint.model.device import Device, Port

Kinds: TypeAlias = Sequence[tuple[Port, int]]
"""The first port of each kind, in the order of the device's ports, with their number."""


def port_kinds(device: Device, inside: frozenset[str]) -> Kinds:
    """Return the kinds of the ports named in `inside`; those of one kind differ in names, places and addresses alone.

    Two kinds may say the same, too: only those ports are of one of which a reader knows it.
    """
    first: dict[int, Port] = {}
    count: dict[int, int] = {}
    for port in device.ports:
        if port.name in inside:
            kind = id(port.values)
            if kind in count:
                count[kind] += 1
            else:
                first[kind], count[kind] = port, 1
    return tuple(zip(first.values(), count.values(), strict=True))

"""Switches whose file is the copy of another's: their addresses are those of the other."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

from roce_lint.model.device import Device, LinkContradiction, is_host
from roce_lint.model.terms import PortKind
from roce_lint.values import dataclass

_OWN = (PortKind.ETHERNET, PortKind.LAG, PortKind.SUBINTERFACE, PortKind.LOOPBACK)
"""Kinds of interfaces whose addresses belong to one device alone; gateways of VLANs may be shared."""
_FEWEST = 3
_MOST_HOLDERS = 3
"""An address that more devices have is shared on purpose, or shown by each pair of them."""


@dataclass(frozen=True, slots=True)
class Copy:
    """`device` has `shared` of its `total` addresses in common with `original`."""

    device: Device
    original: Device
    shared: int
    total: int


def pasted_devices(devices: Sequence[Device], contradictions: Iterable[LinkContradiction]) -> tuple[Copy, ...]:
    """Return the switches whose addresses are nearly all those of another one, with the other.

    The copy is the one whose statements other inputs contradict more often, else the one with the later name.
    """
    own = {device.name: _addresses(device) for device in devices if not is_host(device)}
    holders: dict[str, list[str]] = defaultdict(list)
    for name, addresses in own.items():
        for address in addresses:
            holders[address].append(name)
    common: Counter[tuple[str, str]] = Counter()
    for names in holders.values():
        if 1 < len(names) <= _MOST_HOLDERS:
            common.update(combinations(sorted(names), 2))
    by_name = {device.name: device for device in devices}
    contradicted = _contradicted(contradictions) if common else {}
    found: dict[str, Copy] = {}
    for (one, other), shared in sorted(common.items()):
        fewest = min(len(own[one]), len(own[other]))
        if shared < _FEWEST or shared * 4 < fewest * 3:
            continue
        first, second = by_name[one], by_name[other]
        is_first = contradicted.get(first.source.file, 0) > contradicted.get(second.source.file, 0)
        copy, original = (first, second) if is_first else (second, first)
        found.setdefault(copy.name, Copy(copy, original, shared, len(own[copy.name])))
    return tuple(found.values())


def _addresses(device: Device) -> frozenset[str]:
    return frozenset(
        text.partition("/")[0] for port in device.ports if port.kind in _OWN for text in port.stated_addresses
    )


def _contradicted(contradictions: Iterable[LinkContradiction]) -> Mapping[str, int]:
    return Counter(one.refused.source.file for one in contradictions)

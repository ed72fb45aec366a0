"""What changed in the meaning of a whole fabric."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from roce_lint.fabric.design import Design
from roce_lint.fabric.fabric import Fabric
from roce_lint.gate.meaning.change import Change, Direction, Placed, gathered
from roce_lint.gate.meaning.devices import (
    DeviceComparison,
    device_gone,
    device_new,
    device_renamed,
    renamed_devices,
)
from roce_lint.gate.meaning.fields import result, same
from roce_lint.gate.meaning.isolation import compare_isolation
from roce_lint.gate.meaning.links import compare_links, count_links
from roce_lint.model.device import Device, UnreadLine
from roce_lint.model.fact import known
from roce_lint.values import dataclass

_DESIGN = {
    "profile": "design profile of the fabric",
    "roce_dscps": "RoCE DSCPs of the fabric",
    "cnp_dscps": "CNP DSCPs of the fabric",
    "lossless_priorities": "lossless priorities of the fabric",
    "maximum_incast": "largest incast of the fabric",
}


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a change means. `renamed`: new names of devices by old name. `unread`: new lines that nobody understood."""

    changes: tuple[Change, ...]
    renamed: Mapping[str, str]
    unread: tuple[UnreadLine, ...]


def compare_fabrics(old: Fabric, new: Fabric) -> Meaning:
    """Return what changed from one fabric to the other; lines, order, units and names of files do not count."""
    before = {device.name: device for device in old.devices}
    after = {device.name: device for device in new.devices}
    renamed = renamed_devices(before, after)
    changes = (
        *_design(old.design, new.design),
        *_devices(old, new, before, after, renamed),
        *compare_isolation(old.infiniband, new.infiniband),
    )
    return Meaning(gathered(changes), renamed, _new_unread(old, new, renamed))


def _design(old: Design, new: Design) -> Iterator[Placed]:
    for name, label in _DESIGN.items():
        was, is_now = getattr(old, name), getattr(new, name)
        if not same(was, is_now):
            loses = name == "lossless_priorities" and known(was, frozenset()) - known(is_now, frozenset())
            direction = Direction.WORSE if loses else Direction.OTHER
            yield Placed("", "", result(f"design.{name}", label, was, is_now, direction=direction))


def _devices(
    old: Fabric,
    new: Fabric,
    before: Mapping[str, Device],
    after: Mapping[str, Device],
    renamed: Mapping[str, str],
) -> Iterator[Placed]:
    dscps = frozenset[int]().union(
        *(
            known(fact, frozenset())
            for design in (old.design, new.design)
            for fact in (design.roce_dscps, design.cnp_dscps)
        )
    )
    comparison = DeviceComparison(dscps)
    come = after.keys() - before.keys() - set(renamed.values())
    gone = before.keys() - after.keys() - renamed.keys()
    for name in sorted(gone):
        yield device_gone(before[name], count_links(old.links, name))
    for name in sorted(come):
        yield device_new(after[name], count_links(new.links, name))
    for name, successor in renamed.items():
        yield device_renamed(before[name], after[successor])
    for name, device in before.items():
        successor = renamed.get(name, name)
        if successor in after and name not in gone:
            yield from comparison.compare(device, after[successor])
    yield from compare_links(old.links, new.links, renamed, frozenset(gone), frozenset(come))


def _new_unread(old: Fabric, new: Fabric, renamed: Mapping[str, str]) -> tuple[UnreadLine, ...]:
    """Return the lines that were not understood and that were not there before."""
    left = Counter((renamed.get(line.device, line.device), line.text.strip()) for line in old.unread)
    found: list[UnreadLine] = []
    for line in new.unread:
        key = line.device, line.text.strip()
        if left[key]:
            left[key] -= 1
        else:
            found.append(line)
    return tuple(sorted(found, key=lambda line: (line.source, line.text)))

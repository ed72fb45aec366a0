"""What changed in the meaning of a whole fabric."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping

from roce_lint.fabric.design import Design
from roce_lint.fabric.fabric import Fabric
from roce_lint.gate.meaning.change import Change, Direction, FactChange, Placed, gathered
from roce_lint.gate.meaning.devices import (
    DeviceComparison,
    device_gone,
    device_new,
    device_renamed,
    renamed_devices,
)
from roce_lint.gate.meaning.fields import result, same
from roce_lint.gate.meaning.isolation import compare_isolation
from roce_lint.gate.meaning.words import shown
from roce_lint.model.device import Device, Link, PortRef, UnreadLine
from roce_lint.model.fact import Unknown, known
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


Ends = frozenset[PortRef]


def compare_links(
    old: Iterable[Link], new: Iterable[Link], renamed: Mapping[str, str], gone: frozenset[str], come: frozenset[str]
) -> Iterator[Placed]:
    """Yield what became of cables, those between the same two devices together.

    `renamed` has new names of devices by old name. Cables of devices that are `gone` or have `come` are reported with
    them.
    """
    before = {_ends(link, renamed): link for link in old}
    after = {_ends(link, {}): link for link in new}
    lost = [(ends, link) for ends, link in before.items() if ends not in after and not _touches(ends, gone)]
    made = [(ends, link) for ends, link in after.items() if ends not in before and not _touches(ends, come)]
    for (one, other), group in _by_devices(lost).items():
        yield Placed(one, _ports(group, one), _result(group, one, other, lost=True))
    for (one, other), group in _by_devices(made).items():
        yield Placed(one, _ports(group, one), _result(group, one, other, lost=False))
    for ends in sorted(before.keys() & after.keys(), key=sorted):
        yield from _length(before[ends], after[ends])


def count_links(links: Iterable[Link], device: str) -> int:
    """Return how many cables a device has."""
    return sum(device in (link.a.device, link.b.device) for link in links)


def _ends(link: Link, renamed: Mapping[str, str]) -> Ends:
    return frozenset(PortRef(renamed.get(ref.device, ref.device), ref.port) for ref in (link.a, link.b))


def _touches(ends: Ends, devices: frozenset[str]) -> bool:
    return any(ref.device in devices for ref in ends)


_Group = list[tuple[list[PortRef], Link]]


def _by_devices(links: list[tuple[Ends, Link]]) -> dict[tuple[str, str], _Group]:
    groups: dict[tuple[str, str], _Group] = defaultdict(list)
    for ends, link in sorted(links, key=lambda item: sorted(item[0])):
        ordered = sorted(ends)
        groups[ordered[0].device, ordered[-1].device].append((ordered, link))
    return groups


def _ports(group: _Group, device: str) -> str:
    return next(ref.port for ref in group[0][0] if ref.device == device) if len(group) == 1 else ""


def _result(group: _Group, one: str, other: str, *, lost: bool) -> FactChange:
    link = group[0][1]
    origin = f"{'was ' if lost else ''}known from {link.origin.value}"
    verb, direction = ("gone", Direction.WORSE) if lost else ("new", Direction.OTHER)
    if len(group) == 1:
        ends = group[0][0]
        text = f"link to {ends[-1]} {verb} ({origin})"
    else:
        text = f"{len(group)} links to {other} {verb} ({origin}): " + ", ".join(
            f"{ends[0].port} - {ends[-1].port}" for ends, _ in group
        )
    words = ("cabled", "no cable") if lost else ("no cable", "cabled")
    return FactChange("link", text, *words, link.source, link.source, direction)


def _length(old: Link, new: Link) -> Iterator[Placed]:
    was, is_now = old.length_m, new.length_m
    if isinstance(was, Unknown) and isinstance(is_now, Unknown):
        return
    words = shown("_m", was), shown("_m", is_now)
    if words[0] != words[1]:
        text = f"cable to {new.b}: length {words[0]} -> {words[1]}"
        yield Placed(new.a.device, new.a.port, FactChange("link.length_m", text, *words, was.source, is_now.source))

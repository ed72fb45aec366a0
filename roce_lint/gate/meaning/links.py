"""Which cables came, went or have another length."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from roce_lint.gate.meaning.change import Direction, FactChange, Placed
from roce_lint.gate.meaning.words import shown
from roce_lint.model.device import Link, PortRef
from roce_lint.model.fact import Unknown

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

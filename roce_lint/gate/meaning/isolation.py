"""InfiniBand: which ports a change lets talk that could not before, and which it keeps apart."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from pathlib import PurePosixPath

from roce_lint.gate.meaning.change import Direction, FactChange, Placed
from roce_lint.infiniband.documents import InfinibandFacts
from roce_lint.infiniband.effective_tables import EndPort, TableOptions, TablesVerdict, derive_tables
from roce_lint.infiniband.ib_fabric import shown_guid
from roce_lint.infiniband.isolation import KEY_BITS, Pairing, compare
from roce_lint.infiniband.partition import DEFAULT_KEY, PartitionDefinition
from roce_lint.infiniband.sm_setup import SmSetup, manager_port, ports_of, sm_setups
from roce_lint.model.fact import Source, known

_NAMES_SHOWN = 3
_Tables = Mapping[int, Sequence[int]]


def compare_isolation(old: Sequence[InfinibandFacts], new: Sequence[InfinibandFacts]) -> Iterator[Placed]:
    """Yield what a change does to partitions; what lets tenants talk that stay tenants of their own fails.

    A port is a tenant's where it holds another key than the default one. A port that had no tenant and joins one opens
    nothing that anyone has to fear.
    """
    before = [setup for setup in sm_setups(old) if setup.partitions is not None]
    after = [setup for setup in sm_setups(new) if setup.partitions is not None]
    for was, is_now in _pairs(before, after):
        if was is None:
            continue
        if is_now is None:
            text = "partition file removed: which ports can communicate is no longer known"
            place = Source(was.place, 0, 0)
            yield Placed(
                "", "", FactChange("isolation.partitions", text, "known", "unknown", place, place, Direction.WORSE)
            )
        elif was != is_now:
            yield from compare_setups(was, is_now)


def _pairs(before: list[SmSetup], after: list[SmSetup]) -> list[tuple[SmSetup | None, SmSetup | None]]:
    """Return the setups of the same subnet manager: the only two there are, or those whose files end in the same path.

    States in two folders share no more than the last folder and the name of a file.
    """
    if len(before) == len(after) == 1:
        return [(before[0], after[0])]
    found: dict[int, SmSetup] = {}
    taken: set[int] = set()
    likeness = {
        (_common_steps(old.place, new.place), -here, -there): (here, there)
        for here, old in enumerate(before)
        for there, new in enumerate(after)
        if old.place == new.place or _common_steps(old.place, new.place) > 1
    }
    for here, there in (likeness[key] for key in sorted(likeness, reverse=True)):
        if here not in found and there not in taken:
            found[here] = after[there]
            taken.add(there)
    return [(setup, found.get(here)) for here, setup in enumerate(before)]


def _common_steps(one: str, other: str) -> int:
    """Count the steps of two paths that are equal, from the end."""
    steps = zip(reversed(PurePosixPath(one).parts), reversed(PurePosixPath(other).parts), strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], steps))


def compare_setups(old: SmSetup, new: SmSetup) -> Iterator[Placed]:
    """Yield what differs between two states of one setup; ports are those of either state."""
    ports = {port.guid: port for setup in (old, new) for port in ports_of(setup)}
    before, verdict_before = _tables(old, new, tuple(ports.values()))
    after, verdict = _tables(new, old, tuple(ports.values()))
    place_before, place = _place(old), _place(new)
    if verdict is not verdict_before:
        text = f"OpenSM takes the partition file: {verdict_before.value} -> {verdict.value}"
        direction = Direction.WORSE if verdict is TablesVerdict.REFUSED else Direction.BETTER
        words = verdict_before.value, verdict.value
        yield Placed("", "", FactChange("isolation.file", text, *words, place_before, place, direction))
    change = compare(before, after)
    for opened in change.opened:
        breaks = _breaks(opened, before, after)
        direction = Direction.WORSE if breaks else Direction.OTHER
        text = f"{_sides(opened, ports)} can now talk over P_Key 0x{opened.key:04x}{_partition(new, opened.key)}"
        result = FactChange("isolation", text, "apart", "can talk", place_before, _place(new, opened.key), direction)
        yield Placed("", "", result, fails=breaks)
    for closed in change.closed:
        text = f"{_sides(closed, ports)} can no longer talk"
        result = FactChange("isolation", text, "can talk", "apart", _place(old, closed.key), place)
        yield Placed("", "", result)


def _tables(setup: SmSetup, other: SmSetup, ports: Sequence[EndPort]) -> tuple[_Tables, TablesVerdict]:
    """Return the tables of a setup; where nothing tells where its subnet manager runs, that of the other one counts."""
    both = setup.options is not None and known(setup.options.allow_both_pkeys, False)
    own, others = manager_port(setup), manager_port(other)
    manager = others if own.is_assumed and not others.is_assumed else own
    tables = derive_tables(setup.partitions, ports, TableOptions(both, manager.guid))
    return {table.port.guid: table.keys for table in tables.tables}, tables.verdict


def _breaks(pairing: Pairing, before: _Tables, after: _Tables) -> bool:
    """Say whether some pair of ports stays with tenants of its own, or lost them, and can talk all the same."""
    ones, others = (
        {(_tenants(before[port]), _tenants(after[port]), tuple(before[port]) != tuple(after[port])) for port in side}
        for side in (pairing.ports, pairing.peers)
    )
    return any(_is_breach(one, other, pairing.key) for one in ones for other in others)


_Side = tuple[frozenset[int], frozenset[int], bool]


def _is_breach(one: _Side, other: _Side, key: int) -> bool:
    """Say whether two ports of different tenants were brought together.

    Both were tenants and had no key in common; or a port whose table changed keeps a tenant's key that the other has
    not; or both talk over the default partition, although their tenants were, or are, different ones.
    """
    if key == DEFAULT_KEY:
        return one[0] != other[0] or one[1] != other[1]
    if one[0] and other[0] and not one[0] & other[0]:
        return True
    return any(
        changed and bool((was & is_now) - peer_now)
        for (was, is_now, changed), (_, peer_now, _) in ((one, other), (other, one))
    )


def _tenants(table: Sequence[int]) -> frozenset[int]:
    return frozenset(key & KEY_BITS for key in table) - {0, DEFAULT_KEY}


def _sides(pairing: Pairing, ports: Mapping[int, EndPort]) -> str:
    if pairing.ports == pairing.peers:
        return f"{_names(pairing.ports, ports)} with each other"
    return f"{_names(pairing.ports, ports)} and {_names(pairing.peers, ports)}"


def _names(guids: Sequence[int], ports: Mapping[int, EndPort]) -> str:
    names = list(dict.fromkeys(ports[guid].node or shown_guid(guid) for guid in guids))
    more = f" and {len(names) - _NAMES_SHOWN} more" if len(names) > _NAMES_SHOWN else ""
    return "[" + ", ".join(names[:_NAMES_SHOWN]) + more + "]"


def _partition(setup: SmSetup, key: int) -> str:
    names = [
        one.written_name or one.name for one in _definitions(setup) if one.key == key and (one.written_name or one.name)
    ]
    return f" ({names[0]})" if names else ""


def _place(setup: SmSetup, key: int = -1) -> Source:
    places = [one.source for one in _definitions(setup) if one.key == key]
    return places[0] if places else Source(setup.place, 0, 0)


def _definitions(setup: SmSetup) -> tuple[PartitionDefinition, ...]:
    return setup.partitions.definitions if setup.partitions is not None else ()

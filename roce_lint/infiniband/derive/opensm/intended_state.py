"""What a partition file gives each port against what the intent says, as rules see it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from roce_lint.infiniband.ib_fabric import shown_guid
from roce_lint.infiniband.intended import IntendedPartitions
from roce_lint.infiniband.partition import DEFAULT_KEY, FULL_BIT, PartitionConfiguration, Who
from roce_lint.infiniband.sm_setup import SmSetup, manager_port, tables_of
from roce_lint.model.fact import Fact, Source, Stated
from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True)
class IntendedKeyState:
    """One key of one port whose membership differs from the intent; a file without one is one entity, `every port`."""

    port: str
    """The port."""
    partition: str
    """The name of the partition."""
    key: str
    """Its key, as `0x0001`."""
    held: str
    """The actual membership: `full`, `limited` or `no` member."""
    intended: str
    """The intended membership: `full`, `limited` or `no` member."""
    is_as_intended: Fact[bool]
    """`held` is `intended`."""


def intended_states(setup: SmSetup, wish: IntendedPartitions) -> Iterator[IntendedKeyState]:
    """Yield every difference between the tables that a file gives and those that the intent says.

    A refused file is reported by rules of its own and compared with nothing.
    """
    configuration = setup.partitions
    if configuration is None or configuration.is_refused:
        return
    held: dict[int, dict[int, int]] = defaultdict(dict)
    labels: dict[int, str] = {}
    for table in tables_of(setup, manager_port(setup).guid).tables:
        labels[table.port.guid] = table.port.node
        for key in (*table.keys, *table.dropped):
            if key & DEFAULT_KEY not in (0, DEFAULT_KEY):
                held[table.port.guid][key & DEFAULT_KEY] = key
    meant: dict[int, dict[int, int]] = defaultdict(dict)
    for member in wish.members:
        meant[member.port_guid][member.key & DEFAULT_KEY] = member.key
        labels[member.port_guid] = member.node or labels.get(member.port_guid, "")
    names = {partition.key: partition.name for partition in configuration.partitions} | dict(wish.names)
    found = False
    for guid in sorted({*held, *meant}):
        for key in sorted({*held[guid], *meant[guid]}):
            if held[guid].get(key) != meant[guid].get(key):
                found = True
                place = _place(configuration, guid, key)
                port = f"{labels.get(guid, '')} {shown_guid(guid)}".strip()
                words = _word(held[guid].get(key)), _word(meant[guid].get(key))
                yield IntendedKeyState(port, names.get(key, ""), f"0x{key:04x}", *words, Stated(False, place))
    if not found:
        yield IntendedKeyState("every port", "", "", "", "", Stated(True, configuration.source))


def _word(key: int | None) -> str:
    return "no" if key is None else "a full" if key & FULL_BIT else "a limited"


def _place(configuration: PartitionConfiguration, guid: int, key: int) -> Source:
    """Return the last entry that puts a port into a partition, else its definition, else the file."""
    definitions = [one for one in configuration.definitions if one.key == key]
    members = [member for one in definitions for member in one.members]
    own = [member.source for member in members if member.port_guid == guid or member.who is not Who.PORT]
    if own:
        return own[-1]
    if definitions:
        return Source(definitions[0].source.file, definitions[0].source.line, definitions[0].source.line)
    return Source(configuration.source.file, 1, 1)

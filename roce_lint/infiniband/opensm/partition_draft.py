"""A definition while it is being read, and the list of what is odd about a file."""

from __future__ import annotations

import sys

from roce_lint.infiniband.opensm.c_text import printable
from roce_lint.infiniband.opensm.partition_entries import PartitionEntry
from roce_lint.infiniband.opensm.partition_flags import HeaderFlags
from roce_lint.infiniband.opensm.partition_keys import NAME_BYTES, PartitionKeys
from roce_lint.infiniband.partition import (
    Fate,
    GroupFlags,
    KeyOrigin,
    Partition,
    PartitionDefinition,
    PartitionGroup,
    PartitionMember,
    TextFate,
    Trap,
)
from roce_lint.model.fact import Source
from roce_lint.values import dataclass, field


@dataclass(slots=True)
class FateLog:
    """What is odd about a file so far; `line` is where the parser stands, counted in lines of the file."""

    file: str
    line: int = 0
    entries: list[TextFate] = field(default_factory=list)
    _place: Source = field(default_factory=lambda: Source("", 0, 0))

    @property
    def place(self) -> Source:
        """Return the line that is being read."""
        if self._place.line != self.line:
            self._place = Source(self.file, self.line, self.line)
        return self._place

    def add(self, fate: Fate, trap: Trap, text: bytes, because: str) -> None:
        """Note a piece of text that OpenSM does not take as it stands."""
        self.entries.append(TextFate(fate, trap, printable(text), because, self.place))


@dataclass(slots=True)
class PartitionDraft:
    """A definition from its first byte on; `is_made` once its header is complete."""

    is_made: bool = False
    first_line: int = 0
    last_line: int = 0
    name: bytes | None = None
    written_key: bytes = b""
    key: int = 0
    origin: KeyOrigin = KeyOrigin.STATED
    flags: HeaderFlags = field(default_factory=HeaderFlags)
    members: list[PartitionMember] = field(default_factory=list)
    groups: list[PartitionGroup] = field(default_factory=list)

    def add_member(self, entry: PartitionEntry, written: bytes, place: Source) -> None:
        """Take an entry that names somebody."""
        if entry.who is None:
            return
        membership = self.flags.membership if entry.membership is None else entry.membership
        shown = sys.intern(printable(written))
        self.members.append(
            PartitionMember(entry.who, entry.guid, membership, entry.membership is not None, shown, place)
        )

    def finished(self, file: str) -> PartitionDefinition:
        """Return the definition as a fact."""
        name = self.name or b""
        return PartitionDefinition(
            name=name[:NAME_BYTES].decode("latin-1"),
            written_name=printable(name, 200),
            key=self.key,
            written_key=printable(self.written_key),
            key_origin=self.origin,
            at_index_0=self.flags.at_index_0,
            is_ipoib=self.flags.is_ipoib,
            default_membership=self.flags.membership,
            flags=self.flags.group.frozen(),
            members=tuple(self.members),
            groups=tuple(self.groups),
            source=Source(file, self.first_line, self.last_line),
        )


def partitions_of(definitions: tuple[PartitionDefinition, ...], keys: PartitionKeys) -> tuple[Partition, ...]:
    """Return the definitions by key, in the order in which each key first appears."""
    found: dict[int, list[PartitionDefinition]] = {}
    for definition in definitions:
        found.setdefault(definition.key, []).append(definition)
    return tuple(Partition(key, keys.names[key].decode("latin-1"), tuple(same)) for key, same in found.items())


def lost_group_flags(partition: Partition) -> tuple[TextFate, ...]:
    """Return later definitions whose group flags have no effect, because the broadcast group exists already."""
    first: GroupFlags | None = None
    found = []
    for definition in partition.definitions:
        if not definition.is_ipoib:
            continue
        flags = definition.flags
        values = (flags.mtu_code, flags.rate_code, flags.sl, flags.q_key, flags.tclass, flags.flow_label)
        if first is None:
            first = flags
        elif values != (first.mtu_code, first.rate_code, first.sl, first.q_key, first.tclass, first.flow_label):
            because = f"the broadcast group of 0x{partition.key:04x} exists already; the first definition's flags stay"
            place = Source(definition.source.file, definition.source.line, definition.source.line)
            text = printable(definition.written_name.encode())
            found.append(TextFate(Fate.IGNORED, Trap.FLAGS_OF_LATER_DEFINITION, text, because, place))
    return tuple(found)

"""The header of a definition: what is odd about its name and key.

Source: partition_create in opensm/osm_prtn_config.c of OpenSM 3.3.23.

A definition while it is being read, and the list of what is odd about a file.
"""

from __future__ import annotations

import re
import sys

from roce_lint.infiniband.opensm.c_text import printable, unsigned
from roce_lint.infiniband.opensm.partition_entries import FOREIGN, PartitionEntry
from roce_lint.infiniband.opensm.partition_flags import HeaderFlags
from roce_lint.infiniband.opensm.partition_keys import NAME_BYTES, PartitionKeys
from roce_lint.infiniband.partition import (
    DEFAULT_KEY,
    DoubtfulText,
    GroupFlags,
    KeyOrigin,
    ParserAction,
    Partition,
    PartitionDefinition,
    PartitionGroup,
    PartitionMember,
    TextFault,
)
from roce_lint.model.fact import Source
from roce_lint.values import dataclass, field


@dataclass(slots=True)
class TextFaultLog:
    """What is odd about a file so far; `line` is where the parser stands, counted in lines of the file."""

    file: str
    line: int = 0
    entries: list[DoubtfulText] = field(default_factory=list)
    _place: Source = field(default_factory=lambda: Source("", 0, 0))

    @property
    def place(self) -> Source:
        """Return the line that is being read."""
        if self._place.line != self.line:
            self._place = Source(self.file, self.line, self.line)
        return self._place

    def add(self, action: ParserAction, fault: TextFault, text: bytes, because: str) -> None:
        """Note a piece of text that OpenSM does not take as it stands."""
        self.entries.append(DoubtfulText(action, fault, printable(text), because, self.place))


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


def lost_group_flags(partition: Partition) -> tuple[DoubtfulText, ...]:
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
            found.append(DoubtfulText(ParserAction.IGNORED, TextFault.FLAGS_OF_LATER_DEFINITION, text, because, place))
    return tuple(found)


_INVISIBLE = re.compile(rb"[\x00-\x08\x0b-\x1f\x7f]|\xc2\xa0|\xef\xbb\xbf|\xff\xfe|\xfe\xff")
_OCTAL = re.compile(rb"0[0-7]+")


def take_header(
    draft: PartitionDraft, name: bytes, key_text: bytes | None, keys: PartitionKeys, log: TextFaultLog
) -> bool:
    """Give a definition its name and key; false if OpenSM refuses the file."""
    origin = KeyOrigin.STATED
    draft.name = name
    if key_text is None and name[:1].isdigit():
        draft.name, key_text, origin = None, name, KeyOrigin.NAME_IS_KEY
    number = 0
    if key_text is not None:
        number, end = unsigned(key_text)
        if end == 0 or end != len(key_text):
            log.add(ParserAction.FATAL, _trap(key_text), key_text, _bad_key(key_text, origin))
            return False
    draft.written_key = key_text or b""
    made = keys.find_or_make(draft.name, number & 0xFFFF, origin)
    if made is None:
        log.add(ParserAction.FATAL, TextFault.NO_KEY_LEFT, name, "all 32766 keys are taken; there is none left for it")
        return False
    draft.key, draft.origin = made
    draft.is_made = True
    _note_name(draft, log)
    if key_text is not None:
        _note_key(draft, key_text, number, log)
    return True


def _trap(text: bytes) -> TextFault:
    return TextFault.FOREIGN_BYTE if FOREIGN.search(text) else TextFault.BAD_KEY


def _bad_key(text: bytes, origin: KeyOrigin) -> str:
    if not text:
        return "there is no key behind the equals sign"
    if origin is KeyOrigin.NAME_IS_KEY:
        return "a name that begins with a digit is read as the key, and this is no number"
    return "the key is no number; write 0x and up to four hexadecimal digits"


def _note_name(draft: PartitionDraft, log: TextFaultLog) -> None:
    name = draft.name
    if name is None:
        because = f"a name that begins with a digit is read as the key: 0x{draft.key:04x}"
        log.add(ParserAction.READ_OTHERWISE, TextFault.NAME_IS_KEY, draft.written_key, because)
        return
    if _INVISIBLE.search(name):
        because = "bytes that cannot be seen belong to the name for OpenSM"
        log.add(ParserAction.READ_OTHERWISE, TextFault.FOREIGN_BYTE, name, because)
    if len(name) > NAME_BYTES:
        lost = "; it is never found by its name again" if draft.origin is KeyOrigin.AUTOMATIC else ""
        because = f"OpenSM keeps {NAME_BYTES} bytes of a name{lost}"
        log.add(ParserAction.READ_OTHERWISE, TextFault.NAME_TOO_LONG, name, because)
    if name.lower() == b"default" and name != b"Default" and draft.key != DEFAULT_KEY:
        because = f"only Default, written so, is 0x7fff; this is another partition, 0x{draft.key:04x}"
        log.add(ParserAction.READ_OTHERWISE, TextFault.NAME_LIKE_DEFAULT, name, because)


def _note_key(draft: PartitionDraft, text: bytes, number: int, log: TextFaultLog) -> None:
    if not number & DEFAULT_KEY:
        because = f"the number without its upper bits is 0, which asks for an automatic key: 0x{draft.key:04x}"
        log.add(ParserAction.READ_OTHERWISE, TextFault.KEY_ZERO, text, because)
    elif number not in (draft.key, 0xFFFF) or b"-" in text:
        because = f"a key has 15 bits: 0x{draft.key:04x}"
        log.add(ParserAction.READ_OTHERWISE, TextFault.KEY_CUT, text, because)
    elif _OCTAL.fullmatch(text) and number > 7:
        because = f"a number that begins with 0 is octal: {printable(text)} is 0x{draft.key:04x}"
        log.add(ParserAction.READ_OTHERWISE, TextFault.KEY_CUT, text, because)

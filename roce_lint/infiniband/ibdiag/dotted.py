"""Outputs made of `Name:.....value` lines: smpquery's and saquery's records, as blocks of named values."""

from __future__ import annotations

import re

from roce_lint.model.fact import Source
from roce_lint.values import dataclass, field

_FIELD = re.compile(r"\s*(?P<name>[A-Za-z][\w ./]*?)(?::\.|\.\.)\.*(?P<value>.*)")
_HEAD = re.compile(r"(?P<kind>\w[\w ]*?) dump:\s*|# (?P<info>[A-Z][\w ]*?): (?P<where>Lid .*)")
_KEYS = re.compile(r"\s*(?:\d{1,5}:\s+)?(?P<keys>0x[0-9a-fA-F]{4}(?: 0x[0-9a-fA-F]{4})*)\s*")
_PAIR = re.compile(r"\s+(?P<lid>\d{1,5})\s+(?P<port>\d{1,3})\s*")


@dataclass(slots=True)
class DottedRecord:
    """One record: its kind, its named values with their lines, its rows of keys, its pairs of numbers, its flags."""

    kind: str
    where: str
    source: Source
    values: dict[str, tuple[str, Source]] = field(default_factory=dict)
    keys: list[int] = field(default_factory=list)
    pairs: list[tuple[int, int]] = field(default_factory=list)
    flags: list[str] = field(default_factory=list)
    last_line: int = 0

    @property
    def place(self) -> Source:
        """Return all lines of the record."""
        return Source(self.source.file, self.source.line, max(self.last_line, self.source.line))

    def text(self, *names: str) -> str:
        """Return the value of the first of these names that is in the record, or an empty text."""
        return next((self.values[name][0] for name in names if name in self.values), "")

    def number(self, *names: str) -> int | None:
        """Return a value as a number, decimal or 0x; None where it is absent or none."""
        text = self.text(*names)
        if re.fullmatch(r"0x[0-9a-fA-F]+", text):
            return int(text, 16)
        return int(text) if text.isascii() and text.isdigit() else None

    def source_of(self, *names: str) -> Source:
        """Return where one of these names stands."""
        return next((self.values[name][1] for name in names if name in self.values), self.source)


def blocks_of(path: str, text: str) -> tuple[list[DottedRecord], list[tuple[int, str]]]:
    """Return the records of a text, and the lines (by number) that belong to none."""
    found: list[DottedRecord] = []
    odd: list[tuple[int, str]] = []
    for number, line in enumerate(text.splitlines(), 1):
        source = Source(path, number, number)
        if head := _HEAD.fullmatch(line.rstrip()):
            found.append(DottedRecord(head["kind"] or head["info"], head["where"] or "", source))
            continue
        if not line.strip() or line.startswith("#"):
            continue
        if not found:
            found.append(DottedRecord("", "", source))
        if _take(found[-1], line, source):
            found[-1].last_line = number
        else:
            odd.append((number, line))
    return found, odd


def _take(block: DottedRecord, line: str, source: Source) -> bool:
    """Add a line to a record; false if it is none of its forms."""
    if row := _KEYS.fullmatch(line):
        block.keys += [int(key, 16) for key in row["keys"].split()]
    elif one := _FIELD.fullmatch(line):
        block.values.setdefault(one["name"].strip(), (one["value"].strip(), source))
    elif pair := _PAIR.fullmatch(line):
        block.pairs.append((int(pair["lid"]), int(pair["port"])))
    elif re.fullmatch(r"\s+[A-Z]\w+:?|\s+\w[\w ]*(?: dump)?:|\s+LID\s+Port Number", line.rstrip()):
        block.flags.append(line.strip())
    else:
        return False
    return True

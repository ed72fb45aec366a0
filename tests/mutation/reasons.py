"""The table of reasons (`reasons.yaml`): why a mutation needs no finding, or that it is open."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import yaml

TABLE = Path(__file__).with_name("reasons.yaml")
HEADINGS = ("harmless", "open")


@dataclass(frozen=True, slots=True)
class Reason:
    """One entry of the table; `line` is searched in a mutant's context."""

    heading: str
    vendor: str
    line: re.Pattern[str]
    kinds: tuple[str, ...]
    because: str
    not_in: str

    def explains(self, vendor: str, context: str, kind: str, sample: str) -> bool:
        """Return whether the entry is about this mutation; the kind +1 stands for +1 of any number."""
        named = any(kind in (one, "any") or one == "any" or kind.startswith(f"{one} of ") for one in self.kinds)
        return named and vendor == self.vendor and sample != self.not_in and self.line.search(context) is not None

    def __str__(self) -> str:
        return f"{self.vendor}: {self.line.pattern} ({', '.join(self.kinds)}): {self.because}"


def load_reasons() -> tuple[Reason, ...]:
    """Return the entries in their order; the first that explains a mutation is its reason."""
    table = yaml.safe_load(TABLE.read_text("utf-8"))
    assert tuple(table) == HEADINGS
    return tuple(
        Reason(
            heading,
            entry["vendor"],
            re.compile(entry["line"]),
            _kinds(entry["kinds"]),
            _why(entry),
            entry.get("not_in", ""),
        )
        for heading in HEADINGS
        for entry in table[heading]
    )


def _kinds(values: Sequence[str | int]) -> tuple[str, ...]:
    """Return the kinds as mutants name them: YAML reads +1 and -1 as numbers."""
    return tuple(f"{value:+d}" if isinstance(value, int) else value for value in values)


def _why(entry: dict[str, str]) -> str:
    assert set(entry) - {"not_in"} == {"vendor", "line", "kinds", "because"}, entry
    return entry["because"]


def reason_for(reasons: Sequence[Reason], vendor: str, context: str, kind: str, sample: str) -> Reason | None:
    """Return the first entry that explains a mutation, None if it is unexplained."""
    return next((reason for reason in reasons if reason.explains(vendor, context, kind, sample)), None)

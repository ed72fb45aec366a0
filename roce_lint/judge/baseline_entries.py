"""The entries of a baseline: findings that are known and accepted."""

from __future__ import annotations

from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True, order=True)
class BaselineEntry:
    """One thing of a device that breaks a rule, `count` times with the same words; no path and no line.

    `line` is where it is in the baseline's file, 0 before it is written.
    """

    rule: str
    device: str
    object: str
    message: str
    fingerprint: str
    count: int
    line: int = 0


@dataclass(frozen=True, slots=True)
class Baseline:
    """The entries of a baseline, sorted, and its file; empty where none is used."""

    entries: tuple[BaselineEntry, ...]
    file: str


NO_BASELINE = Baseline((), "")

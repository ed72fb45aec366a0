"""What came of one device: its files, or why it was not collected."""

from __future__ import annotations

from typing import TypeAlias

from roce_lint.values import dataclass


class CollectError(Exception):
    """A device that cannot be collected; the text says why and what to do."""


@dataclass(frozen=True, slots=True)
class DeviceFile:
    """A file of a device, by its path below the output folder."""

    path: str
    text: str


@dataclass(frozen=True, slots=True)
class Collected:
    """The files of a device; `left_out` are optional ones that it does not have, each with the reason."""

    device: str
    files: tuple[DeviceFile, ...]
    left_out: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Failed:
    """A device that was not collected, and why."""

    device: str
    because: str


CollectOutcome: TypeAlias = Collected | Failed

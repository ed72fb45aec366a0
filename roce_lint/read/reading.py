"""What goes into a reader and what comes out of it."""

from __future__ import annotations

from dataclasses import dataclass

from roce_lint.facts.model import Device, Link, UnreadLine


@dataclass(frozen=True, slots=True)
class Document:
    """One input file as text. `path` is what messages print."""

    path: str
    text: str


@dataclass(frozen=True, slots=True)
class Reading:
    """What one document said: devices, links that it states, and the lines that nobody understood."""

    devices: tuple[Device, ...]
    links: tuple[Link, ...]
    unread: tuple[UnreadLine, ...]

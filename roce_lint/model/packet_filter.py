"""Access lists of interfaces, as far as they concern RoCE: UDP to port 4791 (IANA), from any of the upper ports."""

from __future__ import annotations

from enum import Enum

from roce_lint.model.fact import Source
from roce_lint.values import dataclass


class Hit(Enum):
    """Whether an entry matches RoCE packets, as far as protocol and ports tell."""

    ALWAYS = "always"
    PERHAPS = "perhaps"
    NEVER = "never"


@dataclass(frozen=True, slots=True)
class FilterEntry:
    """One entry. `text` as it is shown.

    `origin`, `target`: prefixes (`10.0.0.0/8`), empty for any address, None for what is not followed (groups, lists).
    `dscps`: code points that it is for, None for all.
    """

    permits: bool
    hit: Hit
    origin: str | None
    target: str | None
    dscps: frozenset[int] | None
    text: str
    source: Source


@dataclass(frozen=True, slots=True)
class FilterUse:
    """An interface to which a list is applied, to packets that come in or that go out; `source` applies it."""

    interface: str
    incoming: bool
    source: Source


@dataclass(frozen=True, slots=True)
class PacketFilter:
    """One access list with its uses, and the entries that RoCE may meet.

    `version`: 4 or 6, 0 for one that looks at frames. `drops_rest`: what no entry matches is dropped; None where that
    is not documented. `source` begins the list.
    """

    name: str
    version: int
    entries: tuple[FilterEntry, ...]
    drops_rest: bool | None
    uses: tuple[FilterUse, ...]
    source: Source

"""Who is meant to be in which partition."""

from __future__ import annotations

from roce_lint.model.fact import Source
from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True)
class IntendedMember:
    """A port (GUID) that is meant to hold a key; `key` has bit 15 for full members. `node` may be empty."""

    port_guid: int
    node: str
    partition: str
    key: int


@dataclass(frozen=True, slots=True)
class IntendedPartitions:
    """The tenants of an intent; `names` maps their 15-bit keys, and `source` is the place of the section."""

    members: tuple[IntendedMember, ...]
    names: tuple[tuple[int, str], ...]
    source: Source

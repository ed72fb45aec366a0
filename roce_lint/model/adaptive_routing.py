"""Adaptive routing: next hops chosen by load, for each flowlet or for each packet."""

from __future__ import annotations

from enum import Enum

from roce_lint.model.fact import Fact, Source
from roce_lint.values import dataclass


class AdaptiveScope(Enum):
    """What has to be listed before a group of next hops is balanced by load."""

    EVERYTHING = "every group"
    INTERFACES = "interfaces"
    NEXT_HOPS = "next hops"


@dataclass(frozen=True, slots=True)
class AdaptiveMember:
    """An interface, or a next hop, that may be chosen by load; `policy` is the name of what decides there."""

    name: str
    policy: Fact[str]
    source: Source


@dataclass(frozen=True, slots=True)
class AdaptiveRouting:
    """Adaptive routing of a switch.

    A group of next hops is balanced by load where all its members are listed and have one policy, and is hashed
    otherwise. `interfaces` and `next_hops` are those listed.
    """

    scope: AdaptiveScope
    source: Source
    interfaces: tuple[AdaptiveMember, ...]
    next_hops: tuple[AdaptiveMember, ...]

"""One thing that rules of one scope judge, with the names that their conditions may use."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from roce_lint.facts.fact import Source

Variables: TypeAlias = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Waypoint:
    """One place on a way through the fabric, or a line that explains it: what happens at `object` of `device`."""

    device: str
    object: str
    source: Source
    message: str


@dataclass(frozen=True, slots=True)
class Judged:
    """`device` and `object` are printed in findings; `source` is the place when no fact of a rule has one.

    `variables` are the entities that conditions and messages name. `steps` are the ordered places of a cycle or a
    path, and `evidence` the lines that permit it; a finding on the entity shows both.
    """

    device: str
    object: str
    source: Source
    variables: Variables
    steps: tuple[Waypoint, ...] = ()
    evidence: tuple[Waypoint, ...] = ()

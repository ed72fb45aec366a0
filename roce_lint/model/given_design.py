"""What a person says of the design of a fabric."""

from __future__ import annotations

from roce_lint.model.fact import NOWHERE, Source
from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True)
class GivenDesign:
    """What an intent, the settings or the command line say of the design; empty where they say nothing."""

    profile: str
    profile_source: Source
    roce_dscps: frozenset[int]
    cnp_dscps: frozenset[int]
    lossless_priorities: frozenset[int]
    maximum_incast: int
    source: Source
    marked_apart: frozenset[str] = frozenset()
    """Ports, as device and name with a blank, whose marking is not that of others by intent."""


NOTHING_GIVEN = GivenDesign("", NOWHERE, frozenset(), frozenset(), frozenset(), 0, NOWHERE)

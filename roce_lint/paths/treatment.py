"""What one switch does with BGP routes to a prefix."""

from __future__ import annotations

from typing import TypeAlias

from roce_lint.paths.pause.topology import Hop, SwitchIndex
from roce_lint.values import dataclass

Withheld: TypeAlias = tuple[Hop, frozenset[SwitchIndex]]
NOTHING_WITHHELD: frozenset[Withheld] = frozenset()
NO_HOPS: frozenset[Hop] = frozenset()


@dataclass(frozen=True, slots=True)
class RouteTreatment:
    """What one switch does with routes to a prefix: see `BgpPlan`."""

    refused: frozenset[Hop]
    withheld: frozenset[Withheld]

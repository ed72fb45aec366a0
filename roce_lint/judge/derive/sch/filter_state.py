"""Access lists of RoCE ports as rules see them."""

from __future__ import annotations

from roce_lint.model.fact import Fact
from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True)
class FilterState:
    """One access list and the RoCE ports to which it is applied in one direction."""

    name: str
    """The name of the list."""
    ports: str
    """Where it is applied, in words, with the direction."""
    entry: str
    """The entry that drops RoCE, as written; empty if there are none."""
    lets_roce_pass: Fact[bool]
    """No entry certainly drops RoCE packets of some flow; placed at the entry that does. Unknown if it depends on
    missing information.
    """
    applied: Fact[bool]
    """True, at the place that applies the list."""

"""Access lists of RoCE ports as rules see them."""

from __future__ import annotations

from roce_lint.model.fact import Fact
from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True)
class FilterState:
    """One access list and the RoCE ports to which it is applied in one direction.

    `lets_roce_pass`: no entry drops RoCE packets of some flow for certain; the place is the entry that does. `applied`
    has the place that applies it. `ports`: where, in words, with the direction. `entry`: what drops them, as written.
    """

    name: str
    ports: str
    entry: str
    lets_roce_pass: Fact[bool]
    applied: Fact[bool]

"""BGP sessions as rules see them."""

from __future__ import annotations

from roce_lint.model.fact import Fact
from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True)
class SessionState:
    """The AS numbers of BGP sessions between switches that RoCE crosses.

    `numbers_agree`: each end expects the number that the other one has. The place is the line that is wrong as far as
    the rest of the fabric tells, else that of the end that expects; `other_end` has the place of the other.
    `is_settled`: the rest of the fabric tells. `because`: who expects what.
    """

    numbers_agree: Fact[bool]
    other_end: Fact[bool]
    is_settled: bool
    because: str
    question: str

"""BGP sessions as rules see them."""

from __future__ import annotations

from roce_lint.model.fact import Fact
from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True)
class SessionState:
    """The AS numbers of BGP sessions between switches that RoCE crosses."""

    numbers_agree: Fact[bool]
    """Each end expects the AS number of the other; placed at the line that is wrong judging by the rest of the fabric,
    otherwise at the end that expects.
    """
    other_end: Fact[bool]
    """`numbers_agree`, at the place of the other end."""
    is_settled: bool
    """The rest of the fabric shows which line is wrong."""
    because: str
    """Who expects what, in words."""
    question: str
    """What to find out if it is not settled, in words."""
    bfd_agrees: Fact[bool]
    """Both ends of each session use BFD, or neither does; placed at the end without BFD."""
    bfd_other_end: Fact[bool]
    """`bfd_agrees`, at the place of the end that has BFD."""
    bfd_difference: str
    """Which end uses BFD and which does not, in words."""

"""What was kept beside a fabric, and is looked up only where a change asks for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeAlias

from roce_lint.engine.cached_messages import KeptWords
from roce_lint.judge.concurrently import Beside
from roce_lint.model.device import Device
from roce_lint.values import dataclass

if TYPE_CHECKING:
    from roce_lint.judge.derive.outlines import Outlines

ReadKept: TypeAlias = Callable[[Sequence[str]], Sequence[Device]]
"""Gives the switches that files described in the kept check. Raises NeedsWholeError for one that is kept no longer."""


@dataclass(frozen=True, slots=True)
class KeptSources:
    """`read` gives switches, `words` what all of them say of cables, `outlines` what paths ask of all of them.

    `beside` does what can be done at once.
    """

    read: ReadKept
    words: Callable[[], KeptWords]
    outlines: Callable[[], Outlines]
    beside: Beside

"""Two pieces of work that do not need each other: done in turn here, or at once by whoever can."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar

A = TypeVar("A")
B = TypeVar("B")


class Concurrently(Protocol):
    """Says who does two pieces of work."""

    def __call__(self, aside: Callable[[], A], kind: type[A], here: Callable[[], B]) -> tuple[A, B]:
        """Return what `aside` and `here` give.

        `aside` may be done elsewhere: it changes nothing that others see, and gives a value of `kind` that can be
        packed.
        """
        ...


def in_turn(aside: Callable[[], A], kind: type[A], here: Callable[[], B]) -> tuple[A, B]:
    """Do one after the other in this process."""
    return aside(), here()

"""Releases of a system or a firmware: how one is written, and in which of them something holds.

What is known of a release may end early: `4.31` is a train, and `202511` a branch without the day of its image. What
begins within it holds for some of its images: the answer is then open, as it is where no release is stated.
"""

from __future__ import annotations

import re
from typing import TypeAlias

from roce_lint.model.fact import Fact, Unknown
from roce_lint.values import dataclass

ReleaseNumbers: TypeAlias = tuple[int, ...]
"""The numbers of a release, the most significant first; those that are not known are left out."""
UNSTATED: ReleaseNumbers = ()


@dataclass(frozen=True, slots=True)
class Releases:
    """From `since` on, and before `before`; an end without numbers is open. `words` follow the noun `releases`."""

    since: ReleaseNumbers = UNSTATED
    before: ReleaseNumbers = UNSTATED
    words: str = ""

    def hold(self, release: ReleaseNumbers) -> bool | None:
        """Say whether a release is one of them; None where too little of it is known."""
        begun = _is_at_least(release, self.since)
        ended = _is_at_least(release, self.before) if self.before else False
        if begun is False or ended is True:
            return False
        return None if begun is None or ended is None else True


EVERY_RELEASE = Releases()


def _is_at_least(release: ReleaseNumbers, bound: ReleaseNumbers) -> bool | None:
    """Compare the numbers that are known; None where they are those with which the bound begins."""
    if len(release) < len(bound) and bound[: len(release)] == release:
        return None
    return release >= bound


@dataclass(frozen=True, slots=True)
class ReleaseForm:
    """How a system writes its releases: groups of `pattern` are their numbers, of which the last may be missing."""

    pattern: re.Pattern[str]
    example: str

    def numbers(self, text: str) -> ReleaseNumbers:
        """Return the numbers of a release; none for a text that is none."""
        found = self.pattern.match(text)
        return tuple(int(number) for number in found.groups() if number is not None) if found else UNSTATED

    def of(self, release: Fact[str]) -> ReleaseNumbers:
        """Return the numbers of the release that a device states."""
        return UNSTATED if isinstance(release, Unknown) else self.numbers(release.value)

    def since(self, first: str) -> Releases:
        """Return a release and all that follow it."""
        return Releases(since=self.numbers(first), words=f"from {first} on")

    def through(self, first: str, last: str) -> Releases:
        """Return a release and those that follow it, up to another with all its numbers."""
        *most, least = self.numbers(last)
        return Releases(self.numbers(first), (*most, least + 1), f"from {first} to {last}")

    def before(self, first_without: str) -> Releases:
        """Return all releases that precede one."""
        return Releases(before=self.numbers(first_without), words=f"before {first_without}")

    def between(self, first: str, first_without: str) -> Releases:
        """Return a release and those that follow it, before another."""
        since, before = self.numbers(first), self.numbers(first_without)
        return Releases(since, before, f"from {first} on, before {first_without}")

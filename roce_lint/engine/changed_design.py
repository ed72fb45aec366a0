"""The design of a kept fabric after some switches have changed, by the votes of all."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from roce_lint.engine.cached_fabric import KeptSwitch
from roce_lint.fabric.design import Design, DesignVotes, design_votes, settle_design
from roce_lint.judge.brief import BriefOccurrence
from roce_lint.judge.check import given_design
from roce_lint.judge.derive.region import NeedsWholeError
from roce_lint.judge.given import Given
from roce_lint.model.device import Device
from roce_lint.model.fact import NOWHERE, Default, Fact, Stated, Unknown
from roce_lint.model.nic import Nic
from roce_lint.model.terms import Role
from roce_lint.values import field_names

_A_HOST: Fact[Role] = Stated(Role.HOST, NOWHERE)
_NOT_SAID: Fact[Role] = Unknown("votes do not say it", NOWHERE)


class _Untold:
    """A switch of which its system and its votes are known, and nothing else."""

    nics: tuple[Nic, ...] = ()

    def __init__(self, votes: DesignVotes) -> None:
        self.os = votes.os
        self.role = _A_HOST if votes.is_host else _NOT_SAID

    def __getattr__(self, name: str) -> object:
        raise NeedsWholeError("what switches say beside their votes on the design")


def changed_design(
    kept: Design, switches: Sequence[KeptSwitch], after: Mapping[str, Device], given: Given
) -> tuple[Design, frozenset[str]]:
    """Return the design with the votes of the `switches` that are as they were kept and of those `after` the change.

    It has the same values, in perhaps other words; the words that hold no longer are returned too. Raises
    NeedsWholeError where the values differ, or where more than votes decides.
    """
    votes = {one.name: one.votes for one in switches} | {name: design_votes(one) for name, one in after.items()}
    devices = [after.get(name) or _Untold(votes[name]) for name in sorted(votes)]
    settled = settle_design(
        devices,  # type: ignore[arg-type]  # a device that answers nothing but what it is surely asked
        [votes[name] for name in sorted(votes)],
        given_design(given),
    )
    if settled.os_count != kept.os_count:
        raise NeedsWholeError("another number of systems")
    stale: set[str] = set()
    for name in field_names(Design):
        before, now = getattr(kept, name), getattr(settled, name)
        if before != now:
            if _value(before) != _value(now):
                raise NeedsWholeError("another design")
            stale |= {before.because} if isinstance(before, Default | Unknown) else set()
    return settled, frozenset(stale)


def _value(fact: Fact[object]) -> object:
    return fact.__class__, None if isinstance(fact, Unknown) else fact.value


def quotes(occurrences: Iterable[BriefOccurrence], words: frozenset[str]) -> bool:
    """Say whether some occurrence has one of these words in its texts."""
    return bool(words) and any(word in text for one in occurrences for text in _texts(one) for word in words)


def _texts(one: BriefOccurrence) -> Iterable[str]:
    yield one.object
    yield one.account.message
    yield one.account.fix
    yield from (line.message for line in (*one.steps, *one.evidence))
    yield from (line.message for line in one.account.related)

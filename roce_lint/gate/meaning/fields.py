"""Facts compared one by one, by name: what a value was and what it is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from roce_lint.gate.meaning.change import Direction, FactChange
from roce_lint.gate.meaning.words import shown
from roce_lint.model.fact import Fact, Unknown

Labels = Mapping[str, str]
"""What people call each fact of a thing, by its name in the model."""


def same(old: Fact[object], new: Fact[object]) -> bool:
    """Say whether two facts mean the same: equal values, however they are known, or no value on either side."""
    if isinstance(old, Unknown) or isinstance(new, Unknown):
        return isinstance(old, Unknown) and isinstance(new, Unknown)
    return old.value == new.value


def result(
    name: str,
    label: str,
    old: Fact[object],
    new: Fact[object],
    *,
    before: str = "",
    direction: Direction = Direction.OTHER,
) -> FactChange:
    """Return a change of a fact: `label old -> new`. `before` is put in front of the sentence."""
    was, is_now = shown(name, old), shown(name, new)
    return FactChange(name, f"{before}{label} {was} -> {is_now}", was, is_now, old.source, new.source, direction)


def compare_fields(kind: str, old: object, new: object, labels: Labels, before: str = "") -> Iterator[FactChange]:
    """Yield every fact in `labels` that differs between two things of the same class.

    `kind` is put before the name of the fact (`queue.limit_bytes`). A flag reads `label on` or `label off`.
    """
    for name, label in labels.items():
        was: Fact[object] = getattr(old, name)
        is_now: Fact[object] = getattr(new, name)
        if not same(was, is_now):
            yield result(f"{kind}.{name}", label, was, is_now, before=before)


def compare_headroom(name: str, label: str, old: Fact[int], new: Fact[int]) -> Iterator[FactChange]:
    """Yield how headroom differs; where it was there and is not now, protection is gone."""
    if not same(old, new):
        had = not isinstance(old, Unknown) and old.value > 0
        has = not isinstance(new, Unknown) and new.value > 0
        direction = Direction.WORSE if had and not has else Direction.OTHER
        yield result(name, label, old, new, direction=direction)

"""Entities that look the same to a set of conditions, so that each look is evaluated once.

A fabric has hundreds of thousands of queues and a handful of ways to configure one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from roce_lint.judge.evaluate import Missing, compile_fact
from roce_lint.judge.vocabulary import FactPath
from roce_lint.model.judged import Judged
from roce_lint.values import dataclass, field


@dataclass(frozen=True, slots=True)
class Shape:
    """Entities with equal values of every fact in question; sources may differ."""

    entities: tuple[Judged, ...]

    @property
    def size(self) -> int:
        """Return the number of entities, with those that some of them stand for."""
        others = [entity.stands_for for entity in self.entities]
        return len(others) + sum(len(one.members) for one in others if one is not None)

    @property
    def variables(self) -> Mapping[str, object]:
        """Return the variables of one of them, which stand for all."""
        return self.entities[0].variables


@dataclass(eq=False, slots=True)
class _Looks:
    """The looks of one variable: equal values get the same number, and the same object is looked at once."""

    variable: str
    reads: tuple[Callable[[Mapping[str, object]], object], ...]
    by_identity: dict[int, tuple[object, int]] = field(default_factory=dict)
    by_value: dict[tuple[object, ...], int] = field(default_factory=dict)

    def number(self, value: object) -> int:
        """Return the number of this object's look. The object is kept, so that its identity stays its own."""
        known = self.by_identity.get(id(value))
        if known is not None:
            return known[1]
        variables = {self.variable: value}
        look = tuple(_comparable(read(variables)) for read in self.reads)
        number = self.by_value.setdefault(look, len(self.by_value))
        self.by_identity[id(value)] = (value, number)
        return number


def _comparable(value: object) -> object:
    """Return a value that compares by what is known; what is missing compares by its reasons, not by their places."""
    if isinstance(value, Missing):
        return Missing, tuple((reason.name, reason.because) for reason in value.reasons)
    return value


def group_by_shape(entities: Sequence[Judged], facts: Iterable[FactPath]) -> tuple[Shape, ...]:
    """Return the entities grouped by the values of `facts`, in order of first appearance."""
    by_variable: dict[str, dict[int, FactPath]] = {}
    for path in facts:
        # Rules share what they read: to compare paths would take longer.
        by_variable.setdefault(path.variable, {})[id(path)] = path
    looks = [_Looks(variable, tuple(map(compile_fact, paths.values()))) for variable, paths in by_variable.items()]
    groups: dict[tuple[int, ...], list[Judged]] = {}
    for entity in entities:
        variables = entity.variables
        key = tuple([look.number(variables[look.variable]) for look in looks])
        groups.setdefault(key, []).append(entity)
    return tuple(Shape(tuple(group)) for group in groups.values())

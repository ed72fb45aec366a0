"""Things that stand for others: where one is not healthy, all that it stands for are judged by themselves."""

from __future__ import annotations

from collections.abc import Sequence

from roce_lint.judge.entity import Entity, alike_of, turn_of
from roce_lint.judge.rule import Verdict
from roce_lint.judge.shape import Shape, group_by_shape
from roce_lint.judge.verdict import Judge
from roce_lint.judge.vocabulary import FactPath
from roce_lint.model.judged import TOLD_APART, Alike, Judged
from roce_lint.values import replace

_HEALTHY = (Verdict.SATISFIED, Verdict.NOT_APPLICABLE)


def all_that_are_asked_for(
    scope: str, entities: Sequence[Entity], judges: Sequence[Judge], facts: Sequence[FactPath]
) -> tuple[Sequence[Entity], tuple[Shape, ...]]:
    """Return the entities, and the same by shape; those that an unhealthy one stands for are among them, in order.

    Where a condition tells things apart by their names, none stands for another.
    """
    shapes = group_by_shape(entities, facts)
    groups = [
        (shape, {id(one): one for one in map(alike_of, shape.entities) if one and one.members}) for shape in shapes
    ]
    standing = [(shape.variables, alikes) for shape, alikes in groups if alikes]
    by_name = bool(standing) and any(path.name in TOLD_APART for path in facts)
    wanted: dict[int, Alike] = {}
    for variables, alikes in standing:
        if by_name or any(judge.answer(variables).verdict not in _HEALTHY for judge in judges):
            wanted.update(alikes)
    if not wanted:
        return entities, shapes
    spread = [_alone(entity) if id(alike_of(entity)) in wanted else entity for entity in entities]
    for alike in wanted.values():
        spread += alike.things(scope)
    spread.sort(key=turn_of)
    return spread, group_by_shape(spread, facts)


def _alone(entity: Entity) -> Entity:
    return replace(entity, alike=None) if isinstance(entity, Judged) else entity

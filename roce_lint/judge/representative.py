"""Things that stand for equivalent ones: where one is not healthy, all that it stands for are evaluated by
themselves."""

from __future__ import annotations

from collections.abc import Sequence

from roce_lint.judge.rule import Verdict
from roce_lint.judge.shape import Shape, group_by_shape
from roce_lint.judge.verdict import Judge
from roce_lint.judge.vocabulary import FactPath
from roce_lint.model.judged import FACTS_OF_ONE, Equivalents, Judged
from roce_lint.values import replace

_HEALTHY = (Verdict.SATISFIED, Verdict.NOT_APPLICABLE)


def entities_to_judge(
    scope: str, entities: Sequence[Judged], judges: Sequence[Judge], facts: Sequence[FactPath]
) -> tuple[Sequence[Judged], tuple[Shape, ...]]:
    """Return the entities, and the same by shape; those that an unhealthy one stands for are among them, in order.

    Where a condition asks for something in which equivalent things differ, none stands for another.
    """
    shapes = group_by_shape(entities, facts)
    standing = [
        (shape, others)
        for shape in shapes
        if (others := {id(one): one for entity in shape.entities if (one := entity.stands_for) is not None})
    ]
    by_name = bool(standing) and any(path.name in FACTS_OF_ONE for path in facts)
    wanted: dict[int, Equivalents] = {}
    for shape, others in standing:
        if by_name or any(judge.answer(shape.variables).verdict not in _HEALTHY for judge in judges):
            wanted.update(others)
    if not wanted:
        return entities, shapes
    spread = [replace(entity, equivalents=None) if id(entity.stands_for) in wanted else entity for entity in entities]
    for one in wanted.values():
        spread += one.things(scope)
    spread.sort(key=lambda entity: entity.order)
    return spread, group_by_shape(spread, facts)

"""Things that stand for equivalent ones: where one is not healthy, all that it stands for are evaluated by
themselves."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from roce_lint.judge.rule import Verdict
from roce_lint.judge.verdict import Judge
from roce_lint.judge.vocabulary import FactPath
from roce_lint.model.judged import FACTS_OF_ONE, Judged
from roce_lint.values import replace

_HEALTHY = (Verdict.SATISFIED, Verdict.NOT_APPLICABLE)


def entities_to_judge(
    scope: str, entities: Sequence[Judged], judges: Sequence[Judge], facts: Iterable[FactPath]
) -> Sequence[Judged]:
    """Return the entities, with those that an unhealthy one stands for among them, in order.

    Where a condition asks for something in which equivalent things differ, none stands for another.
    """
    standing = [(entity, others) for entity in entities if (others := entity.stands_for) is not None]
    by_name = bool(standing) and any(path.name in FACTS_OF_ONE for path in facts)
    wanted = {
        id(others): others
        for entity, others in standing
        if by_name or any(judge.answer(entity.variables).verdict not in _HEALTHY for judge in judges)
    }
    if not wanted:
        return entities
    spread = [replace(entity, equivalents=None) if id(entity.stands_for) in wanted else entity for entity in entities]
    for one in wanted.values():
        spread += one.things(scope)
    spread.sort(key=lambda entity: entity.order)
    return spread

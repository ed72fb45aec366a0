"""Holds that evaluated things say in every fact what those say that stand for them."""

from __future__ import annotations

from roce_lint.fabric.fabric import Fabric
from roce_lint.judge.derive.entities import judged_entities
from roce_lint.judge.derive.vocabulary import VOCABULARY
from roce_lint.judge.evaluate import Missing, compile_fact
from roce_lint.judge.kind import Opaque, PatternLines, Thing
from roce_lint.judge.vocabulary import FactPath, Vocabulary
from roce_lint.model.judged import FACTS_OF_ONE, Judged

READER = Vocabulary(VOCABULARY)


def _facts(scope: str) -> list[FactPath]:
    """Return all facts that a rule of a scope can name, but for those in which equivalent things differ."""
    found = []
    for variable, entity in VOCABULARY[scope].items():
        for name, (kind, _) in READER.facts_of(entity).items():
            if not isinstance(kind, Thing | PatternLines | Opaque) and f"{variable}.{name}" not in FACTS_OF_ONE:
                found.append(READER.resolve(scope, f"{variable}.{name}"))
    return found


FACTS = {scope: [(path.name, compile_fact(path)) for path in _facts(scope)] for scope in VOCABULARY}


def _said(judged: Judged, scope: str) -> dict[str, object]:
    """Return what a thing says in each fact; what is missing by its reasons."""
    said: dict[str, object] = {}
    for name, fact in FACTS[scope]:
        value = fact(judged.variables)
        if isinstance(value, Missing):
            value = tuple(reason.because for reason in value.reasons)
        said[name] = value
    return said


def compare_equivalents(fabric: Fabric) -> int:
    """Hold that things say what those say that stand for them; return how many were compared."""
    compared = 0
    for scope, things in judged_entities(fabric, share=True).items():
        groups: dict[int, list[Judged]] = {}
        for judged in things:
            if judged.equivalents is not None and judged.equivalents.members:
                groups.setdefault(id(judged.equivalents), []).append(judged)
        for standing in groups.values():
            assert standing[0].equivalents is not None
            expected = [_said(one, scope) for one in standing]
            for number, other in enumerate(standing[0].equivalents.things(scope)):
                one = standing[number % len(standing)]
                assert _said(other, scope) == expected[number % len(standing)], (
                    one.device,
                    one.object,
                    other.device,
                    other.object,
                )
                compared += 1
    return compared

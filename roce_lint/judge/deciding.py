"""Which facts decided the answer of a condition, and where each was read."""

from __future__ import annotations

from operator import attrgetter

from roce_lint.judge.evaluate import compile_condition
from roce_lint.judge.expression import And, Compare, IsKnown, Not, Or, Read, Truth, facts_in
from roce_lint.judge.vocabulary import FactPath
from roce_lint.model.fact import NOWHERE, Default, Source, Stated, Unknown
from roce_lint.model.judged import Variables
from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True)
class FoundFact:
    """One fact as it was found.

    `value` is the raw value, an Unknown if there is none. `default_because` is empty unless the value is a default;
    `is_stated`: the input says so itself. `source` is the nearest place on the way to the fact, NOWHERE without one.
    """

    path: FactPath
    value: object
    source: Source
    default_because: str
    is_stated: bool


def deciding_facts(tree: Truth, variables: Variables) -> tuple[FactPath, ...]:
    """Return the facts that make the tree true or false as it is, the first one first.

    Of a false conjunction these are the facts of its false parts, of a true disjunction those of its true parts, of
    anything else all facts. Parts that are unknown decide nothing.
    """
    return tuple(dict.fromkeys(_decide(tree, variables)))


def _decide(tree: Truth, variables: Variables) -> list[FactPath]:
    match tree:
        case Read() | Compare():
            return list(facts_in(tree))
        case IsKnown(path):
            # That a fact is known shows nothing of what it says; that it is not is a fault of its own.
            return [] if compile_condition(tree)(variables) is True else [path]
        case Not(operand):
            return _decide(operand, variables)
        case And(operands) | Or(operands):
            answer = compile_condition(tree)(variables)
            return [
                path
                for operand in operands
                if compile_condition(operand)(variables) is answer
                for path in _decide(operand, variables)
            ]


def find_evidence(path: FactPath, variables: Variables) -> FoundFact:
    """Return what stands at the dotted name, and the place nearest to it.

    An entity on the way that has a `source` of its own lends it to facts that have none.
    """
    value: object = variables[path.variable]
    source = _own_source(value, NOWHERE)
    because, is_stated = "", False
    for is_fact, attribute in ((path.variable_is_fact, ""), *((step.is_fact, step.read_from) for step in path.steps)):
        if attribute:
            value = attrgetter(attribute)(value)
        because, is_stated = "", False
        if not is_fact:
            source = _own_source(value, source)
            continue
        match value:
            case Unknown():
                return FoundFact(path, value, value.source if value.source.file else source, "", False)
            case Default():
                because = value.because
            case Stated():
                is_stated = True
            case _:
                raise TypeError(f"{path.name} is not a fact")
        source = value.source if value.source.file else source
        value = value.value
    if not path.entry:
        return FoundFact(path, value, source, because, is_stated)
    match attrgetter("matching")(value)(path.entry):
        case Unknown() as unknown:
            return FoundFact(path, unknown, unknown.source, "", False)
        case Default(value=answer, source=place, because=why):
            return FoundFact(path, answer, place, why, False)
        case Stated(value=answer, source=place):
            return FoundFact(path, answer, place, "", True)
        case _:
            raise TypeError(f"{path.name} is not a fact")


def _own_source(entity: object, otherwise: Source) -> Source:
    """Return the entity's own place, if it has one."""
    source = getattr(entity, "source", otherwise)
    return source if isinstance(source, Source) and source.file else otherwise

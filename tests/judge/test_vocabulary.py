"""Names of rules: what an entity has itself, and what its parts have."""

from __future__ import annotations

import pytest

from roce_lint.judge.deciding import find_evidence
from roce_lint.judge.evaluate import compile_fact
from roce_lint.judge.vocabulary import AttributeStep, UnknownName, Vocabulary
from roce_lint.model.fact import Fact, Source, Stated
from roce_lint.values import dataclass

PLACE = Source("leaf.cfg", 7, 7)


@dataclass(frozen=True, slots=True)
class Pauses:
    on: Fact[bool]
    count: int


@dataclass(frozen=True, slots=True)
class Port:
    PARTS = ("pauses",)

    name: str
    pauses: Pauses


VOCABULARY = Vocabulary({"port": {"port": Port}})
VARIABLES = {"port": Port("Ethernet1", Pauses(Stated(True, PLACE), 2))}


def test_facts_of_parts_are_those_of_the_entity() -> None:
    facts = {name: hop for name, (_, hop) in VOCABULARY.facts_of(Port).items()}
    assert facts == {
        "name": AttributeStep("name", False),
        "on": AttributeStep("on", True, "pauses"),
        "count": AttributeStep("count", False, "pauses"),
    }


@pytest.mark.parametrize(("name", "value"), [("name", "Ethernet1"), ("on", True), ("count", 2)])
def test_fact_is_read_where_it_is(name: str, value: object) -> None:
    path = VOCABULARY.resolve("port", f"port.{name}")
    assert (path.name, compile_fact(path)(VARIABLES)) == (f"port.{name}", value)


def test_evidence_of_a_part_has_its_place() -> None:
    evidence = find_evidence(VOCABULARY.resolve("port", "port.on"), VARIABLES)
    assert (evidence.path.name, evidence.value, evidence.source, evidence.is_stated) == ("port.on", True, PLACE, True)


@pytest.mark.parametrize("name", ["port.pauses", "port.pauses.on"])
def test_parts_have_no_names(name: str) -> None:
    with pytest.raises(UnknownName, match="Port has no fact 'pauses'"):
        VOCABULARY.resolve("port", name)

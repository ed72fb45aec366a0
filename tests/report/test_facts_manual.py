"""The reference of facts: current, and complete for whatever a rule may name."""

from __future__ import annotations

from pathlib import Path

import pytest

from ci.docs.facts import documented_facts, facts_manual
from roce_lint.judge.derive.vocabulary import VOCABULARY
from roce_lint.judge.kind import Thing
from roce_lint.judge.vocabulary import Vocabulary
from roce_lint.model.fact import Source
from roce_lint.report.manual import FAMILIES, SCOPES
from tests.all_rules import all_rules

READER = Vocabulary(VOCABULARY)


def _entities() -> dict[str, type]:
    """Return every class whose facts a rule may name."""
    found = {entity.__name__: entity for variables in VOCABULARY.values() for entity in variables.values()}
    for entity in list(found.values()):
        for kind, _ in READER.facts_of(entity).values():
            if isinstance(kind, Thing) and kind.type is not Source:
                found[kind.type.__name__] = kind.type
    return found


ENTITIES = _entities()


def test_page_is_current(root: Path) -> None:
    assert (root / "docs" / "facts.md").read_text("utf-8") == facts_manual(), "write it again: make generate"


@pytest.mark.parametrize("name", ENTITIES)
def test_every_fact_is_documented(name: str) -> None:
    entity = ENTITIES[name]
    meanings = documented_facts(entity, READER)
    facts = READER.facts_of(entity)
    assert facts
    assert [fact for fact in facts if not meanings.get(fact, "").endswith(".")] == []


def test_every_scope_but_the_plainest_is_described() -> None:
    assert set(VOCABULARY) - set(SCOPES) == {"device", "port"}


def test_every_family_of_our_rules_has_a_title() -> None:
    assert {rule.family for rule in all_rules()} - set(FAMILIES) == set()


def test_fact_of_a_part_is_listed_with_its_unit(root: Path) -> None:
    meaning = "The longest time that the NIC may pause its switch, in ms; 0 means forever."
    row = f"| `stall_prevention_ms` | ms, may be unknown | {meaning} |"
    section = facts_manual().split("\n## nic\n")[1].split("\n## ")[0]
    assert row in section.splitlines()

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from roce_lint.intent.load import load_intent
from roce_lint.intent.make_view import make_views
from roce_lint.judge.check import Given, build_fabric, load_all_rules
from roce_lint.judge.compose import compose_report
from roce_lint.judge.derive.entities import judged_entities
from roce_lint.judge.derive.vocabulary import VOCABULARY
from roce_lint.judge.examination import profile_in_force
from roce_lint.judge.finding import Inputs
from roce_lint.judge.parse_condition import parse_condition
from roce_lint.judge.profiles import profile_rules
from roce_lint.judge.rule import Rule
from roce_lint.judge.vocabulary import Vocabulary
from roce_lint.read.read_documents import read_documents
from roce_lint.render.environment import make_environment
from roce_lint.render.switch import render_switch
from roce_lint.report.as_json import report_json
from roce_lint.text.document import Document
from roce_lint.values import replace

_QOS = re.compile(r"pfc|priority|queue|dscp|mtu|watch|policy|profile|ecn|random|speed|trust")


@pytest.fixture(scope="module")
def documents(root: Path) -> tuple[Document, ...]:
    """The switches of a fabric of three vendors."""
    environment = make_environment(None)
    views = make_views(load_intent(root / "fixtures" / "intents" / "mixed-vendors.roce.yaml"))
    files = [render_switch(environment, view, {"srlinux": "set"})[0] for view in views.switches]
    return tuple(Document(file.path, file.text) for file in files)


@pytest.fixture(scope="module")
def rules() -> tuple[Rule, ...]:
    return load_all_rules()


def _report(documents: tuple[Document, ...], rules: tuple[Rule, ...], *, share: bool) -> str:
    fabric = build_fabric(read_documents(documents), Given())
    profile, how = profile_in_force(fabric.design, Given())
    report = compose_report(
        profile_rules(profile, rules),
        judged_entities(fabric, share=share),
        unread=fabric.unread,
        inputs=Inputs((), (), (), ()),
        profile=how,
        version="1",
        os_by_device={device.name: device.os for device in fabric.devices},
    )
    return report_json(report)


def _damaged(text: str, chance: random.Random) -> str:
    """Return the text with a QoS line taken out, written twice or with other digits, once to five times."""
    lines = text.split("\n")
    for _ in range(chance.choice((1, 1, 2, 5))):
        number = chance.choice([number for number, line in enumerate(lines) if _QOS.search(line)])
        how = chance.random()
        if how < 0.5:
            del lines[number]
        elif how < 0.8:
            lines[number] = re.sub(r"\d", lambda digit: chance.choice("0123456789" + 5 * digit[0]), lines[number])
        else:
            lines.insert(number, chance.choice(lines))
    return "\n".join(lines)


def test_one_port_stands_for_all_that_look_alike(documents: tuple[Document, ...]) -> None:
    fabric = build_fabric(read_documents(documents), Given())
    each, shared = judged_entities(fabric), judged_entities(fabric, share=True)
    assert {scope: len(things) for scope, things in each.items()} == {
        scope: sum(1 + len(judged.alike.members if judged.alike else ()) for judged in things)
        for scope, things in shared.items()
    }
    assert len(shared["port"]) * 5 < len(each["port"])
    assert len(shared["link"]) < len(each["link"])


@pytest.mark.parametrize("seed", range(8))
def test_whatever_is_broken_the_report_is_that_of_judging_each_port(
    documents: tuple[Document, ...], rules: tuple[Rule, ...], seed: int
) -> None:
    chance = random.Random(seed)
    broken = tuple(
        replace(document, text=_damaged(document.text, chance)) if chance.random() < 0.6 else document
        for document in documents
    )
    assert _report(broken, rules, share=True) == _report(broken, rules, share=False)


def test_a_rule_that_names_ports_judges_each(documents: tuple[Document, ...], rules: tuple[Rule, ...]) -> None:
    fabric = build_fabric(read_documents(documents), Given())
    shared = judged_entities(fabric, share=True)["port"]
    hidden = next(thing for judged in shared for thing in judged.alike.things("port"))
    condition = parse_condition(f'port.name != "{hidden.object}"', "port", Vocabulary(VOCABULARY))
    model = next(rule for rule in rules if rule.scope == "port")
    rule = replace(model, when=(), require=condition, suppressed_by=())
    assert _report(documents, (rule,), share=True) == _report(documents, (rule,), share=False)
    assert f'"object": "{hidden.object}"' in _report(documents, (rule,), share=True)

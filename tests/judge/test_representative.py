from __future__ import annotations

import random
import re
from collections import defaultdict
from pathlib import Path

import pytest

from roce_lint.fabric.domain import roce_domain
from roce_lint.intent.load import load_intent
from roce_lint.intent.make_view import make_views
from roce_lint.judge.check import Given, build_fabric
from roce_lint.judge.derive.entities import Judging, judged_entities
from roce_lint.judge.derive.equivalence import EquivalenceKeys
from roce_lint.judge.derive.vocabulary import VOCABULARY
from roce_lint.judge.examination import profile_in_force
from roce_lint.judge.finding import Inputs
from roce_lint.judge.parse_condition import parse_condition
from roce_lint.judge.profiles import profile_rules
from roce_lint.judge.rule import Rule
from roce_lint.judge.vocabulary import Vocabulary
from roce_lint.model.device import PortRef
from roce_lint.model.fact import NOWHERE, Unknown
from roce_lint.model.judged import Judged
from roce_lint.model.port import with_facts
from roce_lint.read.read_documents import read_documents
from roce_lint.render.environment import make_environment
from roce_lint.render.switch import render_switch
from roce_lint.report.as_json import report_json
from roce_lint.text.document import Document
from roce_lint.values import replace
from tests.all_rules import all_rules
from tests.judge.composed import compose_report

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
    return all_rules()


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


def _others(judged: Judged) -> int:
    """Return how many equivalent things one stands for."""
    return len(judged.equivalents.members) if judged.equivalents else 0


def test_one_port_stands_for_all_that_are_equivalent(documents: tuple[Document, ...]) -> None:
    fabric = build_fabric(read_documents(documents), Given())
    each, shared = judged_entities(fabric), judged_entities(fabric, share=True)
    assert {scope: len(things) for scope, things in each.items()} == {
        scope: sum(1 + _others(judged) for judged in things) for scope, things in shared.items()
    }
    assert len(shared["port"]) * 5 < len(each["port"])
    assert len(shared["link"]) < len(each["link"])


@pytest.mark.parametrize("seed", [pytest.param(seed, marks=() if seed < 5 else pytest.mark.long) for seed in range(16)])
def test_whatever_is_broken_the_report_is_that_of_judging_each_port(
    documents: tuple[Document, ...], rules: tuple[Rule, ...], seed: int
) -> None:
    chance = random.Random(seed)
    broken = tuple(
        replace(document, text=_damaged(document.text, chance)) if chance.random() < 0.6 else document
        for document in documents
    )
    assert _report(broken, rules, share=True) == _report(broken, rules, share=False)


def test_what_the_other_end_pauses_for_tells_ports_apart(documents: tuple[Document, ...]) -> None:
    """Of two ports that say the same on one switch, the other end of one does not pause as that of the other."""
    fabric = build_fabric(read_documents(documents), Given())
    domain = roce_domain(fabric)
    judging = Judging(fabric, domain, share=True)
    for device in fabric.devices:
        judging.judge_device(device, defaultdict(list))
    keys = EquivalenceKeys(judging, judging._common)
    ports: dict[object, list[PortRef]] = defaultdict(list)
    for ref in judging.peers:
        ports[keys.port_key(ref)].append(ref)
    ports.pop(None, None)
    one, other = next(refs[:2] for refs in ports.values() if len(refs) > 1)
    far = judging.peer(other)
    assert far is not None
    device, port = judging.ports[far]
    priorities = tuple(
        replace(priority, honours_pause=Unknown("because", port.source)) for priority in port.qos.priorities
    )
    broken = with_facts(port, qos=replace(port.qos, priorities=priorities))
    judging.ports = {**judging.ports, far: (device, broken)}
    keys = EquivalenceKeys(judging, judging._common)
    assert keys.port_key(one) != keys.port_key(other)


def test_no_two_things_share_what_they_stand_for(documents: tuple[Document, ...]) -> None:
    things = judged_entities(build_fabric(read_documents(documents), Given()))
    assert {judged.equivalents for judged in [*things["port"], *things["link"]]} == {None}
    assert Judged("leaf1", "", NOWHERE, {}).equivalents is None


def test_a_rule_that_names_ports_judges_each(documents: tuple[Document, ...], rules: tuple[Rule, ...]) -> None:
    fabric = build_fabric(read_documents(documents), Given())
    shared = judged_entities(fabric, share=True)["port"]
    hidden = next(thing for judged in shared if judged.equivalents for thing in judged.equivalents.things("port"))
    condition = parse_condition(f'port.name != "{hidden.object}"', "port", Vocabulary(VOCABULARY))
    model = next(rule for rule in rules if rule.scope == "port")
    rule = replace(model, when=(), require=condition, suppressed_by=())
    assert _report(documents, (rule,), share=True) == _report(documents, (rule,), share=False)
    assert f'"object": "{hidden.object}"' in _report(documents, (rule,), share=True)

"""Completion in YAML that is being typed; `|` marks the cursor."""

from __future__ import annotations

import pytest

from roce_lint.editor.completion import YamlPlace, complete_intent, complete_rule, complete_waivers, yaml_place
from tests.all_rules import all_rules


def cursor(marked: str) -> tuple[str, int, int]:
    before = marked.partition("|")[0]
    return marked.replace("|", "", 1), before.count("\n"), len(before) - before.rfind("\n") - 1


@pytest.mark.parametrize(
    ("marked", "place"),
    [
        ("na|", YamlPlace((), "", "na")),
        ("topology:\n  kind: cl|\n", YamlPlace(("topology",), "kind", "cl")),
        ("topology:\n  leaves: {count: 4, pl|", YamlPlace(("topology", "leaves"), "", "pl")),
        ("topology:\n  leaves: {count: 4, platform: 70|", YamlPlace(("topology", "leaves"), "platform", "70")),
        ("topology:\n  leaves:\n    count: 4\n    |", YamlPlace(("topology", "leaves"), "", "")),
        ("topology:\n  kind: clos\nhosts:\n  - name: a\n    ni|", YamlPlace(("hosts",), "", "ni")),
        ("hosts:\n- name: a\n  |", YamlPlace(("hosts",), "", "")),
        ("hosts:\n- name: a\n- |", YamlPlace(("hosts",), "", "")),
        ("roce:\n  ecn:  # marks\n    kmin: 1\ntenants:\n  - n|", YamlPlace(("tenants",), "", "n")),
        ("a: {b: 1}\n|", YamlPlace((), "", "")),
    ],
)
def test_the_keys_around_a_cursor(marked: str, place: YamlPlace) -> None:
    assert yaml_place(*cursor(marked)) == place


@pytest.mark.parametrize(
    ("marked", "expected", "absent"),
    [
        ("|", {"topology", "hosts", "roce"}, {"leaves"}),
        ("topology:\n  kind: |", {"clos"}, {"leaves"}),
        ("topology:\n  kind: clos\n  leaves: {|", {"count", "platform"}, {"kind"}),
        ("topology:\n  leaves: {platform: |", {"dcs-7060dx5-64s"}, {"count"}),
        ("hosts:\n  - name: a\n    |", {"nics", "nic_platform"}, {"topology"}),
    ],
)
def test_an_intent_is_completed_by_its_schema(marked: str, expected: set[str], absent: set[str]) -> None:
    words = {one.word for one in complete_intent(*cursor(marked))}
    assert expected <= words
    assert not absent & words


@pytest.mark.parametrize(
    ("marked", "expected"),
    [
        ("id: a\n|", {"severity", "for", "require"}),
        ("id: a\nfor: |", {"queue", "link_priority"}),
        ("id: a\nseverity: |", {"error", "warning", "info"}),
        ("for: queue\nrequire: |", {"queue", "device", "port"}),
        ("for: queue\nrequire: queue.ecn|", {"queue.ecn_enabled", "queue.ecn_kmin_bytes"}),
        ("for: queue\nwhen:\n  - queue.|", {"queue.carries_roce"}),
    ],
)
def test_a_rule_is_completed_by_the_facts_of_its_scope(marked: str, expected: set[str]) -> None:
    assert expected <= {one.word for one in complete_rule(*cursor(marked))}


def test_a_waiver_is_completed_by_rules() -> None:
    rules = all_rules(examples=False)
    assert {one.word for one in complete_waivers(*cursor("waivers:\n  - |"), rules)} >= {"rule", "owner", "expires"}
    words = {one.word for one in complete_waivers(*cursor("waivers:\n  - rule: pfc|"), rules)}
    assert "pfc-link-ends-differ" in words

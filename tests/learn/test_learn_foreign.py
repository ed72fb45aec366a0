"""Configurations of others: what a learnt intent renders otherwise has a reason, and the line where it was read."""

from __future__ import annotations

from pathlib import Path

import pytest

from roce_lint.intent.load import parse_intent
from roce_lint.judge.check import NOTHING_SAID, Report, build_fabric, read_configs
from roce_lint.learn.differences import differences_of
from roce_lint.learn.learnt import learn_intent
from roce_lint.learn.reasons import Why
from roce_lint.learn.report import difference_lines, learnt_text
from roce_lint.read.read_documents import read_documents
from roce_lint.render.render import render_fabric
from roce_lint.text.document import Document

ROOT = Path(__file__).resolve().parents[2] / "fixtures"
FOREIGN = ROOT / "foreign"


@pytest.mark.parametrize("name", [path.name for path in sorted(FOREIGN.iterdir()) if path.is_dir()])
def test_every_difference_of_a_foreign_fabric_has_a_reason(name: str, no_report: Report) -> None:
    learnt = learn_intent(read_configs(FOREIGN / name), name)
    differences = differences_of(learnt, no_report)
    lines = list(difference_lines(differences))
    assert [one.change.text for one in differences if one.why is Why.UNEXPLAINED] == []
    text = learnt_text(learnt, differences)
    assert parse_intent(text, "learnt.roce.yaml").name == name
    assert all(f"# {line}" in text for line in lines)


def test_a_storage_port_beside_the_fabric_is_listed_with_its_line(no_report: Report) -> None:
    learnt = learn_intent(read_configs(FOREIGN / "eos-alone"), "alone")
    gone = [one.change for one in differences_of(learnt, no_report) if one.change.fact == "port"]
    places = {(spot.object, spot.old.line) for change in gone for spot in change.spots if change.after == "absent"}
    assert places == {("Ethernet33/1", 35), ("Ethernet34/1", 40)}


def test_what_an_intent_refuses_is_left_out_and_told(no_report: Report) -> None:
    """Two leaves of a pair share an AS number, which an intent never gives to two leaves."""
    text = (ROOT / "intents" / "pfc-only.roce.yaml").read_text(encoding="utf-8")
    files = render_fabric(parse_intent(text, "pfc-only.roce.yaml"))
    texts = {one.path: one.text.replace("router bgp 65002", "router bgp 65001") for one in files}
    fabric = build_fabric(read_documents([Document(path, own) for path, own in texts.items()]), NOTHING_SAID)
    learnt = learn_intent(fabric, "pair")
    assert [(one.what, one.because) for one in learnt.refused] == [
        (
            "AS numbers of single switches",
            "AS 65001 would be shared by leaf-1, leaf-2, which drop each other's routes as loops",
        )
    ]
    differences = differences_of(learnt, no_report)
    assert {one.why for one in differences} == {Why.BEYOND}
    assert "AS numbers of single switches: an intent cannot hold the values that were read" in learnt_text(
        learnt, differences
    )

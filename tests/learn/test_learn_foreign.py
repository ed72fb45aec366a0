"""Configurations of others: what a learnt intent renders otherwise has a reason, and the line where it was read."""

from __future__ import annotations

from pathlib import Path

import pytest

from roce_lint.intent.load import parse_intent
from roce_lint.judge.check import Report, read_configs
from roce_lint.learn.differences import differences_of
from roce_lint.learn.learnt import learn_intent
from roce_lint.learn.reasons import Why
from roce_lint.learn.report import difference_lines, learnt_text

FOREIGN = Path(__file__).resolve().parents[2] / "fixtures" / "foreign"


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

"""What a change costs: both states under the same load."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
from click.testing import CliRunner

from roce_lint.cli.gate import command
from roce_lint.errors import UsageError
from roce_lint.gate.as_json import verdict_json
from roce_lint.gate.cost import ChangeCost, StateCost, cost_lines
from roce_lint.gate.markdown import verdict_markdown
from roce_lint.gate.schema import verdict_schema
from roce_lint.gate.text import verdict_text

LEAF_FILE = "configs/leaf-1.cfg"


def test_both_states_run_under_the_same_load(repository: Any) -> None:
    for number in (1, 2):
        host = f"interface Ethernet2/1\n   ip address 10.1.{number}.0/31\n"
        repository.change(f"configs/leaf-{number}.cfg", "interface Ethernet2/1\n", host)
    repository.commit()
    repository.change(LEAF_FILE, "0/31\n   mtu 9214\n   speed 100g-4", "0/31\n   mtu 9214\n   speed 25g")
    verdict = repository.gate("HEAD", pattern="incast")
    (cost,) = verdict.cost
    assert (cost.pattern, cost.same_flows) == ("incast", True)
    assert 97 < cost.before.throughput_gbps < 99
    assert 5 < cost.after.throughput_gbps < 25
    document = json.loads(verdict_json(verdict))
    jsonschema.validate(document, verdict_schema())
    assert document["cost"][0]["after"]["throughput_gbps"] == cost.after.throughput_gbps
    for line in cost_lines(cost):
        assert line in verdict_text(verdict)
    assert "### Cost under incast, 2 ms" in verdict_markdown(verdict)


def test_figures_that_differ_are_named() -> None:
    before = StateCost(verdict="Nothing is dropped.", throughput_gbps=98.0, slowest_gbps=24.5)
    after = StateCost(
        verdict="12 % of packets are dropped.", throughput_gbps=98.0, slowest_gbps=3, dropped_percent=12.1
    )
    assert cost_lines(ChangeCost("incast:4", before, after, same_flows=False)) == (
        "Under incast:4, 2 ms:",
        "  before: Nothing is dropped.",
        "  after: 12 % of packets are dropped.",
        "  slowest flow 24.5 -> 3 Gb/s, dropped 0 -> 12.1 %",
        "  the hosts differ, and so do the flows: the figures do not compare",
    )


def test_a_state_that_cannot_run_says_why(repository: Any) -> None:
    (cost,) = repository.gate(pattern="incast:9").cost
    assert cost.before.problem.startswith("no two hosts are cabled to switches that were read")
    assert cost_lines(cost)[1:] == tuple(
        f"  {name}: not simulated: {cost.before.problem}" for name in ("before", "after")
    )


def test_a_pattern_that_there_is_not_is_refused() -> None:
    wrong = CliRunner().invoke(command, ["main", "--simulate", "incest"]).exception
    assert isinstance(wrong, UsageError)
    assert str(wrong) == "--pattern incest: there is no such pattern; did you mean 'incast'?"
    alone = CliRunner().invoke(command, ["--simulate", "incast"]).exception
    assert str(alone) == "--simulate runs two states under the same load; name BASE as well"

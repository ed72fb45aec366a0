"""Fixes carry the numbers that `tune` computes, where the speed is known."""

from __future__ import annotations

import pytest

from roce_lint.judge.check import check_texts
from roce_lint.tuning.starting_curve import starting_curve
from tests.all_rules import all_rules
from tests.cli.leaf import leaf_config

RULES = [rule for rule in all_rules(examples=False) if rule.id == "ecn-curve-invalid"]


@pytest.mark.parametrize(("speed", "gbps"), [("100g-4", 100), ("400g-8", 400)])
def test_the_fix_of_a_curve_is_what_tune_advises(speed: str, gbps: int) -> None:
    text = leaf_config(kmin=1600).replace("   no switchport\n", f"   no switchport\n   speed {speed}\n")
    (finding,) = check_texts({"leaf1.cfg": text}, rules=RULES).findings
    curve = starting_curve(gbps).curve
    assert finding.fix == (
        f"random-detect ecn minimum-threshold {curve.kmin_bytes} bytes maximum-threshold {curve.kmax_bytes} bytes "
        f"max-mark-probability {curve.pmax_percent} weight 0"
    )


def test_without_a_speed_the_numbers_are_left_to_the_reader() -> None:
    (finding,) = check_texts({"leaf1.cfg": leaf_config(kmin=1600)}, rules=RULES).findings
    assert "minimum-threshold <Kmin> bytes maximum-threshold <Kmax> bytes max-mark-probability <Pmax>" in finding.fix

"""Designs that the User Guide documents say nothing but what is worth knowing, and speak of RoCE by themselves."""

from __future__ import annotations

import pytest

from roce_lint.judge.check import check_texts
from roce_lint.judge.finding import Severity
from tests.all_rules import all_rules

PORTS = ("interface swp1-4 type swp", "interface swp1-4 qos pfc-watchdog state enable")
POOL = "qos traffic-pool"
DESIGNS = {
    "RoCE in switch priority 2": (
        "lossless",
        (
            *PORTS,
            "qos roce",
            "qos pfc default-global switch-priority 2",
            "qos egress-queue-mapping default-global switch-priority 2 traffic-class 3",
            "qos egress-queue-mapping default-global switch-priority 3 traffic-class 0",
            "qos mapping default-global trust both",
            "qos mapping default-global dscp 26 switch-priority 2",
        ),
    ),
    "pools of another size": (
        "lossless",
        (*PORTS, "qos roce", f"{POOL} default-lossy memory-percent 10", f"{POOL} roce-lossless memory-percent 90"),
    ),
    "lossy": ("lossy-roce", (PORTS[0], "qos roce mode lossy")),
    "lossy with several classes": ("lossy-trimming", (PORTS[0], "qos roce mode lossy-multi-tc")),
    "trimming by lines": (
        "lossy-trimming",
        (
            PORTS[0],
            "qos roce mode lossy",
            "system forwarding packet-trim state enabled",
            "system forwarding packet-trim size 256",
            "system forwarding packet-trim remark dscp 48",
            "system forwarding packet-trim switch-priority 6",
            "interface swp1-4 packet-trim egress-eligibility traffic-class 3",
        ),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", DESIGNS)
def test_a_documented_design_gives_no_warning(name: str) -> None:
    profile, lines = DESIGNS[name]
    report = check_texts({"leaf1.nv": "".join(f"nv set {line}\n" for line in lines)}, rules=all_rules(examples=False))
    loud = [(one.rule, one.message) for one in report.at_least(Severity.WARNING)]
    assert (report.profile.id, loud) == (profile, [])

"""A file whose PFC, ECN or watchdog has gone wrong never passes as one without RoCE."""

from __future__ import annotations

import pytest

from roce_lint.judge.check import check_texts
from tests.all_rules import all_rules

RULES = all_rules(examples=False)
EOS = "hostname leaf1\ninterface Ethernet1/1\n   no switchport\n   ip address 10.0.0.1/31\n   {line}\n"
NXOS = (
    "hostname leaf1\npolicy-map type network-qos NQ\n  class type network-qos c-8q-nq3\n    {pause}\n"
    "system qos\n  service-policy type network-qos NQ\n"
    "interface Ethernet1/1\n  no switchport\n  ip address 10.0.0.1/31\n  no shutdown\n"
)
IDLE_NXOS = NXOS.replace("system qos\n  service-policy type network-qos NQ\n", "").format(pause="pause pfc-cos 3")
ROCE_EOS = EOS.format(line="priority-flow-control on\n   priority-flow-control priority 3 no-drop\n   {line}")


def found(text: str, os: str) -> list[tuple[str, str, int]]:
    report = check_texts({"leaf1.cfg": text}, os=os, rules=RULES)
    return [(one.severity.value, one.rule, one.place.line) for one in report.findings]


REFUSED = "setting-refused-by-device"


@pytest.mark.parametrize(
    ("text", "os", "line"),
    [
        (EOS.format(line="priority-flow-control priority 9 no-drop"), "eos", 5),
        (EOS.format(line="priority-flow-control onn"), "eos", 5),
        (EOS.format(line="priority-flow-control pause watchdogs"), "eos", 5),
        (EOS.format(line="uc-tx-queue 3\n      random-detect ecn minimum-threshold 5 foo"), "eos", 6),
        (NXOS.format(pause="pause pfc-cos 9"), "nxos", 4),
        (NXOS.format(pause="pause no-drop"), "nxos", 4),
    ],
)
def test_a_refused_line_is_an_error_though_nothing_else_speaks_of_roce(text: str, os: str, line: int) -> None:
    assert found(text, os) == [("error", REFUSED, line)]


def test_a_no_drop_policy_that_is_attached_nowhere_is_reported() -> None:
    assert found(IDLE_NXOS, "nxos") == [
        ("warning", "qos-policy-bound-nowhere", 2),
        ("error", "roce-crosses-no-port", 2),
    ]


@pytest.mark.parametrize("line", ["tx-queue 3 strict", "qos trusted dscp"])
def test_a_qos_line_in_no_known_form_is_a_warning_where_roce_passes(line: str) -> None:
    assert ("warning", "qos-line-not-understood", 7) in found(ROCE_EOS.format(line=line), "eos")


def test_a_qos_line_in_no_known_form_is_info_where_roce_does_not_pass() -> None:
    assert found(EOS.format(line="tx-queue 3 strict"), "eos") == [("info", "config-line-not-understood", 5)]

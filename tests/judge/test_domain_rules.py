"""A design or lines of RoCE without a port that RoCE crosses are an error."""

from __future__ import annotations

import pytest

from roce_lint.judge.check import check_texts
from tests.all_rules import all_rules

PLAIN = """\
hostname leaf1
interface Ethernet1/1
   no switchport
   ip address 10.0.0.1/31
"""
UNBOUND = """\
hostname leaf1
feature bgp
policy-map type network-qos NQ
  class type network-qos c-8q-nq3
    pause pfc-cos 3
    mtu 9216
interface Ethernet1/1
  no switchport
  ip address 10.0.0.1/31
"""
BOUND = PLAIN + "   priority-flow-control on\n   priority-flow-control priority 3 no-drop\n"
NO_OBJECT = "; RoCE crosses none of 1 enabled ports, so RoCE rules had nothing to evaluate"


@pytest.mark.parametrize(
    ("os", "text", "profile", "expected"),
    [
        ("eos", PLAIN, "lossy-roce", [("leaf1.cfg", 1, "The design is lossy-roce" + NO_OBJECT)]),
        ("eos", PLAIN, "lossless", [("leaf1.cfg", 1, "The design is lossless" + NO_OBJECT)]),
        ("eos", PLAIN, "none", []),
        ("eos", PLAIN, "", []),
        ("eos", PLAIN + "   shutdown\n", "lossless", []),
        ("eos", BOUND, "lossless", []),
        (
            "nxos",
            UNBOUND,
            "",
            [("leaf1.cfg", 3, "The policy-map type network-qos NQ would pause, but is not applied" + NO_OBJECT)],
        ),
    ],
    ids=["lossy", "lossless", "no RoCE", "nothing stated", "no port in use", "a port carries it", "bound nowhere"],
)
def test_roce_that_crosses_no_port_is_an_error(os, text, profile, expected):
    report = check_texts({"leaf1.cfg": text}, os=os, profile=profile, rules=all_rules())
    found = [one for one in report.findings if one.rule == "roce-crosses-no-port"]
    assert [(one.place.path, one.place.line, one.message) for one in found] == expected
    assert all(one.severity.value == "error" for one in found)

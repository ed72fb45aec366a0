"""The tasks for Nornir, run by Nornir."""

from __future__ import annotations

import pytest

pytest.importorskip("nornir", reason="nornir is not installed")

from nornir.core import Nornir
from nornir.core.inventory import Defaults, Groups, Host, Hosts, Inventory
from nornir.plugins.runners import SerialRunner

from roce_lint.errors import ConfigError
from roce_lint.nornir import lint_texts, report_findings

LEAF = """\
hostname leaf1
qos profile ROCE
   qos trust dscp
   priority-flow-control on
   priority-flow-control priority 3 no-drop
   priority-flow-control pause watchdog
   uc-tx-queue 3
      random-detect ecn minimum-threshold 1600 kbytes maximum-threshold 1500 kbytes max-mark-probability 20 weight 0
interface Ethernet1/1
   no switchport
   mtu 9214
   service-profile ROCE
!
priority-flow-control pause watchdog default timeout 0.2
priority-flow-control pause watchdog default recovery-time 0.4
"""


def test_findings_reach_their_hosts_and_errors_fail() -> None:
    hosts = Hosts({name: Host(name) for name in ("leaf1", "leaf2")})
    nr = Nornir(Inventory(hosts, Groups(), Defaults()), runner=SerialRunner())
    healthy = LEAF.replace("leaf1", "leaf2").replace("1600", "150")
    report = lint_texts({"leaf1": LEAF, "leaf2": healthy})
    found = nr.run(report_findings, report=report)
    rows = {(row["line"], row["rule"]) for row in found["leaf1"][0].result}
    assert (8, "ecn-curve-invalid") in rows
    assert (found["leaf1"].failed, found["leaf2"].failed) == (True, False)


def test_a_text_that_is_no_configuration_is_refused() -> None:
    with pytest.raises(ConfigError, match="leaf1"):
        lint_texts({"leaf1": "% Authorization denied"})

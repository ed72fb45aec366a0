"""Fabrics in other hands' styles: what is right in them raises no alarm, and what is wrong is told at its line."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from roce_lint.check import check_texts, load_all_rules
from roce_lint.lint.rule import Rule, Severity

LOSSY_LEAF = """\
hostname leaf1
feature lldp
class-map type qos match-any ROCE
  match dscp 26
class-map type qos match-any CNP
  match dscp 48
policy-map type qos CLASSIFY
  class ROCE
    set qos-group 3
  class CNP
    set qos-group 7
policy-map type network-qos JUMBO
  class type network-qos c-8q-nq3
    mtu 9216
  class type network-qos c-8q-nq-default
    mtu 9216
policy-map type queuing OUT
  class type queuing c-out-8q-q7
    priority level 1
  class type queuing c-out-8q-q3
    bandwidth remaining percent 60
    random-detect minimum-threshold 150 kbytes maximum-threshold 1500 kbytes drop-probability 10 weight 0 ecn
  class type queuing c-out-8q-q-default
    bandwidth remaining percent 40
system qos
  service-policy type network-qos JUMBO
  service-policy type queuing output OUT
interface Ethernet1/1
  description gpu01
  no switchport
  mtu 9216
  service-policy type qos input CLASSIFY
  ip address 10.64.0.0/31
  no shutdown
"""


@cache
def rules() -> tuple[Rule, ...]:
    return load_all_rules()


def told(texts: Mapping[str, str]) -> list[tuple[str, str]]:
    """Return the rule and first place of every finding above info."""
    report = check_texts(texts, rules=rules())
    return [
        (finding.rule, f"{finding.place.path}:{finding.place.line}")
        for finding in report.findings
        if finding.severity is not Severity.INFO
    ]


def test_negotiated_pfc_is_no_fault_where_no_class_could_be_paused() -> None:
    assert told({"leaf1.cfg": LOSSY_LEAF}) == []
    paused = LOSSY_LEAF.replace("c-8q-nq3\n", "c-8q-nq3\n    pause pfc-cos 3\n")
    assert ("pfc-left-to-negotiation", "leaf1.cfg:29") in told({"leaf1.cfg": paused})

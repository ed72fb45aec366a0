"""What each field of a system's behaviour decides: with the other value the same configuration means something else."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from roce_lint.fabric.fabric import Fabric
from roce_lint.judge.check import lint
from roce_lint.os.behaviour import Behaviour
from roce_lint.os.registry import register, switch_os, unregister
from roce_lint.values import replace
from tests.all_rules import all_rules

OTHER = "other-eos"
LEAF = """hostname leaf1
qos profile ROCE
   qos trust dscp
   priority-flow-control on
   priority-flow-control priority 3 no-drop
   tx-queue {strict}
      priority strict
   tx-queue 3
      no priority
      bandwidth percent 60
      random-detect ecn minimum-threshold 400 kbytes maximum-threshold 1600 kbytes max-mark-probability 20 weight 0
priority-flow-control pause watchdog default timeout {timeout}
priority-flow-control pause watchdog default recovery-time 0.2
priority-flow-control pause watchdog default polling-interval {polling}
{others}interface Ethernet1
   description gpu-1
   mtu 9214
   no switchport
   ip address 10.0.0.1/31
   service-profile ROCE
"""
BUFFER = """platform trident mmu queue profile M
   ingress headroom 165100
platform trident mmu queue profile M apply
"""
TUNNEL = """interface Vxlan1
   vxlan source-interface Loopback0
   vxlan vlan 10 vni 10010
   vxlan qos dscp propagation encapsulation
   vxlan qos ecn propagation
"""


@pytest.fixture
def rules_of(fabric_of: Callable[..., Fabric]) -> Callable[[str, Behaviour], set[str]]:
    """Return the rules that a configuration violates where a system behaves so."""

    def judge(text: str, behaviour: Behaviour) -> set[str]:
        fabric = fabric_of(leaf1=text)
        devices = tuple(replace(device, os=OTHER) for device in fabric.devices)
        register(replace(switch_os("eos"), name=OTHER, behaviour=behaviour))
        try:
            report = lint(replace(fabric, devices=devices), all_rules())
        finally:
            unregister(OTHER)
        return {finding.rule for finding in report.findings}

    return judge


EOS = switch_os("eos").behaviour


@pytest.mark.parametrize(
    ("field", "lines", "rules"),
    [
        ("round_robin_takes_lower_queues", {"strict": "2"}, {"strict-queue-below-weighted"}),
        ("watchdog_polls_within_timers", {"polling": "0.2"}, {"watchdog-polls-too-seldom"}),
        ("watchdog_polls", {"polling": "0.3"}, {"watchdog-timers-invalid"}),
        ("watchdog_timers_ms", {"timeout": "200"}, {"watchdog-timers-out-of-range"}),
        ("own_alpha_is_unpublished", {"others": BUFFER}, {"alpha-left-to-system"}),
        ("class_behind_tunnels_can_be_by_dscp", {"others": TUNNEL}, {"class-behind-tunnel-not-by-dscp"}),
    ],
)
def test_a_field_that_is_true_makes_a_fault(
    rules_of: Callable[[str, Behaviour], set[str]], field: str, lines: dict[str, str], rules: set[str]
) -> None:
    usual = {"strict": "6", "polling": "0.1", "timeout": "0.2", "others": ""}
    text = LEAF.format(**(usual | lines))
    assert getattr(EOS, field)
    without = None if field == "watchdog_timers_ms" else False
    found, otherwise = rules_of(text, EOS), rules_of(text, replace(EOS, **{field: without}))
    assert found - otherwise == rules

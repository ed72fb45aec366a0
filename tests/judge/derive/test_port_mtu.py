"""The IP packet that RoCE needs is the largest payload and its headers."""

from __future__ import annotations

from collections.abc import Callable

from roce_lint.fabric.fabric import Fabric
from roce_lint.judge.derive.port_mtu import needed_ip_mtu, stated_path_mtus
from roce_lint.model.fact import Default

LEAF = "hostname leaf1\nspanning-tree mode none\ninterface Ethernet1\n   mtu 9214\n"


def test_without_a_nic_the_largest_path_mtu_of_the_ibta_counts(fabric_of: Callable[..., Fabric]) -> None:
    # 4096 bytes of payload, IPv4 20, UDP 8, BTH 12, RETH 16 and ICRC 4 (IBTA, annex A17).
    (device,) = fabric_of(**{"leaf1.cfg": LEAF}).devices
    fact = needed_ip_mtu(device.ports[0], stated_path_mtus(device))
    assert isinstance(fact, Default)
    assert (fact.value, fact.because) == (4156, "the largest RoCE path MTU is 4096 bytes (IBTA)")

"""One leaf of a healthy RoCE fabric, for commands that are run as whole processes."""

from __future__ import annotations

_LEAF = """\
hostname {name}
!
qos map dscp 24 25 27 28 29 30 31 to traffic-class 1
qos map dscp 26 to traffic-class 3
!
qos profile ROCE
   qos trust dscp
   priority-flow-control on
   priority-flow-control priority 3 no-drop
   !
   uc-tx-queue 3
      no priority
      bandwidth percent 70
      random-detect ecn minimum-threshold {kmin} kbytes maximum-threshold 1500 kbytes max-mark-probability 20 weight 0
!
interface Ethernet1/1
   mtu 9214
   no switchport
{address}   service-profile ROCE
!
priority-flow-control pause watchdog default timeout 0.2
priority-flow-control pause watchdog default recovery-time 0.4
priority-flow-control pause watchdog default polling-interval 0.1
priority-flow-control pause watchdog action drop
"""


def leaf_config(name: str = "leaf1", *, kmin: int = 150, address: str = "") -> str:
    """An EOS configuration; `kmin` in kbytes above 1500 is the fault ECN-002, `address` an IPv4 prefix of the port."""
    line = f"   ip address {address}\n" if address else ""
    return _LEAF.format(name=name, kmin=kmin, address=line)


UNWATCHED = """\
schema: 1
name: pod
topology:
  kind: clos
  leaves: {count: 1, platform: 7060DX4-32}
hosts: [{count: 1, nics: 1, nic_platform: ConnectX-7, nic_speed: 100G}]
roce: {watchdog: {enabled: false}}
"""
"""A valid intent of one leaf and one host; what it renders has an error (WD-001)."""

"""What EOS does when the config is silent: one table, each entry with its source.

Captured configurations are `show running-config all` of DCS-7260CX-64 (EOS 4.19.1F), DCS-7260CX3-64 (4.21.7M) and
DCS-7260CX3-64E (4.22.3M).
"""

from __future__ import annotations

from roce_lint.model.terms import WatchdogAction

_CAPTURED = "`show running-config all` of DCS-7260CX3-64E, EOS 4.22.3M"

# EOS User Manual, Quality of Service: classes 0 and 1 are swapped, the rest is DSCP / 8.
TRAFFIC_CLASS_BY_DSCP: tuple[int, ...] = tuple({0: 1, 1: 0}.get(dscp // 8, dscp // 8) for dscp in range(64))
TRAFFIC_CLASS_BY_COS: tuple[int, ...] = (1, 0, 2, 3, 4, 5, 6, 7)
DSCP_BY_TRAFFIC_CLASS: tuple[int, ...] = (8, 0, 16, 24, 32, 40, 48, 56)
QUEUE_BY_TRAFFIC_CLASS: tuple[int, ...] = (0, 1, 2, 3, 4, 5, 6, 7)

DSCP_MAP = "EOS maps DSCP 0-7 to traffic class 1, 8-15 to 0 and the rest to DSCP / 8 (EOS User Manual, QoS)"
COS_MAP = "EOS maps CoS 0 to traffic class 1, 1 to 0 and the rest to themselves (EOS User Manual, QoS)"
QUEUE_MAP = "EOS sends traffic class n to transmit queue n (EOS User Manual, QoS)"
REWRITE_MAP = "EOS maps traffic class 0 to DSCP 8, 1 to 0 and n to 8n (EOS User Manual, QoS)"
REWRITE_OFF = "EOS does not rewrite DSCP without `qos rewrite dscp` (EOS User Manual, QoS)"
TRUST_ROUTED = "a routed EOS port trusts DSCP (EOS User Manual, QoS)"
TRUST_SWITCHED = "a switched EOS port trusts CoS (EOS User Manual, QoS)"
STRICT = f"every queue of an untouched EOS port is strict ({_CAPTURED})"
NO_WEIGHT = f"no `bandwidth percent` ({_CAPTURED})"
NO_GUARANTEE = f"no `bandwidth guaranteed` ({_CAPTURED})"
NO_SHAPE = f"no `shape rate` ({_CAPTURED})"
ECN_OFF = f"EOS marks no ECN without `random-detect ecn` ({_CAPTURED})"
WRED_OFF = f"EOS drops nothing early without `random-detect drop` ({_CAPTURED})"
PFC_OFF = f"PFC is off on an EOS port ({_CAPTURED})"
PRIORITY_LOSSY = f"every priority of an EOS port is drop ({_CAPTURED})"
LINK_PAUSE_OFF = f"802.3x flow control is off on an EOS port ({_CAPTURED})"
WATCHDOG_IDLE = "the PFC watchdog of EOS is idle while its timeout is 0, the default (EOS User Manual, DCBX and PFC)"
WATCHDOG_ACTION = "the PFC watchdog of EOS error-disables the port unless told otherwise (Arista AVD schema)"
WATCHDOG_DEFAULT_ACTION = WatchdogAction.ERRDISABLE
WATCHDOG_POLLING = "EOS chooses a polling interval of at most half the shorter timer (EOS User Manual, DCBX and PFC)"
RECOVERY_OFF = "EOS leaves an error-disabled port down without `errdisable recovery cause` (Arista AVD schema)"
NO_LIMIT_PER_CLASS = "EOS has no MTU per traffic class; the interface MTU decides"
IP_MTU_BYTES = 1500
IP_MTU = f"the IP MTU of an EOS interface is 1500 bytes ({_CAPTURED})"
PORT_ENABLED = f"an EOS interface is enabled ({_CAPTURED})"
NO_DESCRIPTION = f"no `description` ({_CAPTURED})"
SWITCHED = f"an EOS Ethernet or Port-Channel interface is switched ({_CAPTURED})"
ROUTED = "an interface of this kind is always routed"
ACCESS_VLAN = f"the access VLAN of an EOS port is 1 ({_CAPTURED})"
TRUNK_VLANS = f"an EOS trunk carries VLANs 1-4094 ({_CAPTURED})"
NO_VLANS = "the port is routed"
DEFAULT_VRF = "an interface without `vrf` is in the default VRF"
NO_LAG = f"no `channel-group` ({_CAPTURED})"
UNBOUND = "no QoS profile, policy or QoS line of its own"
HASH_PORTS = (
    "EOS hashes TCP and UDP ports unless a load-balance profile says otherwise (EOS User Manual, Port Channels)"
)
NO_SPRAY = "EOS balances flows, not packets, over equal-cost paths"
NO_TUNNEL = "there is no Vxlan interface"
OUTER_DSCP = "the outer DSCP is not copied without `vxlan qos dscp propagation encapsulation` (Arista AVD schema)"
ECN_NOT_COPIED = "ECN does not cross the tunnel without `vxlan qos ecn propagation` (Arista AVD schema)"
INNER_DSCP = (
    "behind the tunnel the inner DSCP selects no class without `vxlan qos map dscp to traffic-class decapsulation`"
    " (Arista AVD schema)"
)

# Where a source is `reported`, it is named for looking up; the page itself was not opened for this table.
NO_ALLOWAS_IN = "a path with one's own AS number is refused without `allowas-in` (reported; EOS User Manual, BGP)"
ALLOWAS_IN = "`allowas-in` without a number permits three occurrences (reported; EOS User Manual, BGP)"
PRIVATE_ASNS_KEPT = "private AS numbers stay in the path without `remove-private-as` (reported; EOS User Manual, BGP)"
NO_ROUTE_MAP = "EOS permits every route where no route-map is applied (reported; EOS User Manual, BGP)"
ISIS_LEVEL = "an IS-IS router is of both levels unless `is-type` is configured (reported; EOS User Manual, IS-IS)"
MAC_AGE_S = 300
MAC_AGE = "MAC addresses age after 300 s (reported; EOS User Manual, `mac address-table aging-time`)"
ARP_AGE_S = 14400
ARP_AGE = "ARP entries age after 14400 s (reported; EOS User Manual, `arp aging timeout`)"
UNKNOWN_UNICAST_FLOODED = "a bridge floods frames to MAC addresses that it does not know (IEEE 802.1Q)"
NO_VNI = "the VLAN is bound to no VNI"

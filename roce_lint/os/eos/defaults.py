"""What EOS does when the config is silent: one table, each entry with its source.

Captured configurations are `show running-config all` of DCS-7260CX-64 (EOS 4.19.1F), DCS-7260CX3-64 (4.21.7M) and
DCS-7260CX3-64E (4.22.3M).
"""

from __future__ import annotations

from roce_lint.model.terms import OuterDscp, PfcMode, Scheduling, Trust, WatchdogAction
from roce_lint.model.vendor_default import VendorDefault

_CAPTURED = "`show running-config all` of DCS-7260CX3-64E, EOS 4.22.3M"
_QOS_MANUAL = "EOS User Manual, QoS"
_PFC_MANUAL = "EOS User Manual, DCBX and PFC"
_AVD_SCHEMA = "Arista AVD schema"

TRAFFIC_CLASS_BY_DSCP: VendorDefault[tuple[int, ...]] = VendorDefault(
    tuple({0: 1, 1: 0}.get(dscp // 8, dscp // 8) for dscp in range(64)),
    "EOS maps DSCP 0-7 to traffic class 1, 8-15 to 0 and the rest to DSCP / 8",
    _QOS_MANUAL,
)
TRAFFIC_CLASS_BY_COS: VendorDefault[tuple[int, ...]] = VendorDefault(
    (1, 0, 2, 3, 4, 5, 6, 7), "EOS maps CoS 0 to traffic class 1, 1 to 0 and the rest to themselves", _QOS_MANUAL
)
QUEUE_BY_TRAFFIC_CLASS: VendorDefault[tuple[int, ...]] = VendorDefault(
    (0, 1, 2, 3, 4, 5, 6, 7), "EOS sends traffic class n to transmit queue n", _QOS_MANUAL
)
DSCP_BY_TRAFFIC_CLASS: VendorDefault[tuple[int, ...]] = VendorDefault(
    (8, 0, 16, 24, 32, 40, 48, 56), "EOS maps traffic class 0 to DSCP 8, 1 to 0 and n to 8n", _QOS_MANUAL
)
REWRITE_OFF = VendorDefault(False, "EOS does not rewrite DSCP without `qos rewrite dscp`", _QOS_MANUAL)
TRUST_ROUTED = VendorDefault(Trust.DSCP, "a routed EOS port trusts DSCP", _QOS_MANUAL)
TRUST_SWITCHED = VendorDefault(Trust.PCP, "a switched EOS port trusts CoS", _QOS_MANUAL)
STRICT = VendorDefault(Scheduling.STRICT, "every queue of an untouched EOS port is strict", _CAPTURED)
NO_WEIGHT = VendorDefault(0.0, "no `bandwidth percent`", _CAPTURED)
NO_GUARANTEE = VendorDefault(0.0, "no `bandwidth guaranteed`", _CAPTURED)
NO_SHAPE = VendorDefault(100.0, "no `shape rate`", _CAPTURED)
ECN_OFF = VendorDefault(False, "EOS marks no ECN without `random-detect ecn`", _CAPTURED)
WRED_OFF = VendorDefault(False, "EOS drops nothing early without `random-detect drop`", _CAPTURED)
PFC_OFF = VendorDefault(PfcMode.OFF, "PFC is off on an EOS port", _CAPTURED)
PRIORITY_LOSSY = VendorDefault(False, "every priority of an EOS port is drop", _CAPTURED)
LINK_PAUSE_OFF = VendorDefault(False, "802.3x flow control is off on an EOS port", _CAPTURED)
WATCHDOG_TIMEOUT_MS = VendorDefault(
    0, "the PFC watchdog of EOS is idle while its timeout is 0, the default", _PFC_MANUAL
)
WATCHDOG_IDLE = VendorDefault(False, WATCHDOG_TIMEOUT_MS.because, _PFC_MANUAL)
WATCHDOG_ACTION = VendorDefault(
    WatchdogAction.ERRDISABLE, "the PFC watchdog of EOS error-disables the port by default", _AVD_SCHEMA
)
WATCHDOG_POLLING = "EOS chooses a polling interval of at most half the shorter timer (EOS User Manual, DCBX and PFC)"
RECOVERY_OFF = VendorDefault(
    False, "EOS leaves an error-disabled port down without `errdisable recovery cause`", _AVD_SCHEMA
)
NO_LIMIT_PER_CLASS = VendorDefault(65535, "EOS has no MTU per traffic class; the interface MTU decides")
IP_MTU = VendorDefault(1500, "the IP MTU of an EOS interface is 1500 bytes", _CAPTURED)
PORT_ENABLED = VendorDefault(True, "an EOS interface is enabled", _CAPTURED)
NO_DESCRIPTION = VendorDefault("", "no `description`", _CAPTURED)
SWITCHED = VendorDefault(False, "an EOS Ethernet or Port-Channel interface is switched", _CAPTURED)
ROUTED = VendorDefault(True, "an interface of this kind is always routed")
ACCESS_VLAN = VendorDefault(frozenset({1}), "the access VLAN of an EOS port is 1", _CAPTURED)
TRUNK_VLANS = VendorDefault(frozenset(range(1, 4095)), "an EOS trunk carries VLANs 1-4094", _CAPTURED)
NO_VLANS = VendorDefault(frozenset[int](), "the port is routed")
DEFAULT_VRF = VendorDefault("default", "an interface without `vrf` is in the default VRF")
NO_LAG = VendorDefault("", "no `channel-group`", _CAPTURED)
UNBOUND = VendorDefault(False, "no QoS profile, policy or QoS line of its own")
HASH_PORTS = VendorDefault(
    True, "EOS hashes TCP and UDP ports unless a load-balance profile says otherwise", "EOS User Manual, Port Channels"
)
NO_SPRAY = VendorDefault(False, "EOS balances flows, not packets, over equal-cost paths")
NO_TUNNEL = VendorDefault(False, "there is no Vxlan interface")
OUTER_DSCP = VendorDefault(
    OuterDscp.FIXED, "the outer DSCP is not copied without `vxlan qos dscp propagation encapsulation`", _AVD_SCHEMA
)
ECN_NOT_COPIED = VendorDefault(False, "ECN does not cross the tunnel without `vxlan qos ecn propagation`", _AVD_SCHEMA)
INNER_DSCP = VendorDefault(
    False,
    "behind the tunnel the inner DSCP selects no class without `vxlan qos map dscp to traffic-class decapsulation`",
    _AVD_SCHEMA,
)

# Where a source is `reported`, it is named for looking up; the page itself was not opened for this table.
MAC_AGE = VendorDefault(
    300, "MAC addresses age after 300 s", "reported; EOS User Manual, `mac address-table aging-time`"
)
ARP_AGE = VendorDefault(14400, "ARP entries age after 14400 s", "reported; EOS User Manual, `arp aging timeout`")
UNKNOWN_UNICAST_FLOODED = VendorDefault(
    True, "a bridge floods frames to MAC addresses that it does not know", "IEEE 802.1Q"
)
NO_VNI = VendorDefault(0, "the VLAN is bound to no VNI")
ARP_NOT_SUPPRESSED = VendorDefault(False, "the VLAN is bound to no VNI")

"""What Cumulus Linux does where its configuration is silent, beside what `modes.txt` states as lines.

"CUG" is the Cumulus Linux User Guide, "NVUE" the OpenAPI specification that NVIDIA publishes for each release.
"""

from __future__ import annotations

from roce_lint.model.bridging import FloodReplication
from roce_lint.model.qos_tables import QosDefaults
from roce_lint.model.terms import BundleMode, OuterDscp, PfcMode, Scheduling, Trust, WatchdogAction
from roce_lint.model.vendor_default import UndocumentedDefault, VendorDefault
from roce_lint.os.frr.routing_dialect import routing_dialect

_QOS = "CUG, Quality of Service"
ENABLED = VendorDefault(
    True, "an interface is up unless `link state down` is set", "CUG, Interface Configuration and Management"
)
NO_DESCRIPTION = VendorDefault("", "no description is configured")
MTU = VendorDefault(9216, "the mtu of an interface is 9216", "CUG, Switch Port Attributes")
ROUTED = VendorDefault(
    True, "an interface is routed unless it is in a bridge", "CUG, Interface Configuration and Management"
)
BRIDGED_NOT = VendorDefault(False, "the interface is in a bridge", "CUG, Ethernet Bridging")
NO_VLANS = VendorDefault(frozenset[int](), "the interface is in no bridge")
DEFAULT_VRF = VendorDefault("default", "no vrf is stated", "NVUE")
NO_LAG = VendorDefault("", "no bond has the interface as a member")
LACP = VendorDefault(BundleMode.ACTIVE, "a bond runs LACP, actively", "CUG, Bonding")
NOT_BOUND = VendorDefault(False, "neither `qos roce` nor a QoS profile holds for the port")
CLASS_0 = VendorDefault("0", "packets that are not classified get switch priority 0", _QOS)
UNLISTED = VendorDefault("0", "the profile does not list it; the default switch priority is 0", _QOS)
TRUST = VendorDefault(Trust.PCP, "802.1p is trusted by default", _QOS)
NO_CLASS_MTU = VendorDefault(65535, "Cumulus Linux has no MTU per class; the mtu of the port decides")
NO_PAUSE_CLASS = VendorDefault(frozenset[int](), "`qos pfc` does not list the switch priority", _QOS)
PFC_OFF = VendorDefault(PfcMode.OFF, "`qos pfc` lists no switch priority for the port", _QOS)
NO_PAUSE = VendorDefault(False, "`qos pfc` does not list the switch priority", _QOS)
TX_ON = VendorDefault(True, "tx of a PFC profile is enabled", _QOS)
RX_ON = VendorDefault(True, "rx of a PFC profile is enabled", _QOS)
CABLE_M = VendorDefault(10, "a PFC profile sizes headroom for 10 m unless cable-length is set", _QOS)
LOSSLESS_ALPHA = VendorDefault(1.0, "shared-alpha of the lossless ingress buffer is alpha_1", _QOS)
NO_LOSSLESS_POOL = VendorDefault(
    0, "no memory-percent of traffic-pool default-lossless is set: the lossless pool is empty", _QOS
)
WEIGHTED = VendorDefault(Scheduling.WEIGHTED, "a traffic class is served by DWRR", _QOS)
NO_WEIGHT = VendorDefault(0, "a traffic class in DWRR without bw-percent has weight 0", _QOS)
NO_GUARANTEE = VendorDefault(0.0, "no min-rate of a shaper is set", _QOS)
FULL_RATE = VendorDefault(100.0, "no shaper is set", _QOS)
NOT_MARKED = VendorDefault(False, "congestion-control does not list the traffic class", _QOS)
ECN_ON = VendorDefault(True, "ecn of a traffic class that congestion-control lists is enabled", _QOS)
ECN_KMIN = VendorDefault(150_000, "min-threshold is 150000 bytes", _QOS)
ECN_KMAX = VendorDefault(1_500_000, "max-threshold is 1500000 bytes", _QOS)
ECN_PMAX = VendorDefault(100.0, "probability is 100", _QOS)
RED_OFF = VendorDefault(False, "red is disabled", _QOS)
NOT_REWRITTEN = VendorDefault(False, "no remark profile with a rewrite flag holds for the port", _QOS)
NO_LINK_PAUSE = VendorDefault(False, "no link-pause profile is bound to the port", _QOS)
WATCHDOG_OFF = VendorDefault(False, "the PFC watchdog of a port is off", _QOS)
WATCHDOG_POLL_MS = VendorDefault(100, "polling-interval is 100 ms", _QOS)
WATCHDOG_ROBUSTNESS = VendorDefault(3, "robustness is 3 polling intervals", _QOS)
WATCHDOG_DROPS = VendorDefault(WatchdogAction.DROP, "the watchdog drops what enters the queue", _QOS)
WATCHDOG_RECOVERS = VendorDefault(True, "PFC is restored after a polling interval without pauses", _QOS)
TRIMMING_OFF = VendorDefault(False, "packet trimming is off until it is enabled", "CUG, Packet Trimming")
TRIM_DSCP = VendorDefault(11, "trimmed packets get DSCP 11", "CUG 5.14, Packet Trimming")
TRIMS_NO_VXLAN = VendorDefault(False, "packets in VXLAN are not trimmed", "CUG, Packet Trimming")
HASH_USES_PORTS = VendorDefault(
    True, "source-port and destination-port are in the ECMP hash", "CUG, Equal Cost Multipath"
)
NO_SPRAY = VendorDefault(False, "adaptive routing is off", "CUG, Equal Cost Multipath")
NOT_VOQ = VendorDefault(False, "Spectrum has no virtual output queues")
NO_TUNNEL = VendorDefault(False, "nve vxlan is not configured", "NVUE")
OUTER_DERIVED = VendorDefault(
    OuterDscp.TRAFFIC_CLASS, "`encapsulation dscp action` is derive: by the switch priority", "CUG, VXLAN Devices"
)
EVPN_FLOODS = VendorDefault(FloodReplication.EVPN, "head-end replication takes its addresses from EVPN", "CUG, EVPN")
NO_REPLICATION = VendorDefault(FloodReplication.NONE, "EVPN is off, and no replication list is set", "CUG, VXLAN")
MAC_AGE_S = VendorDefault(1800, "ageing of a bridge is 1800 s", "CUG, Ethernet Bridging")
ARP_AGE_S = VendorDefault(1080, "arp-timeout is 1080 s", "CUG, Address Resolution Protocol")
FLOODS = VendorDefault(True, "unknown unicast is flooded", "CUG, Ethernet Bridging")
ARP_SUPPRESSED = VendorDefault(True, "arp-nd-suppress is on", "CUG, EVPN")
NO_VNI = VendorDefault(0, "no VNI of the VLAN is set")
ALL_ACTIVE = VendorDefault(True, "EVPN multihoming is all-active", "CUG, EVPN Multihoming")
MAXIMUM_PATHS = VendorDefault(64, "multipaths of an address family is 64", "FRRouting as Cumulus Linux builds it")
EVPN_OFF = VendorDefault(False, "evpn is not enabled", "NVUE")
QOS = QosDefaults(
    no_trust=TRUST,
    class_without_map=CLASS_0,
    queue_without_map=UndocumentedDefault("the egress queue of the switch priority is not known"),
    group_without_map=UndocumentedDefault("the priority group of the switch priority is not known"),
    class_mtu=NO_CLASS_MTU,
    class_without_pause=NO_PAUSE_CLASS,
    queue_of_priority="a pause stops the traffic class that egress-queue-mapping gives the priority (CUG)",
    scheduling=WEIGHTED,
    weight=UndocumentedDefault("the scheduler profile does not list the traffic class"),
    guaranteed=NO_GUARANTEE,
    shape=FULL_RATE,
    not_marked=NOT_MARKED,
    no_curve="congestion-control does not list the traffic class",
    averaging_weight=UndocumentedDefault("whether queue depths are averaged is not published"),
    not_dropped_early=RED_OFF,
    not_rewritten=NOT_REWRITTEN,
    link_pause=NO_LINK_PAUSE,
)
"""What holds where a port of Cumulus Linux binds nothing."""
ROUTING = routing_dialect(MAXIMUM_PATHS, is_datacenter=True)
"""The routing of FRRouting with its profile `datacenter`, which NVUE writes."""

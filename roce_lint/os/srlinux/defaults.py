"""What SR Linux does when the configuration is silent: one table, each entry with its source.

"YANG 25.3.1" is the model repository srlinux-yang-models at tag v25.3.1; "QoS Guide" the SR Linux Quality of Service
Guide, release 25-10 unless another is named.
"""

from __future__ import annotations

from roce_lint.model.fact import Source, Unknown
from roce_lint.model.qos_tables import QosDefaults
from roce_lint.model.route_policy import PolicyAction, PolicyChain
from roce_lint.model.routing import IgpLevel, PrivateAsns
from roce_lint.model.terms import BundleMode, OuterDscp, PfcMode, Scheduling, Trust, WatchdogAction
from roce_lint.model.vendor_default import UndocumentedDefault, VendorDefault
from roce_lint.os.srlinux.releases import BEFORE_PFC, DEFAULT_NAMES, WRITTEN

ENABLED = VendorDefault(True, "an interface is enabled unless disabled", "srl_nokia-interfaces YANG 25.3.1")
NO_DESCRIPTION = VendorDefault("", "no description is configured")
IP_MTU = VendorDefault(1500, "/system/mtu/default-ip-mtu is 1500 bytes", "srl_nokia-mtu YANG 25.3.1")
L2_MTU = VendorDefault(9232, "/system/mtu/default-l2-mtu is 9232 bytes", "srl_nokia-mtu YANG 25.3.1")
PORT_MTU = VendorDefault(9232, "/system/mtu/default-port-mtu is 9232 bytes", "srl_nokia-mtu YANG 25.3.1")
FRAME_MTU_RANGE = (1450, 9500)
"""Port MTU and l2-mtu in bytes (srl_nokia-interfaces YANG 25.3.1)."""
IP_MTU_RANGE = (1280, 9486)
"""IP MTU in bytes (srl_nokia-interfaces YANG 25.3.1)."""
MANAGEMENT_MTU = VendorDefault(1514, "mgmt0 has 1514 bytes", "srl_nokia-interfaces YANG 25.3.1, leaf mtu")
MANAGEMENT_IP_MTU = VendorDefault(1500, "mgmt0: interface MTU less Ethernet header", "srl_nokia-interfaces YANG 25.3.1")
ROUTED = VendorDefault(True, "a subinterface is routed unless its type is bridged", "srl_nokia-interfaces YANG 25.3.1")
NO_SUBINTERFACE = VendorDefault(False, "the interface has no subinterface and forwards nothing by itself")
NO_VLANS = VendorDefault(frozenset[int](), "a routed interface switches no VLAN")
NO_LAG = VendorDefault("", "no aggregate-id: the interface is a member of no LAG")
LAG_STATIC = VendorDefault(
    BundleMode.STATIC, "lag-type is static unless lacp is configured", "srl_nokia-interfaces-lag YANG 25.3.1"
)
LACP_ACTIVE = "lacp-mode is ACTIVE (srl_nokia-lacp YANG 25.3.1)"
NOT_BOUND = VendorDefault(False, "no entry of /qos/interfaces refers to the interface")
PFC_OFF = VendorDefault(PfcMode.OFF, "pfc-enable is false", "srl_nokia-qos YANG 25.3.1")
PFC_ABSENT = VendorDefault(PfcMode.OFF, "releases up to 23.10 have no PFC", "srl_nokia-qos YANG 23.10", DEFAULT_NAMES)
DSCP_TRUSTED = VendorDefault(Trust.DSCP, "IP packets are classified by the system's DSCP policy", "QoS Guide")
UNLISTED_DSCP = VendorDefault("fc0", "a DSCP that the bound policy does not list gets fc0", "QoS Guide")
UNMARKED = VendorDefault("fc0", "a packet that no classifier matches gets fc0", "QoS Guide")
NO_CLASS_MTU = VendorDefault(65535, "SR Linux has no MTU per forwarding class; the ip-mtu decides")
NO_PAUSE_CLASS = VendorDefault(frozenset[int](), "no pfc-queue of the bound profile takes this forwarding class")
NO_PROFILE_CLASS = VendorDefault(
    frozenset[int](), "no pfc-mapping-profile is bound, and PFC is off by default", "srl_nokia-qos YANG 25.3.1"
)
NOT_SENT = VendorDefault(False, "nothing maps traffic to this pause priority")
NOT_OBEYED = VendorDefault(False, "no queue is mapped to this pause priority")
ENABLE_PFC = VendorDefault(False, "enable-pfc is false", "srl_nokia-qos YANG 25.3.1")
NO_QUEUE_PAUSED = VendorDefault(frozenset[int](), "no queue is mapped to this pause priority")
WATCHDOG_OFF = VendorDefault(False, "deadlock enable is false", "srl_nokia-qos YANG 25.3.1")
WATCHDOG_NOT_CONFIGURED = VendorDefault(False, "no pfc-mapping-profile with a deadlock section is bound")
WATCHDOG_PRIORITIES = VendorDefault(frozenset[int](), "no pause priority is obeyed, so that none can be stuck")
DETECTION_MS = VendorDefault(750, "detection-timer is 750 ms", "srl_nokia-qos YANG 25.3.1")
RECOVERY_MS = VendorDefault(750, "recovery-timer is 750 ms", "srl_nokia-qos YANG 25.3.1")
WATCHDOG_ACTION = VendorDefault(
    WatchdogAction.IGNORE_PAUSE, "pause frames are ignored for the recovery-timer", "srl_nokia-qos YANG 25.3.1"
)
RECOVERS = VendorDefault(True, "pause frames count again after the recovery-timer", "srl_nokia-qos YANG 25.3.1")
STRICT = VendorDefault(Scheduling.STRICT, "without a scheduler policy every queue is strict", "QoS Guide")
STRICT_HAS_NO_SHARE = VendorDefault(0.0, "weights on a strict scheduler's inputs are ignored", "QoS Guide")
NO_GUARANTEE = VendorDefault(0.0, "a scheduler input has a peak rate and a weight, no guaranteed rate", "YANG 25.3.1")
FULL_RATE = VendorDefault(100.0, "peak-rate-percent is 100", "srl_nokia-qos YANG 25.3.1")
PFC_PRIORITY_NOT_LISTED = VendorDefault(
    False, "from 25.10 on `pfc-priority N pfc-enable true` switches PFC on, and no entry does", "YANG browser 25.10.1"
)
ECN_FOR_ALL_TRAFFIC = VendorDefault(False, "an ECN slope takes traffic-type all only", "srl_nokia-qos YANG 25.3.1")
NOT_MARKED = VendorDefault(False, "the queue has no ECN slope, and queues have none by default", "QoS Guide")
NO_BURST = VendorDefault(
    False, "a queue profile is refused where the queue's maximum-burst-size is 0", "srl_nokia-qos YANG 25.3.1"
)
MARKING_OFF = VendorDefault(
    False, "no queue marks ECN without the container explicit-congestion-notification", "srl_nokia-qos YANG 25.3.1"
)
NOT_DROPPED_EARLY = VendorDefault(False, "the queue has no drop slope, and queues have none by default", "QoS Guide")
INSTANTANEOUS = VendorDefault(0, "weight-factor is 0", "srl_nokia-qos YANG 25.3.1")
XGS_ALPHA = VendorDefault(0.25, "maximum-burst-size 0: 1/4 of the shared buffer on 7220", "srl_nokia-qos YANG 25.3.1")
DNX_LIMIT_BYTES = VendorDefault(268_435_456, "maximum-burst-size 0: 256 MB on 7250 IXR", "srl_nokia-qos YANG 25.3.1")
XGS_PAUSE_BYTES = VendorDefault(51_200, "maximum-burst-size of a pfc-queue is 51200", "srl_nokia-qos YANG 25.3.1")
FIRST_HEADROOM_RESERVATION_PERCENT = VendorDefault(
    0, "pfc-buffer-reservation is 0 % before 24.7", "srl_nokia-qos YANG 24.3.1", BEFORE_PFC
)
HEADROOM_RESERVATION_PERCENT = VendorDefault(
    1, "pfc-buffer-reservation is 1 %", "srl_nokia-qos YANG 25.3.1", releases=WRITTEN
)
DNX_PAUSE_BYTES = VendorDefault(102_400, "committed-burst-size of a pfc-queue is 102400", "srl_nokia-qos YANG 25.3.1")
DNX_PAUSE_BYTES_RANGE = (1536, 262_144)
"""committed-burst-size of a pfc-queue, in bytes (srl_nokia-qos YANG 25.3.1)."""
DNX_PAUSE_ON_PERCENT = VendorDefault(100, "pfc-on-threshold is 100 %", "srl_nokia-qos YANG 25.3.1")
DNX_PAUSE_OFF_PERCENT = VendorDefault(80, "pfc-off-threshold is 80 %", "srl_nokia-qos YANG 25.3.1")
OLD_SLOPE_PERCENT = VendorDefault(100, "thresholds of an ecn-slope are 100 %", "srl_nokia-qos YANG 23.10")
OLD_SLOPE_PROBABILITY = VendorDefault(0, "max-probability of an ecn-slope is 0 %", "srl_nokia-qos YANG 23.10")
NOT_REWRITTEN = VendorDefault(False, "without a bound rewrite policy the DSCP stays", "QoS Guide")
UNLISTED_CLASS_DSCP = VendorDefault(0, "a class that the rewrite policy does not list leaves with DSCP 0", "QoS Guide")
NO_LINK_PAUSE_SENT = VendorDefault(
    False, "the leaf flow-control transmit is on no published chassis", "feature lists of the SR Linux YANG browser"
)
NO_LINK_PAUSE_BESIDE_PFC = VendorDefault(
    False, "pfc-enable is refused together with flow-control receive true", "srl_nokia-qos YANG 25.3.1"
)
QOS = QosDefaults(
    no_trust=DSCP_TRUSTED,
    class_without_map=UNMARKED,
    queue_without_map=UndocumentedDefault("a class without a queue has that of its reserved name"),
    group_without_map=UndocumentedDefault("a pfc-mapping-profile says which classes pause which priority"),
    class_mtu=NO_CLASS_MTU,
    class_without_pause=NO_PAUSE_CLASS,
    queue_of_priority="a pfc-mapping-profile says which queues a pause stops",
    scheduling=STRICT,
    weight=STRICT_HAS_NO_SHARE,
    guaranteed=NO_GUARANTEE,
    shape=FULL_RATE,
    not_marked=NOT_MARKED,
    no_curve="the queue does not mark ECN",
    averaging_weight=UndocumentedDefault("the queue does not mark ECN"),
    not_dropped_early=NOT_DROPPED_EARLY,
    not_rewritten=NOT_REWRITTEN,
    link_pause=NO_LINK_PAUSE_SENT,
)
"""What holds where a port of SR Linux binds nothing."""
HASH_USES_PORTS = VendorDefault(True, "hash-options source-port is true", "srl_nokia-load-balancing YANG 25.3.1")
NO_SPRAY = VendorDefault(False, "flows, not packets, are spread unless load-balancing dynamic says otherwise")
VIRTUAL_ROUTER = VendorDefault(1, "virtual-router-id is 1", "srl_nokia-if-ip YANG 25.3.1")
ONE_PATH = VendorDefault(1, "maximum-paths is 1", "srl_nokia-bgp YANG 25.3.1")
NO_TUNNEL = VendorDefault(False, "there is no vxlan-interface")
OUTER_COPIED = VendorDefault(OuterDscp.INNER, "the outer DSCP is copied from the inner one", "QoS Guide, VXLAN")
NO_VXLAN_DEFAULT = VendorDefault(False, "no vxlan-default classifies what leaves a tunnel", "QoS Guide, VXLAN")
DNX_IS_VOQ = VendorDefault(True, "7250 IXR queues at ingress per egress port: Broadcom DNX", "YANG browser, ixr-dnx")
XGS_IS_NOT_VOQ = VendorDefault(False, "7220 IXR has one shared packet buffer: Broadcom XGS", "YANG browser")

DEFAULT_POLICY_NOT_PUBLIC = "the system's default DSCP policy applies, and its content is not published"
DEFAULT_PFC_PROFILE_NOT_PUBLIC = "the system's pfc-mapping-profile default applies, and its content is not published"
RECEIVE_HAS_NO_DEFAULT = "flow-control receive is not stated and has no default (srl_nokia-interfaces YANG 25.3.1)"
PFC_PRIORITY_DEFAULT_NOT_PUBLIC = "the default of pfc-priority pfc-enable is not published (SR Linux 25.10)"


def unknown_default_policy(source: Source) -> Unknown:
    """Return the class of a packet that no bound policy classifies."""
    return Unknown(DEFAULT_POLICY_NOT_PUBLIC, source)


PEER_OPTION_OFF = VendorDefault(False, "this option of a BGP neighbor is off", "srl_nokia-bgp YANG 25.3.1")
PEER_ENABLED = VendorDefault(True, "admin-state of a BGP group or neighbor is enable", "srl_nokia-bgp YANG 25.3.1")
FAMILY_DISABLED = VendorDefault(False, "admin-state of an afi-safi is disable", "srl_nokia-bgp YANG 25.3.1")
NO_OWN_AS = VendorDefault(0, "allow-own-as is 0", "srl_nokia-bgp YANG 25.3.1")
PRIVATE_AS_KEPT = VendorDefault(PrivateAsns.KEPT, "remove-private-as mode is disabled", "srl_nokia-bgp YANG 25.3.1")
COMMUNITIES_SENT = VendorDefault(True, "standard communities are sent to all peers", "srl_nokia-bgp YANG 25.3.1")
MULTIPLE_AS = VendorDefault(True, "multipath allow-multiple-as is true", "srl_nokia-bgp YANG 25.3.1")
EBGP_REJECTS = VendorDefault(
    PolicyChain((), PolicyAction.DENY),
    "ebgp-default-policy rejects all routes of eBGP peers without a policy",
    "srl_nokia-bgp YANG 25.3.1",
)
IBGP_ACCEPTS = VendorDefault(
    PolicyChain((), PolicyAction.PERMIT), "ebgp-default-policy is about eBGP peers only", "srl_nokia-bgp YANG 25.3.1"
)
ROUTE_TABLE = VendorDefault(
    PolicyChain((), PolicyAction.PERMIT), "what of the route table is announced, the export policies decide"
)
ISIS_LEVEL = VendorDefault(IgpLevel.LEVEL_2, "level-capability is L2", "srl_nokia-isis YANG 25.3.1")
IGP_ONE_PATH = VendorDefault(1, "max-ecmp-paths is 1", "srl_nokia-isis and srl_nokia-ospf YANG 25.3.1")
IGP_ACTIVE = VendorDefault(False, "passive is false", "srl_nokia-isis and srl_nokia-ospf YANG 25.3.1")
OSPF_REFERENCE_MBPS = VendorDefault(400_000, "reference-bandwidth is 400 Gb/s", "srl_nokia-ospf YANG 25.3.1")
STATIC_PREFERENCE = VendorDefault(5, "the preference of a static route is 5", "srl_nokia-static-routes YANG 25.3.1")
MAC_AGE_S = VendorDefault(300, "age-time is 300 s", "srl_nokia-bridge-table-mac-learning YANG 25.3.1")
ARP_AGE_S = VendorDefault(14400, "arp timeout is 14400 s", "srl_nokia-interfaces-nbr YANG 25.3.1")
FLOODS = VendorDefault(True, "discard-unknown-dest-mac is false", "srl_nokia-bridge-table YANG 25.3.1")
NO_PROXY_ARP = VendorDefault(False, "there is no proxy-arp", "srl_nokia-bridge-table-proxy-arp-nd YANG 25.3.1")
NO_VNI = VendorDefault(0, "the mac-vrf has no vxlan-interface")
ALL_ACTIVE = VendorDefault(True, "multi-homing-mode is all-active", "ethernet-segments YANG 25.3.1")
